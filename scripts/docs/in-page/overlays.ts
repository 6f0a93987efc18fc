const page = "#redoc, .bar, .skip";

/** The buttons of what is open. */
export const menuButton = "[aria-haspopup='menu'][aria-expanded='true']";
export const navigationButton = "[data-testid='floating-button'][aria-expanded='true']";

interface Overlay {
  at: string;
  /** What takes the focus: the selected one, or else the first. */
  stops: string;
  /** What is inert meanwhile. */
  behind?: string;
  /** The name of a dialog. */
  dialog?: string;
}

const overlays: Overlay[] = [
  { at: "[data-testid='search-dialog'] > div", stops: "input", behind: page, dialog: "Search" },
  { at: "body > div > [tabindex='0']", stops: "button", behind: page, dialog: "Security details" },
  { at: `.menu-content:has(~ ${navigationButton})`, stops: "a", behind: "main, .skip" },
  { at: `body > div > [role='menu'], ${menuButton} + div > [role='menu']`, stops: "[role='menuitem']" },
];

/** What is open, with what had the focus before. */
const openers = new Map<HTMLElement, HTMLElement | undefined>();
let lastFocused: HTMLElement | undefined;

addEventListener("focusin", ({ target }) => {
  const element = target as HTMLElement;
  if (!overlays.some(({ at }) => element.closest(at))) lastFocused = element;
});

/** Redoc opens dialogs and menus over the page without moving the focus: this moves it there and back. */
export function holdFocus(): void {
  const open = overlays.flatMap((overlay) =>
    [...document.querySelectorAll<HTMLElement>(overlay.at)].map((element) => ({ ...overlay, element })),
  );
  for (const part of document.querySelectorAll<HTMLElement>(`${page}, main`)) {
    part.inert = open.some(({ behind }) => behind && part.matches(behind));
  }
  for (const [element, opener] of openers) {
    if (!open.some((overlay) => overlay.element === element)) giveBack(element, opener);
  }
  for (const overlay of open) if (!openers.has(overlay.element)) take(overlay);
}

function take({ element, stops, dialog }: Overlay & { element: HTMLElement }): void {
  openers.set(element, lastFocused);
  if (dialog) Object.assign(element, { role: "dialog", ariaModal: "true", ariaLabel: dialog });
  const all = [...element.querySelectorAll<HTMLElement>(stops)];
  const chosen = all.find(({ textContent }) => textContent === lastFocused?.textContent);
  (chosen ?? all[0])?.focus();
}

function giveBack(element: HTMLElement, opener: HTMLElement | undefined): void {
  openers.delete(element);
  const { activeElement } = document;
  if (activeElement === document.body || element.contains(activeElement)) opener?.focus({ preventScroll: true });
}
