import { menuButton, navigationButton } from "./overlays.ts";

/** Which item an arrow leads to, counted from the end where it is below zero. */
const steps: Record<string, (from: number, of: number) => number> = {
  ArrowDown: (from, of) => (from + 1) % of,
  ArrowUp: (from) => from - 1,
  Home: () => 0,
  End: () => -1,
};

/** Of the keys in its menus Redoc knows those that choose, and leaves the menu open at them. */
export function listenToMenuKeys(): void {
  const listen = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement;
    const menu = target.closest("[role='menu']");
    if (menu ? !pressInMenu(event.key, target, menu) : event.key !== "Escape" || !closeNavigation()) return;
    event.preventDefault();
    event.stopPropagation();
  };
  // Ahead of Redoc, or an item would be chosen twice.
  addEventListener("keydown", listen, { capture: true });
}

function pressInMenu(key: string, target: HTMLElement, menu: Element): boolean {
  const items = [...menu.querySelectorAll<HTMLElement>("[role='menuitem'], button")];
  const step = steps[key];
  if (step) items.at(step(items.indexOf(target), items.length))?.focus();
  else if (key === "Escape" || key === "Tab") click(menuButton);
  else if ((key === "Enter" || key === " ") && target.matches("[role='menuitem']")) target.click();
  else return false;
  return true;
}

/** Unless a dialog lies over it. */
const closeNavigation = () => click(`body:not(:has([aria-modal])) ${navigationButton}`);

function click(selector: string): boolean {
  const button = document.querySelector<HTMLElement>(selector);
  button?.click();
  return button !== null;
}
