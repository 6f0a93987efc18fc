import { menuButton, navigationButton } from "./overlays.ts";

/** Keys in open dialogs and menus. Redoc handles only those that select in a menu, and leaves the menu open. */
export function listenToKeys(): void {
  const listen = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement && press(event, event.target))) return;
    event.preventDefault();
    event.stopPropagation();
  };
  // Ahead of Redoc, or an item would be selected twice.
  addEventListener("keydown", listen, { capture: true });
}

function press(event: KeyboardEvent, target: HTMLElement): boolean {
  const menu = target.closest("[role='menu']");
  if (menu) return pressInMenu(event.key, target, menu);
  const dialog = document.querySelector("[aria-modal]");
  if (dialog) return event.key === "Tab" && wrap(target, dialog, event.shiftKey);
  return event.key === "Escape" && (close(menuButton) || close(navigationButton));
}

/** Which item a key leads to, counted from the end where it is below zero. */
const steps: Record<string, (from: number, of: number) => number> = {
  ArrowDown: (from, of) => (from + 1) % of,
  ArrowUp: (from) => from - 1,
  Home: () => 0,
  End: () => -1,
};

function pressInMenu(key: string, target: HTMLElement, menu: Element): boolean {
  const items = [...menu.querySelectorAll<HTMLElement>("[role='menuitem'], button")];
  const step = steps[key];
  if (step) items.at(step(items.indexOf(target), items.length))?.focus();
  else if (key === "Escape" || key === "Tab") close(menuButton);
  else if ((key === "Enter" || key === " ") && target.matches("[role='menuitem']")) target.click();
  else return false;
  return true;
}

/** Tab wraps around within a dialog: beyond it is only the page behind. */
function wrap(target: HTMLElement, dialog: Element, back: boolean): boolean {
  const all = [...dialog.querySelectorAll<HTMLElement>("a, button, input")];
  const stops = all.filter((stop) => stop.tabIndex >= 0 && stop.checkVisibility());
  const [end, start] = back ? [0, -1] : [-1, 0];
  if (target !== stops.at(end) && !(back && target === dialog)) return false;
  stops.at(start)?.focus();
  return true;
}

function close(openButton: string): boolean {
  const button = document.querySelector<HTMLElement>(openButton);
  button?.focus();
  button?.click();
  return button !== null;
}
