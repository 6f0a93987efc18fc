import { isDeepStrictEqual } from "node:util";
import {
  Document,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { isObject } from "../../src/openapi/json.ts";
import { type Json, parseYaml } from "./document.ts";

/** An item of a list, or an entry of a map with its key. */
interface Item {
  key?: Node;
  value: Node | null;
}

/** What a collection becomes: an item that it has, or a new one; a map's items have names. */
interface NewItem {
  item: Item | undefined;
  name?: string;
  value: Json;
}

/**
 * Edits a YAML text so that its value becomes `value`. Only what differs is written: all else keeps
 * its lines, comments and order. A new key follows the one that precedes it in `value`.
 *
 * @throws Error if the text can't have this value.
 */
export function editYaml(text: string, value: Json): string {
  const document = parseDocument(text, { merge: true });
  const splices: { start: number; end: number; text: string }[] = [];
  const splice = (start: number, end: number, text: string) => splices.push({ start, end, text });

  const isEqual = (node: Node | null, value: Json | undefined) =>
    isDeepStrictEqual(node?.toJS(document) ?? null, value);
  const startOf = ({ key, value }: Item) => (key ?? value)?.range?.[0] ?? 0;
  /** Returns the end of a node, without the comments and blank lines that follow it. */
  const endOf = ({ key, value }: Item): number => {
    const last = isCollection(value) && !value.flow && itemsOf(value).at(-1);
    const node = value ?? key;
    return last ? endOf(last) : text.slice(0, node?.range?.[1]).trimEnd().length;
  };

  /** Returns whether a value was edited in place. */
  function editNode(node: Node | null, value: Json): boolean {
    if (isEqual(node, value)) return true;
    if (!isCollection(node)) return false;
    const items = itemsOf(node);
    if (isMap(node) && isObject(value)) return editItems(node, items, matchKeys(items, value));
    return isSeq(node) && Array.isArray(value) && editItems(node, items, matchItems(items, value));
  }

  /** The entries of a map. A removed and an added key with one description are one, renamed. */
  function matchKeys(items: readonly Item[], values: Record<string, Json>): NewItem[] {
    return Object.entries(values).map(([name, value]) => {
      const renamed = (candidate: Item) =>
        !Object.hasOwn(values, `${candidate.key}`) &&
        isObject(value) &&
        value["description"] !== undefined &&
        isMap(candidate.value) &&
        candidate.value.get("description") === value["description"];
      const item = items.find(({ key }) => `${key}` === name) ?? items.find(renamed);
      return { item, name, value };
    });
  }

  /** The items of a list. Those between the first and the last that differ are edited in order. */
  function matchItems(items: readonly Item[], values: readonly Json[]): NewItem[] {
    const isSame = (index: number) => isEqual(items.at(index)?.value ?? null, values.at(index));
    const length = Math.min(items.length, values.length);
    let start = 0;
    while (start < length && isSame(start)) start++;
    let end = 0;
    while (end < length - start && isSame(-1 - end)) end++;
    return values.map((value, index) => {
      const isLast = index >= values.length - end;
      const item = isLast ? items[index - values.length + items.length] : items[index];
      return { item: isLast || index < items.length - end ? item : undefined, value };
    });
  }

  function editItems(
    collection: YAMLMap | YAMLSeq,
    items: readonly Item[],
    newItems: readonly NewItem[],
  ): boolean {
    const kept = new Set(newItems.map(({ item }) => item));
    const [first] = items;
    const firstKept = items.find((item) => kept.has(item));
    if (!first || !firstKept) return false;
    const column = startOf(first) - (text.lastIndexOf("\n", startOf(first)) + 1);
    const indent = " ".repeat(isSeq(collection) && !collection.flow ? column - 2 : column);
    const lineEnd = (item: Item) => {
      if (collection.flow) return endOf(item);
      const end = text.indexOf("\n", endOf(item));
      return end < 0 ? text.length : end;
    };
    const isSpaced = items[1] && /\n\s*\n/.test(text.slice(lineEnd(first), startOf(items[1])));
    const line = `\n${indent}${isSeq(collection) ? "- " : ""}`;
    const separator = collection.flow ? ", " : isSpaced ? `\n${line}` : line;
    const write = (value: Json, name?: string) =>
      render(collection, value, name).replaceAll(/\n(?=.)/g, `\n${indent}`);

    let previous: Item | undefined;
    for (const { item, name, value } of newItems) {
      if (!item) {
        const added = write(value, name);
        if (previous) splice(lineEnd(previous), lineEnd(previous), separator + added);
        else splice(startOf(first), startOf(first), added + separator);
        continue;
      }
      previous = item;
      const [keyStart = 0, keyEnd = 0] = item.key?.range ?? [];
      if (name !== undefined && `${item.key}` !== name)
        splice(keyStart, keyEnd, write(null, name).replace(/: null$/, ""));
      if (editNode(item.value, value)) continue;
      if (!item.key) splice(startOf(item), endOf(item), write(value));
      else splice(keyEnd, endOf(item), write(value, "k").slice(1));
    }
    for (const [index, item] of items.entries()) {
      const before = items[index - 1];
      if (kept.has(item)) continue;
      if (startOf(item) > startOf(firstKept) && before) splice(lineEnd(before), lineEnd(item), "");
      else if (item === first) splice(startOf(first), startOf(firstKept), "");
    }
    return true;
  }

  editNode(document.contents, value);
  let result = "";
  let position = 0;
  for (const { start, end, text: replacement } of splices.sort((a, b) => a.start - b.start)) {
    result += text.slice(position, start) + replacement;
    position = Math.max(position, end);
  }
  result += text.slice(position);
  if (hasValue(result, value)) return result;
  throw new Error("The contract's YAML can't be edited in place here.");
}

function hasValue(text: string, value: Json): boolean {
  try {
    return isDeepStrictEqual(parseYaml(text), value);
  } catch {
    return false;
  }
}

const itemsOf = (collection: YAMLMap | YAMLSeq): Item[] =>
  isMap(collection)
    ? (collection.items as Pair<Node, Node | null>[])
    : (collection.items as Node[]).map((value) => ({ value }));

/** Writes a new item of a collection: short lists on one line, long texts folded. */
function render(
  { flow = false, items: [first] }: YAMLMap | YAMLSeq,
  value: Json,
  name: string | undefined,
): string {
  const document = new Document<Node>(name === undefined ? [value] : { [name]: value }, {
    aliasDuplicateObjects: false,
  });
  const contents = document.contents as YAMLMap | YAMLSeq;
  visit(document, {
    Seq(_, list) {
      if (list.items.every(isScalar) && JSON.stringify(list).length < 80) list.flow = true;
    },
  });
  contents.flow = flow;
  const [{ value: node } = { value: null }] = itemsOf(contents);
  // A map in a list has the form of the first one: on one line, or a line for each key.
  if (isMap(node) && isMap(first)) node.flow = first.flow === true;
  const text = document
    .toString({ lineWidth: flow ? 0 : 120, flowCollectionPadding: false })
    .trimEnd();
  if (flow) return text.slice(1, -1);
  return isSeq(contents) ? text.slice(2) : text;
}
