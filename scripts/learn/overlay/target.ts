import type { Path } from "../../contract.ts";
import type { Change, Selector } from "../facts/fact.ts";

const quote = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;

/** Renders a path as a JSONPath that finds at most one node: a singular query of RFC 9535. */
export const renderPath = (path: Path): string =>
  `$${path.map((key) => (typeof key === "number" ? `[${key}]` : /^[A-Za-z]\w*$/.test(key) ? `.${key}` : `[${quote(key)}]`)).join("")}`;

/** Renders the target of an action: the path of a change, with a filter that selects the items to remove. */
export function renderTarget({ path, remove }: Change): string {
  if (typeof remove !== "object") return renderPath(path);
  return `${renderPath(path)}[?@${remove.field === undefined ? "" : `.${remove.field}`} == ${quote(remove.text)}]`;
}

const readQuoted = (text: string) => text.replace(/\\(.)/g, "$1");

/** Reads the target of an action: a singular query, and a filter as `renderTarget` adds it; `undefined` for others. */
export function readTarget(target: string): { path: Path; selector?: Selector } | undefined {
  const [, query = "", field, text] = /^\$(.*?)(?:\[\?@(?:\.(\w+))? == '((?:[^'\\]|\\.)*)'\])?$/s.exec(target) ?? [];
  const segment = /^(?:\.([A-Za-z_]\w*)|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]|\[(\d+)\])/;
  const path: (string | number)[] = [];
  let rest = query;
  for (let match = segment.exec(rest); match; match = segment.exec(rest)) {
    const [matchText, plain, single, double, index] = match;
    path.push(index === undefined ? (plain ?? readQuoted(single ?? double ?? "")) : Number(index));
    rest = rest.slice(matchText.length);
  }
  if (rest !== "" || !target.startsWith("$")) return undefined;
  if (text === undefined) return { path };
  return { path, selector: { text: readQuoted(text), ...(field !== undefined && { field }) } };
}
