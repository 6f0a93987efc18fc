import { isDeepStrictEqual } from "node:util";
import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parse,
  parseDocument,
  visit,
  type YAMLMap,
} from "yaml";
import { isObject, type Json } from "./json.ts";

/** How the contract is written: short lists on one line, long texts folded. */
const style = { lineWidth: 120, flowCollectionPadding: false } as const;

type MapPair = Pair<Node, Node | null>;

/**
 * Edits a YAML text so that its value is `wanted`. What stays keeps its comments, its style and its order; a key that
 * comes after another one in `wanted` is added after it.
 *
 * @throws an error if the text can't have this value.
 */
export function editYaml(text: string, wanted: Json): string {
  const document = parseDocument(text, { merge: true });
  document.contents = edited(document, document.contents, wanted) as typeof document.contents;
  const result = document.toString(style);
  if (!isDeepStrictEqual(parse(result, { merge: true }), wanted)) {
    throw new Error("The contract's YAML cannot be edited in place here.");
  }
  return result;
}

function edited(document: Document, node: unknown, wanted: Json): Node {
  if (isEqual(node, wanted)) return node as Node;
  if (isMap(node) && node.items.length > 0 && isObject(wanted)) {
    return editedMap(document, node as YAMLMap<Node, Node | null>, wanted as Record<string, Json>);
  }
  if (isSeq(node) && node.items.length > 0 && Array.isArray(wanted)) {
    node.items = editedItems(document, node.items, wanted);
    return node;
  }
  // A text keeps its style.
  if (isScalar(node) && typeof node.value === typeof wanted && wanted !== null)
    return Object.assign(node, { value: wanted });
  return created(document, wanted);
}

/** Equal items stay, wherever they go; another one is edited if its place has no such item. */
function editedItems(document: Document, items: readonly unknown[], wanted: readonly Json[]): unknown[] {
  const remaining = new Set(items);
  const equal = wanted.map((value) => {
    const item = [...remaining].find((node) => isEqual(node, value));
    remaining.delete(item);
    return item;
  });
  return wanted.map((value, index) => {
    const place = remaining.has(items[index]) ? items[index] : undefined;
    return equal[index] ?? edited(document, place, value);
  });
}

function editedMap(document: Document, map: YAMLMap<Node, Node | null>, wanted: Record<string, Json>): Node {
  const pairs = [...map.items];
  const spaced = pairs.length > 1 && pairs[1]?.key.spaceBefore === true;
  const missing = Object.keys(wanted).filter((name) => !pairs.some((pair) => nameOf(pair) === name));
  const kept = new Map<string, MapPair>();
  for (const pair of pairs) {
    const name = Object.hasOwn(wanted, nameOf(pair))
      ? nameOf(pair)
      : missing.find((other) => isRenamed(pair, wanted[other]));
    if (name === undefined) continue;
    if (name !== nameOf(pair)) {
      pair.key = keyNode(document, name, pair.key.spaceBefore === true);
      missing.splice(missing.indexOf(name), 1);
    }
    pair.value = edited(document, pair.value, wanted[name] as Json);
    kept.set(name, pair);
  }
  map.items = [...kept.values()];
  const names = Object.keys(wanted);
  for (const name of missing) {
    const key = keyNode(document, name, spaced);
    const pair = document.createPair(key, created(document, wanted[name] as Json)) as MapPair;
    const before = names.slice(0, names.indexOf(name)).findLast((other) => kept.has(other));
    map.items.splice(before === undefined ? 0 : map.items.indexOf(kept.get(before) as MapPair) + 1, 0, pair);
    kept.set(name, pair);
  }
  return map;
}

function created(document: Document, value: Json): Node {
  const node = document.createNode(value, { aliasDuplicateObjects: false });
  visit(node, {
    Seq(_, list) {
      if (list.items.every(isScalar) && JSON.stringify(list).length < 80) list.flow = true;
    },
  });
  return node;
}

const keyNode = (document: Document, name: string, spaceBefore: boolean): Node =>
  Object.assign(document.createNode(name), { spaceBefore });

const isEqual = (node: unknown, value: Json): boolean =>
  (isMap(node) || isSeq(node) || isScalar(node)) && isDeepStrictEqual(node.toJSON(), value);

const nameOf = ({ key }: MapPair): string => `${isScalar(key) ? key.value : key}`;

/** A removed and an added key with one description are a rename. */
function isRenamed({ value }: MapPair, wanted: Json | undefined): boolean {
  const description = isMap(value) ? value.get("description") : undefined;
  return description !== undefined && isObject(wanted) && wanted["description"] === description;
}
