import { element } from "./element.ts";

type Entry = [area: string, file: string, title: string, method: string, known: string];

declare const referenceOperations: Entry[];

/** Adds the operations of the other areas, folded: pages hold only those of their own. */
export function completeSidebar(): void {
  const root = document.documentElement.dataset["root"] ?? "";
  for (const item of document.querySelectorAll<HTMLElement>(".sidebar [data-area]")) {
    item.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    if (item.querySelector("ul")) continue;
    const own = referenceOperations.filter(([area]) => area === item.dataset["area"]);
    if (own.length > 0) item.append(toggle(item, own, root));
  }
}

function toggle(item: HTMLElement, entries: Entry[], root: string): HTMLElement {
  const name = `Operations of ${item.dataset["area"]}`;
  const button = element("button", { type: "button", "aria-label": name, "aria-expanded": "false" });
  button.onclick = () => {
    const list = item.querySelector("ul") ?? listOf(entries, root);
    const open = button.ariaExpanded !== "true";
    button.ariaExpanded = `${open}`;
    list.hidden = !open;
    item.append(list);
  };
  return button;
}

const listOf = (entries: Entry[], root: string): HTMLUListElement =>
  element(
    "ul",
    {},
    ...entries.map(([, file, title, method]) => {
      const word = { DELETE: "DEL", unspecified: "?" }[method] ?? method;
      const tag = element("span", { class: `method ${method.toLowerCase()}` }, word);
      return element("li", {}, element("a", { href: `${root}${file}` }, element("span", {}, title), " ", tag));
    }),
  );
