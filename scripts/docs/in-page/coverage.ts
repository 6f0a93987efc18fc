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
      const row = element("section", { className: "area" }, element("h3", { textContent: area }));
      const cells = entries.map(([, href, title, method, kind]) => {
        const name = `${title}${method === "unspecified" ? "" : `, ${method}`}: ${words.get(kind)}`;
        const link = element("a", { href, title: name, ariaLabel: name, className: kind });
        return element("li", { className: kind }, link);
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
    const button = element("button", { type: "button", className: kind, ariaPressed: `${kind === ""}` });
    button.append(element("span", { className: "cell" }), `${words} `, element("b", { textContent: `${number}` }));
    button.onclick = () => {
      box.dataset["only"] = kind;
      for (const other of buttons) other.ariaPressed = `${other === button}`;
    };
    return button;
  });
  return element("div", { className: "filter", role: "group", ariaLabel: "Show" }, ...buttons);
}

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]>,
  ...children: Node[]
): HTMLElementTagNameMap[Name] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}
