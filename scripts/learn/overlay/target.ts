import type { Path } from "../../contract.ts";
import type { Change, Selector } from "../facts/fact.ts";

/** Renders a path as a JSONPath that finds at most one node: a singular query of RFC 9535. */
export const renderPath = (path: Path): string =>
  `$${path.map((key) => (/^[A-Za-z]\w*$/.test(`${key}`) ? `.${key}` : `[${JSON.stringify(key)}]`)).join("")}`;

/** Renders the target of an action: the path of a change, with a filter that selects the items to remove. */
export function renderTarget({ path, remove }: Change): string {
  if (typeof remove !== "object") return renderPath(path);
  return `${renderPath(path)}[?@${remove.field === undefined ? "" : `.${remove.field}`} == ${JSON.stringify(remove.text)}]`;
}

/** Reads a target as `renderTarget` writes it; `undefined` for others. */
export function readTarget(target: string): { path: Path; selector?: Selector } | undefined {
  const quoted = /"(?:[^"\\]|\\.)*"/.source;
  const [, query, field, text] =
    new RegExp(`^\\$(.*?)(?:\\[\\?@(?:\\.(\\w+))? == (${quoted})\\])?$`, "s").exec(target) ?? [];
  if (query === undefined) return undefined;
  const keys = [...query.matchAll(new RegExp(`\\.([A-Za-z]\\w*)|\\[(${quoted}|\\d+)\\]`, "g"))];
  if (keys.map(([key]) => key).join("") !== query) return undefined;
  const path = keys.map(([, name, key = ""]): string | number => name ?? JSON.parse(key));
  return text === undefined ? { path } : { path, selector: { text: JSON.parse(text), ...(field && { field }) } };
}
