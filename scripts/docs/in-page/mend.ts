import { addCopyButtons } from "./copy-button.ts";
import { nameFieldToggles } from "./field-toggles.ts";
import { holdFocus } from "./overlays.ts";
import { addTryIt } from "./try-it.ts";

/**
 * Corrects Redoc's markup, now and as it renders more. It has no seam: Redoc's page is a single bundle, which takes
 * neither components nor labels of ours.
 */
export function mendMarkup(): void {
  const mend = () => {
    // Code that scrolls sideways needs the focus, or no key scrolls it.
    for (const code of document.querySelectorAll<HTMLElement>("#redoc pre:not([tabindex])")) code.tabIndex = 0;
    // A label that differs from the button's text hides that text from screen readers and voice control.
    for (const button of document.querySelectorAll("#redoc :not([data-schema-nested-open]) > button[aria-label]")) {
      const text = button.textContent ?? "";
      if (text && !text.includes(button.getAttribute("aria-label") ?? "")) button.removeAttribute("aria-label");
    }
    addCopyButtons();
    addTryIt();
    nameFieldToggles();
    // Other areas have their operations folded, behind a button that only says "Show".
    for (const { lastChild } of document.querySelectorAll("#redoc [data-section-id] > button")) {
      if (lastChild?.nodeValue === "Show") lastChild.nodeValue = "Show the documented operations in full";
    }
    const clear = document.querySelector("[data-component-name='Search/SearchInput'] button:not([aria-label])");
    clear?.setAttribute("aria-label", "Clear the search");
    document.querySelector("[data-component-name='Search/SearchInput'] input")?.setAttribute("aria-label", "Search");
    // A button that is only an icon is named after it: `icons/CloseIcon/CloseIcon`.
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
