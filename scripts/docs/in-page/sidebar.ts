import { element } from "./element.ts";
import { loadScript } from "./load-script.ts";

type Entry = [area: string, file: string, title: string, method: string];

declare global {
  var referenceOperations: Entry[] | undefined;
}

/** Adds the buttons that unfold the other areas. Their operations load with the first that is unfolded. */
export function completeSidebar(): void {
  const sidebar = document.querySelector<HTMLElement>(".sidebar");
  for (const item of sidebar?.querySelectorAll<HTMLElement>("[data-area]") ?? []) {
    item.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
    if (!item.querySelector("ul")) item.append(toggle(item, sidebar?.dataset["operations"] ?? ""));
  }
}

function toggle(item: HTMLElement, operations: string): HTMLElement {
  const area = item.dataset["area"] ?? "";
  const button = element("button", {
    ...{ type: "button", "aria-label": `Operations of ${area}`, "aria-expanded": "false" },
  });
  button.onclick = async () => {
    if (!globalThis.referenceOperations) await loadScript(operations);
    const list = item.querySelector("ul") ?? listOf(area);
    const open = button.ariaExpanded !== "true";
    button.ariaExpanded = `${open}`;
    list.hidden = !open;
    item.append(list);
  };
  return button;
}

function listOf(area: string): HTMLUListElement {
  const root = document.documentElement.dataset["root"] ?? "";
  const entries = globalThis.referenceOperations?.filter(([name]) => name === area) ?? [];
  return element(
    "ul",
    {},
    ...entries.map(([, file, title, method]) => {
      const word = { DELETE: "DEL", unspecified: "?" }[method] ?? method;
      const tag = element("span", { class: `method ${method.toLowerCase()}` }, word);
      return element("li", {}, element("a", { href: `${root}${file}` }, element("span", {}, title), " ", tag));
    }),
  );
}
