import { addCopyButtons } from "./copy-button.ts";
import { nameFieldToggles } from "./field-toggles.ts";
import { holdFocus } from "./overlays.ts";
import { addTryIt } from "./try-it.ts";

/** Mends what Redoc's markup keeps from its readers, now and as it renders more. */
export function mendMarkup(): void {
  const mend = () => {
    // Code that scrolls sideways has to take the focus, or no key scrolls it.
    for (const code of document.querySelectorAll<HTMLElement>("#redoc pre:not([tabindex])")) code.tabIndex = 0;
    // A label that is not in the button's text hides the text from those who hear or say it.
    for (const button of document.querySelectorAll("#redoc :not([data-schema-nested-open]) > button[aria-label]")) {
      const text = button.textContent ?? "";
      if (text && !text.includes(button.getAttribute("aria-label") ?? "")) button.removeAttribute("aria-label");
    }
    addCopyButtons();
    addTryIt();
    nameFieldToggles();
    // An area that the address does not name has its operations folded, behind a button that does not say so.
    for (const { lastChild } of document.querySelectorAll("#redoc [data-section-id] > button")) {
      if (lastChild?.nodeValue === "Show") lastChild.nodeValue = "Show the documented operations in full";
    }
    const clear = document.querySelector("[data-component-name='Search/SearchInput'] button:not([aria-label])");
    clear?.setAttribute("aria-label", "Clear the search");
    document.querySelector("[data-component-name='Search/SearchInput'] input")?.setAttribute("aria-label", "Search");
    // A button that is nothing but an icon is named for it: `icons/CloseIcon/CloseIcon`.
    for (const icon of document.querySelectorAll<SVGElement>("button:not([aria-label]) > svg:only-child")) {
      const button = icon.parentElement;
      const name = /(\w+)Icon$/.exec(icon.dataset["componentName"] ?? "")?.[1];
      if (name && !button?.textContent) button?.setAttribute("aria-label", name);
    }
    holdFocus();
  };
  new MutationObserver(mend).observe(document.body, { childList: true, subtree: true });
  mend();
}
