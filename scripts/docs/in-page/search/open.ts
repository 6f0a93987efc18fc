import { loadScript } from "../dom.ts";

/** Enables the button and the keys that open the search. Its script and its rows load when they are first needed. */
export function addSearch(): void {
  const button = document.querySelector<HTMLElement>("#open-search");
  if (!button) return;
  let loading: Promise<unknown> | undefined;
  const load = () => {
    loading ??= loadScript(button.dataset["search"] ?? "").catch(() => {
      loading = undefined;
      button.textContent = "Can't load the search";
    });
    return loading;
  };
  const open = async () => {
    await load();
    dispatchEvent(new Event("open-search"));
  };
  button.addEventListener("focus", load);
  button.addEventListener("pointerenter", load);
  button.addEventListener("click", () => {
    // Safari doesn't focus a clicked button, and the focus has to return here.
    button.focus();
    open();
  });
  const listen = (event: KeyboardEvent) => {
    const withControl = event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey);
    const slash = event.key === "/" && !event.ctrlKey && !event.metaKey && !isTyping(event.target);
    if (!withControl && !slash) return;
    event.preventDefault();
    open();
  };
  addEventListener("keydown", listen, { capture: true });
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches("input, select, textarea, [contenteditable]");
