import { element } from "./element.ts";

type Entry = [area: string, file: string, title: string, method: string, known: string];
interface Kind {
  kind: string;
  words: string;
  number: number;
}

declare const referenceOperations: Entry[];

/** Draws the map of the first screen in place of its picture: a cell for each operation, which leads to it. */
export function drawCoverage(): void {
  const box = document.querySelector<HTMLElement>(".coverage");
  if (!box) return;
  const kinds: Kind[] = JSON.parse(box.dataset["kinds"] ?? "[]");
  const words = new Map(kinds.map(({ kind, words }) => [kind, words]));
  const areas = new Map<string, Entry[]>();
  for (const entry of referenceOperations) areas.set(entry[0], [...(areas.get(entry[0]) ?? []), entry]);
  box.replaceChildren(
    filter(box, kinds),
    ...[...areas].map(([area, entries]) => {
      const row = element("section", { class: "area" }, element("h3", {}, area));
      const cells = entries.map(([, href, title, method, kind]) => {
        const name = `${title}${method === "unspecified" ? "" : `, ${method}`}: ${words.get(kind)}`;
        const link = element("a", { href, title: name, "aria-label": name, class: kind });
        return element("li", { class: kind }, link);
      });
      row.append(element("ul", {}, ...cells));
      return row;
    }),
  );
}

/** Which kinds the map shows: all, or one. */
function filter(box: HTMLElement, kinds: Kind[]): HTMLElement {
  const all = { kind: "", words: "All", number: referenceOperations.length };
  const buttons = [all, ...kinds].map(({ kind, words, number }) => {
    const cell = element("span", { class: "cell" });
    const attributes = { type: "button", class: kind, "aria-pressed": `${kind === ""}` };
    const button = element("button", attributes, cell, `${words} `, element("b", {}, `${number}`));
    button.onclick = () => {
      box.dataset["only"] = kind;
      for (const other of buttons) other.ariaPressed = `${other === button}`;
    };
    return button;
  });
  return element("div", { class: "filter", role: "group", "aria-label": "Show" }, ...buttons);
}
