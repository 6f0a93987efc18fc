import { loadScript } from "../dom.ts";

/** Enables the button and the keys that open the search. Its script and its rows load when they are first needed. */
export function addSearch(): void {
  const button = document.querySelector("#open-search") as HTMLElement;
  let loading: Promise<unknown> | undefined;
  const open = async () => {
    loading ??= loadScript(button.dataset["search"] ?? "").catch(() => {
      loading = undefined;
      button.textContent = "Can't load the search";
    });
    await loading;
    dispatchEvent(new Event("open-search"));
  };
  button.addEventListener("click", () => {
    // Safari doesn't focus a clicked button, and the focus has to return here.
    button.focus();
    open();
  });
  addEventListener("keydown", (event) => {
    const { key, ctrlKey, metaKey, target } = event;
    const isTyping = (target as Element).matches("input, select, textarea");
    if (ctrlKey || metaKey ? key.toLowerCase() !== "k" : key !== "/" || isTyping) return;
    event.preventDefault();
    open();
  });
}
