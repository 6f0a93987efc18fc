import { isDeepStrictEqual } from "node:util";
import { asObject, isObject } from "../../../src/openapi/json.ts";
import type { Path } from "../../../src/openapi/nodes.ts";
import type { Json } from "../../contract/document.ts";
import type { Change, Fact, Selector } from "../fact/fact.ts";

/** Returns a copy with facts, as by an Overlay: objects merge, lists get more items, other values are replaced. */
export function applyFacts<Document>(document: Document, facts: readonly Pick<Fact, "changes">[]): Document {
  const copy = structuredClone(document);
  for (const { changes } of facts) for (const change of changes) applyChange(copy, change);
  return copy;
}

type Parent = Record<string | number, unknown>;

function applyChange(document: unknown, { path, update, remove }: Change): void {
  const nodeAt = (keys: Path) => keys.reduce<unknown>((node, key) => (node as Parent | undefined)?.[key], document);
  const parent = nodeAt(path.slice(0, -1)) as Parent | undefined;
  const target = nodeAt(path);
  const key = path.at(-1);
  if (remove === true) {
    if (parent && key !== undefined) delete parent[key];
  } else if (remove) {
    const list = Array.isArray(target) ? target : [];
    list.splice(0, list.length, ...list.filter((item) => !isSelected(item, remove)));
  } else {
    if (target === undefined) throw new Error(`Nothing is at ${renderPath(path)}: apply the fact that adds it first.`);
    const merged = merge(target, structuredClone(update) as Json);
    if (parent && key !== undefined) parent[key] = merged;
  }
}

const isSelected = (item: unknown, { field, text }: Selector): boolean =>
  (field === undefined ? item : asObject(item)[field]) === text;

/** Returns whether two items of a list are the same. Parameters are, if their names and locations are equal. */
const isSame = (item: unknown, otherItem: Json): boolean =>
  isDeepStrictEqual(item, otherItem) ||
  (isObject(item) &&
    isObject(otherItem) &&
    "in" in item &&
    item["name"] === otherItem["name"] &&
    item["in"] === otherItem["in"]);

/** Merges an update into a value, as an Overlay does. */
export function merge(target: unknown, update: Json): unknown {
  if (Array.isArray(target)) {
    const items = Array.isArray(update) ? update : [update];
    return [...target, ...items.filter((item) => !target.some((targetItem) => isSame(targetItem, item)))];
  }
  if (!isObject(target) || !isObject(update)) return update;
  for (const [key, value] of Object.entries(update)) {
    const current = Object.hasOwn(target, key) ? target[key] : undefined;
    target[key] = current === undefined ? value : mergeInside(current, value as Json);
  }
  return target;
}

/** Merges an update into a value, but replaces a list if the update isn't a list. */
const mergeInside = (current: unknown, value: Json) =>
  Array.isArray(current) && !Array.isArray(value) ? value : merge(current, value);

/** Renders a path as a JSONPath that finds at most one node: a singular query of RFC 9535. */
export const renderPath = (path: Path): string =>
  `$${path.map((key) => (/^[A-Za-z]\w*$/.test(`${key}`) ? `.${key}` : `[${JSON.stringify(key)}]`)).join("")}`;

/** Renders the target of an action: the path of a change, with a filter that selects the items to remove. */
export function renderTarget({ path, remove }: Change): string {
  if (typeof remove !== "object") return renderPath(path);
  return `${renderPath(path)}[?${renderPath(remove.field === undefined ? [] : [remove.field]).replace("$", "@")} == ${JSON.stringify(remove.text)}]`;
}

/** Reads a target as `renderTarget` writes it; `undefined` for others. */
export function readTarget(target: string): { path: Path; selector?: Selector } | undefined {
  const [, query = "", fieldQuery = "", text] =
    new RegExp(`^\\$(.*?)(?:\\[\\?@(.*) == (${quoted})\\])?$`, "s").exec(target) ?? [];
  const path = target.startsWith("$") && readKeys(query);
  const [field] = readKeys(fieldQuery) ?? [];
  if (!path) return undefined;
  return text === undefined
    ? { path }
    : { path, selector: { text: JSON.parse(text), ...(field !== undefined && { field: `${field}` }) } };
}

const quoted = /"(?:[^"\\]|\\.)*"/.source;

/** Reads the keys of a query as `renderPath` writes them; `undefined` for others. */
function readKeys(query: string): Path | undefined {
  const keys = [...query.matchAll(new RegExp(`\\.([A-Za-z]\\w*)|\\[(${quoted}|\\d+)\\]`, "g"))];
  if (keys.map(([key]) => key).join("") !== query) return undefined;
  return keys.map(([, name, key = ""]): string | number => name ?? JSON.parse(key));
}
