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
  const button = document.createElement("button");
  button.type = "button";
  button.ariaLabel = `Operations of ${item.dataset["area"]}`;
  button.ariaExpanded = "false";
  button.onclick = () => {
    const list = item.querySelector("ul") ?? listOf(entries, root);
    const open = button.ariaExpanded !== "true";
    button.ariaExpanded = `${open}`;
    list.hidden = !open;
    item.append(list);
  };
  return button;
}

function listOf(entries: Entry[], root: string): HTMLUListElement {
  const list = document.createElement("ul");
  for (const [, file, title, method] of entries) {
    const link = document.createElement("a");
    const words = document.createElement("span");
    const tag = document.createElement("span");
    words.textContent = title;
    tag.className = `method ${method.toLowerCase()}`;
    tag.textContent = { DELETE: "DEL", unspecified: "?" }[method] ?? method;
    link.href = `${root}${file}`;
    link.append(words, " ", tag);
    const item = document.createElement("li");
    item.append(link);
    list.append(item);
  }
  return list;
}
