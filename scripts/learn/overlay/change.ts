import { isDeepStrictEqual } from "node:util";
import { isObject, type Json, type Path } from "../../contract.ts";
import type { Change } from "../facts/fact.ts";

/** A copy with changes made, as an Overlay makes them: objects merge, a list takes more, anything else is replaced. */
export function applyChanges<Document>(document: Document, changes: readonly Change[]): Document {
  const copy = structuredClone(document);
  for (const change of changes) applyChange(copy, change);
  return copy;
}

type Holder = Record<string | number, unknown>;

function applyChange(document: unknown, { path, update, remove, expects }: Change): void {
  const holder = path
    .slice(0, -1)
    .reduce<unknown>((node, key) => (node as Holder | undefined)?.[key], document) as Holder;
  const key = path.at(-1);
  if (remove) {
    removeAt(holder, key, expects);
    return;
  }
  const target = key === undefined ? document : holder?.[key];
  if (target === undefined) throw new Error(`Nothing is at ${pathText(path)}: apply what it belongs to first.`);
  const merged = merge(target, structuredClone(update) as Json);
  if (key !== undefined) holder[key] = merged;
}

/** Removes what is there, and nothing if it's gone. The items of a list move, and are found by what they contain. */
function removeAt(holder: Holder | undefined, key: string | number | undefined, expects: Json | undefined): void {
  if (holder === undefined || key === undefined) return;
  if (!Array.isArray(holder)) delete holder[key];
  else {
    const isExpected = (item: unknown) => expects === undefined || contains(item, expects);
    const index = isExpected(holder[Number(key)]) ? Number(key) : holder.findIndex(isExpected);
    if (index >= 0) holder.splice(index, 1);
  }
}

const contains = (item: unknown, expected: Json): boolean =>
  isObject(item) && isObject(expected)
    ? Object.entries(expected).every(([key, value]) => isDeepStrictEqual(item[key], value))
    : isDeepStrictEqual(item, expected);

/** Whether a list contains an item already. A parameter is the same as another one with its name and location. */
const isSame = (item: unknown, other: Json): boolean =>
  isDeepStrictEqual(item, other) ||
  (isObject(item) && isObject(other) && "in" in item && item["name"] === other["name"] && item["in"] === other["in"]);

function merge(target: unknown, update: Json): unknown {
  if (Array.isArray(target)) {
    const items = Array.isArray(update) ? update : [update];
    return [...target, ...items.filter((item) => !target.some((other) => isSame(other, item)))];
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

/** A list that replaces something else is not added to it. */
const mergeInside = (current: unknown, value: Json) =>
  Array.isArray(current) && !Array.isArray(value) ? value : merge(current, value);

/** A JSONPath of names and places only, which finds one node or none: a singular query of RFC 9535. */
export const pathText = (path: Path): string =>
  `$${path.map((key) => (typeof key === "number" ? `[${key}]` : /^[A-Za-z]\w*$/.test(key) ? `.${key}` : `['${key.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}']`)).join("")}`;

/** The path in such a text. */
export function readPath(text: string): Path | undefined {
  const segment = /^(?:\.([A-Za-z_]\w*)|\['((?:[^'\\]|\\.)*)'\]|\["((?:[^"\\]|\\.)*)"\]|\[(\d+)\])/;
  const path: (string | number)[] = [];
  let rest = text.replace(/^\$/, "");
  if (rest === text) return undefined;
  for (let match = segment.exec(rest); match; match = segment.exec(rest)) {
    const [whole, plain, single, double, place] = match;
    path.push(place === undefined ? (plain ?? (single ?? double ?? "").replace(/\\(.)/g, "$1")) : Number(place));
    rest = rest.slice(whole.length);
  }
  return rest === "" ? path : undefined;
}
