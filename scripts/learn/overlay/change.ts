import { isDeepStrictEqual } from "node:util";
import { isObject, type Json, type Path } from "../../contract.ts";
import type { Change } from "../facts/fact.ts";

/** Returns a copy with changes, as by an Overlay: objects merge, lists get more items, other values are replaced. */
export function applyChanges<Document>(document: Document, changes: readonly Change[]): Document {
  const copy = structuredClone(document);
  for (const change of changes) applyChange(copy, change);
  return copy;
}

type Parent = Record<string | number, unknown>;

function applyChange(document: unknown, { path, update, remove, expects }: Change): void {
  const parent = path
    .slice(0, -1)
    .reduce<unknown>((node, key) => (node as Parent | undefined)?.[key], document) as Parent;
  const key = path.at(-1);
  if (remove) {
    removeAt(parent, key, expects);
    return;
  }
  const target = key === undefined ? document : parent?.[key];
  if (target === undefined) throw new Error(`Nothing is at ${renderPath(path)}: apply the fact that adds it first.`);
  const merged = merge(target, structuredClone(update) as Json);
  if (key !== undefined) parent[key] = merged;
}

/** Removes a value if it exists. An item of a list may have moved, and is found by its content. */
function removeAt(parent: Parent | undefined, key: string | number | undefined, expects: Json | undefined): void {
  if (parent === undefined || key === undefined) return;
  if (!Array.isArray(parent)) delete parent[key];
  else {
    const isExpected = (item: unknown) => expects === undefined || hasContent(item, expects);
    const index = isExpected(parent[Number(key)]) ? Number(key) : parent.findIndex(isExpected);
    if (index >= 0) parent.splice(index, 1);
  }
}

const hasContent = (item: unknown, expected: Json): boolean =>
  isObject(item) && isObject(expected)
    ? Object.entries(expected).every(([key, value]) => isDeepStrictEqual(item[key], value))
    : isDeepStrictEqual(item, expected);

/** Returns whether two items of a list are the same. Parameters are, if their names and locations are equal. */
const isSame = (item: unknown, otherItem: Json): boolean =>
  isDeepStrictEqual(item, otherItem) ||
  (isObject(item) &&
    isObject(otherItem) &&
    "in" in item &&
    item["name"] === otherItem["name"] &&
    item["in"] === otherItem["in"]);

function merge(target: unknown, update: Json): unknown {
  if (Array.isArray(target)) {
    const items = Array.isArray(update) ? update : [update];
    return [...target, ...items.filter((item) => !target.some((targetItem) => isSame(targetItem, item)))];
  }
  if (!isObject(target) || !isObject(update)) return update;
  for (const [key, value] of Object.entries(update)) {
    const current = Object.hasOwn(target, key) ? target[key] : undefined;
    Object.defineProperty(target, key, {
      value: current === undefined ? value : mergeInside(current, value as Json),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return target;
}

/** Merges an update into a value, but replaces a list if the update isn't a list. */
const mergeInside = (current: unknown, value: Json) =>
  Array.isArray(current) && !Array.isArray(value) ? value : merge(current, value);

/** Renders a path as a JSONPath that finds at most one node: a singular query of RFC 9535. */
export const renderPath = (path: Path): string =>
  `$${path.map((key) => (typeof key === "number" ? `[${key}]` : /^[A-Za-z]\w*$/.test(key) ? `.${key}` : `['${key.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}']`)).join("")}`;

/** Reads a path from a singular query. `undefined` if the text isn't one. */
export function readPath(text: string): Path | undefined {
  const segment = /^(?:\.([A-Za-z_]\w*)|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]|\[(\d+)\])/;
  const path: (string | number)[] = [];
  let rest = text.replace(/^\$/, "");
  if (rest === text) return undefined;
  for (let match = segment.exec(rest); match; match = segment.exec(rest)) {
    const [matchText, plain, single, double, index] = match;
    path.push(index === undefined ? (plain ?? (single ?? double ?? "").replace(/\\(.)/g, "$1")) : Number(index));
    rest = rest.slice(matchText.length);
  }
  return rest === "" ? path : undefined;
}
