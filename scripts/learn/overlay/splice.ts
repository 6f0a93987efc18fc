import { isDeepStrictEqual } from "node:util";
import {
  Document,
  isMap,
  isScalar,
  isSeq,
  type Pair,
  parse,
  parseDocument,
  stringify,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { isObject, type Json } from "../../contract.ts";

interface Edit {
  from: number;
  to: number;
  text: string;
}

type Node = YAMLMap | YAMLSeq;

/**
 * The text of a YAML document, changed so that it says what is wanted, and nowhere else: the edits stand at the ranges
 * of the nodes that differ. A round trip through a serializer would break lines anew.
 *
 * @throws an error if the text would not say what is wanted.
 */
export function splice(text: string, wanted: Json): string {
  const { contents } = parseDocument(text);
  const edits = isMap(contents) ? mapEdits(text, contents, wanted as Record<string, Json>) : [];
  // From the end, so that places before stay. Of several at one place the outer is the later in the list, and comes last.
  const edited = edits
    .map((edit, order) => ({ ...edit, order }))
    .sort((one, other) => other.from - one.from || other.order - one.order)
    .reduce((whole, { from, to, text: inserted }) => whole.slice(0, from) + inserted + whole.slice(to), text);
  if (!isDeepStrictEqual(parse(edited), wanted)) throw new Error("The contract's YAML cannot be edited in place here.");
  return edited;
}

function edits(text: string, node: unknown, value: Json, indent: number): Edit[] | undefined {
  if (isMap(node) && !node.flow && isObject(value)) {
    const stays = (node.items as Pair[]).some((pair) => Object.hasOwn(value, nameOf(pair)));
    return stays ? mapEdits(text, node, value as Record<string, Json>) : undefined;
  }
  if (isSeq(node) && !node.flow && Array.isArray(value) && value.length > 0)
    return listEdits(text, node, value, indent);
  return undefined;
}

function mapEdits(text: string, map: YAMLMap, wanted: Record<string, Json>): Edit[] {
  const pairs = map.items as Pair[];
  const names = pairs.map(nameOf);
  const indent = columnOf(text, startOf(pairs[0]));
  const added = Object.keys(wanted).filter((name) => !names.includes(name));
  const gone = pairs.filter((pair) => !Object.hasOwn(wanted, nameOf(pair)));
  // A key that goes where one comes with nearly the same below it has got another name.
  const renamed = new Map(
    gone.flatMap((pair): [Pair, string][] => {
      const name = added.find((each) => isAlike(jsonOf(pair.value), wanted[each]));
      return name === undefined ? [] : [[pair, added.splice(added.indexOf(name), 1)[0] as string]];
    }),
  );
  // What goes from behind a dash leaves the dash to what follows.
  const isBehindDash = /\S/.test(text.slice(text.lastIndexOf("\n", startOf(pairs[0]) - 1) + 1, startOf(pairs[0])));
  const stays = pairs.findIndex((pair) => !gone.includes(pair) || renamed.has(pair));
  const leading = isBehindDash ? pairs.slice(0, stays) : [];
  const kept = pairs.flatMap((pair): Edit[] => {
    const name = renamed.get(pair) ?? nameOf(pair);
    if (gone.includes(pair) && !renamed.has(pair)) {
      if (!leading.includes(pair)) return [wholeLines(text, startOf(pair), endOf(text, pair.value))];
      return pair === leading[0] ? [{ from: startOf(pair), to: startOf(pairs[leading.length]), text: "" }] : [];
    }
    const value = wanted[name] as Json;
    const key = renamed.has(pair) ? [{ ...keyRange(pair), text: keyText(name) }] : [];
    if (isDeepStrictEqual(jsonOf(pair.value), value)) return key;
    const inside = edits(text, pair.value, value, indent);
    if (inside) return [...key, ...inside];
    const to = endOf(text, pair.value);
    return [{ from: startOf(pair), to, text: pairText(name, value, indent).trimStart() }];
  });
  if (added.length === 0) return kept;
  const last = endOf(text, pairs.findLast((pair) => !gone.includes(pair) || renamed.has(pair))?.value);
  const gap = pairs.length > 1 && /\n[ \t]*\n[ \t]*$/.test(text.slice(0, startOf(pairs[1]))) ? "\n\n" : "\n";
  const inserted = added.map((name) => gap + pairText(name, wanted[name] as Json, indent)).join("");
  return [...kept, { from: last, to: last, text: inserted }];
}

function listEdits(text: string, list: YAMLSeq, wanted: Json[], indent: number): Edit[] | undefined {
  const values = list.items.map(jsonOf);
  const column = columnOf(text, dashOf(text, list.items[0]));
  if (wanted.length >= values.length) {
    const inside = list.items.flatMap((item, at) => {
      const value = wanted[at] as Json;
      if (isDeepStrictEqual(values[at], value)) return [];
      return edits(text, item, value, indent) ?? [{ ...rangeOf(item), text: flow(value) }];
    });
    const last = endOf(text, list.items.at(-1));
    const more = wanted.slice(values.length).map((value) => `\n${itemText(value, column)}`);
    return more.length > 0 ? [...inside, { from: last, to: last, text: more.join("") }] : inside;
  }
  let next = 0;
  const gone = list.items.filter((_, at) => {
    const isKept = next < wanted.length && isDeepStrictEqual(values[at], wanted[next]);
    if (isKept) next++;
    return !isKept;
  });
  if (next < wanted.length) return undefined;
  return gone.map((item) => wholeLines(text, dashOf(text, item), endOf(text, item)));
}

const nameOf = (pair: Pair): string => `${isScalar(pair.key) ? pair.key.value : pair.key}`;
const jsonOf = (node: unknown): Json => (isMap(node) || isSeq(node) || isScalar(node) ? node.toJSON() : null);

function rangeOf(node: unknown): { from: number; to: number } {
  const [from, to] = (node as Node).range ?? [0, 0];
  return { from, to };
}

const keyRange = ({ key }: Pair) => rangeOf(key);
const startOf = (pair: Pair | undefined): number => keyRange(pair as Pair).from;

/** The end of what stands there, without the break and the comments behind it. */
function endOf(text: string, node: unknown): number {
  if (isMap(node) && !node.flow) return endOf(text, (node.items.at(-1) as Pair).value);
  if (isSeq(node) && !node.flow) return endOf(text, node.items.at(-1));
  const { from, to } = rangeOf(node);
  return from + text.slice(from, to).trimEnd().length;
}

const columnOf = (text: string, offset: number): number => offset - (text.lastIndexOf("\n", offset - 1) + 1);

/** The dash before an item of a list. */
const dashOf = (text: string, item: unknown): number =>
  text.lastIndexOf("-", (isMap(item) ? startOf(item.items[0] as Pair) : rangeOf(item).from) - 1);

/** From the beginning of the first line to that of the line behind the last. */
function wholeLines(text: string, from: number, to: number): Edit {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const end = text.indexOf("\n", to);
  const behind = end < 0 ? text.length : end + 1;
  const blankBefore = text.slice(0, start).endsWith("\n\n");
  const blankBehind = text.startsWith("\n", behind);
  return { from: start, to: blankBefore && blankBehind ? behind + 1 : behind, text: "" };
}

/** As the contract is written: short lists on one line. */
function yamlText(value: Json, indent: number): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Seq(_, list) {
      if (list.items.every(isScalar) && JSON.stringify(list).length < 80) list.flow = true;
    },
  });
  const text = document.toString({ lineWidth: 120 - indent, flowCollectionPadding: false });
  return text.trimEnd().replace(/^(?=.)/gm, " ".repeat(indent));
}

const pairText = (name: string, value: Json, indent: number) => yamlText({ [name]: value }, indent);
const itemText = (value: Json, indent: number) => yamlText(value, indent + 2).replace(/^ */, `${" ".repeat(indent)}- `);
const keyText = (name: string) =>
  stringify({ [name]: null }, { nullStr: "" })
    .trimEnd()
    .slice(0, -1);
const flow = (value: Json) =>
  stringify(value, { collectionStyle: "flow", flowCollectionPadding: false, lineWidth: 0 }).trimEnd();

/** The same but for what is marked: an unknown that is answered, and where the answer comes from. */
function isAlike(one: Json | undefined, other: Json | undefined): boolean {
  if (!isObject(one) || !isObject(other)) return false;
  const { description } = one;
  return description !== undefined && description === other["description"];
}
