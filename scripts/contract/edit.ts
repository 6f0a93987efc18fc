import { isDeepStrictEqual } from "node:util";
import {
  type Document,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  visit,
  type YAMLMap,
} from "yaml";
import { isObject } from "../../src/openapi/json.ts";
import type { Json } from "./document.ts";
import { parseYaml } from "./document.ts";

/** The style of the contract: short lists on one line, long texts folded. */
const style = { lineWidth: 120, flowCollectionPadding: false } as const;

type MapPair = Pair<Node, Node | null>;

/**
 * Edits a YAML text so that its value becomes `value`. Remaining keys keep comments, style and
 * order; a new key follows the one that precedes it in `value`. A list gets the order in `value`.
 *
 * @throws an error if the text can't have this value.
 */
export function editYaml(text: string, value: Json): string {
  const document = parseDocument(text, { merge: true });
  document.contents = editNode(document, document.contents, value) as typeof document.contents;
  const result = document.toString(style);
  if (!isDeepStrictEqual(parseYaml(result), value)) {
    throw new Error("The contract's YAML can't be edited in place here.");
  }
  return result;
}

function editNode(document: Document, node: unknown, value: Json): Node {
  if (isEqual(node, value)) return node as Node;
  if (isMap(node) && node.items.length > 0 && isObject(value)) {
    return editMap(document, node as YAMLMap<Node, Node | null>, value as Record<string, Json>);
  }
  if (isSeq(node) && node.items.length > 0 && Array.isArray(value)) {
    node.items = editItems(document, node.items, value);
    return node;
  }
  // A text keeps its style.
  if (isScalar(node) && typeof node.value === typeof value && value !== null)
    return Object.assign(node, { value });
  return createNode(document, value);
}

/**
 * Edits a list. Equal items are moved; another item is edited if its place isn't taken by an equal
 * one.
 */
function editItems(
  document: Document,
  items: readonly unknown[],
  values: readonly Json[],
): unknown[] {
  const equal = values.map((value) => items.find((node) => isEqual(node, value)));
  return values.map((value, index) => {
    const place = equal.includes(items[index]) ? undefined : items[index];
    return equal[index] ?? withStyle(editNode(document, place, value), items[0]);
  });
}

/** Gives a new map of a list the form of the first one: on one line, or a line for each key. */
function withStyle(node: Node, first: unknown): Node {
  if (isMap(node) && !node.range && isMap(first)) node.flow = first.flow === true;
  return node;
}

function editMap(
  document: Document,
  map: YAMLMap<Node, Node | null>,
  entries: Record<string, Json>,
): Node {
  const isSpaced = map.items[1]?.key.spaceBefore === true;
  const isKept = (pair: MapPair) => Object.hasOwn(entries, nameOf(pair));
  let place = 0;
  for (const [name, value] of Object.entries(entries)) {
    let pair =
      map.items.find((candidate) => nameOf(candidate) === name) ??
      map.items.find((candidate) => !isKept(candidate) && isRenamed(candidate, value));
    if (pair) {
      if (isScalar(pair.key) && nameOf(pair) !== name) pair.key.value = name;
      pair.value = editNode(document, pair.value, value);
    } else {
      pair = document.createPair(name, createNode(document, value)) as MapPair;
      pair.key.spaceBefore = isSpaced;
      map.items.splice(place, 0, pair);
    }
    place = map.items.indexOf(pair) + 1;
  }
  map.items = map.items.filter(isKept);
  return map;
}

function createNode(document: Document, value: Json): Node {
  const node = document.createNode(value, { aliasDuplicateObjects: false });
  visit(node, {
    Seq(_, list) {
      if (list.items.every(isScalar) && JSON.stringify(list).length < 80) list.flow = true;
    },
  });
  return node;
}

const isEqual = (node: unknown, value: Json): boolean =>
  (isMap(node) || isSeq(node) || isScalar(node)) && isDeepStrictEqual(node.toJSON(), value);

const nameOf = ({ key }: MapPair): string => `${key}`;

/** A removed and an added key with one description: the key was renamed. */
function isRenamed({ value }: MapPair, newValue: Json | undefined): boolean {
  const description = isMap(value) ? value.get("description") : undefined;
  return description !== undefined && isObject(newValue) && newValue["description"] === description;
}
