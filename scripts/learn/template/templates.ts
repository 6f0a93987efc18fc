import { isSuccessStatus } from "../../../src/openapi/status.ts";
import { describeShape, type NameRule } from "../../../src/traffic/names.ts";
import { camelCase } from "../../contract/names.ts";
import { singularWordsOf } from "../../contract/words.ts";
import type { Endpoint } from "../shape/endpoint.ts";
import { areAlike, merge, type Shape } from "../shape/shape.ts";
import {
  type createPaths,
  integerKey,
  isId,
  isUnclear,
  type KnownPath,
  type PathNode,
  textKey,
} from "./paths.ts";

export interface PathTemplate extends KnownPath {
  /** How each value was found, unless the path is the contract's or the maintainer's. */
  found?: Record<string, string>;
  /**
   * What the maintainer has to decide about the path, which has `{?}` in place of unclear segments.
   */
  question?: string;
  /** The keys of what was in place of `{?}`. */
  unclearKeys?: string[];
}

/** A segment of a template, and the paths with it. */
interface Part {
  /** A word, or the name of a value in braces. */
  text: string;
  /** The keys of the segments, if it's a value. */
  keys?: readonly string[];
  isUnclear?: boolean;
  node: PathNode;
}

/**
 * As many different words that are written, in one place and with responses of one shape, may be
 * values.
 */
const fewestWords = 3;

/**
 * Distinguishes words from values. A segment that isn't a word is taken for a value, and so is a
 * withheld word if another segment in its place has responses of the same shape. A single withheld
 * word is unclear, and so is any word beside values with responses of its shape. Paths on which all
 * requests failed have no template, unless the contract has one, or values stand in their place.
 */
export function templatesOf(
  { root, known }: ReturnType<typeof createPaths>,
  rule: NameRule,
): PathTemplate[] {
  const templates: PathTemplate[] = [...known.values(), ...templatesIn(root, [], rule)];
  const keyOf = ({ path, method }: PathTemplate) => `${path} ${method}`;
  return templates.sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

function* templatesIn(
  node: PathNode,
  parts: readonly Part[],
  rule: NameRule,
): Generator<PathTemplate> {
  for (const [method, endpoint] of node.endpoints)
    if (endpoint.hasSucceeded) yield render(method, endpoint, parts);
  for (const part of partsAfter(node, parts, rule))
    yield* templatesIn(part.node, [...parts, part], rule);
}

/** Resolves the next segments of paths with one start. At the top, words are names of resources. */
function partsAfter(
  { children }: PathNode,
  parts: readonly Part[],
  { isOfContract }: NameRule,
): Part[] {
  const isTop = parts.every(({ text, keys }) => keys || isPrefix(text));
  const nodes = [...children]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, node]) => ({ key, node, signature: new Map(isTop ? [] : signaturesIn(node)) }));
  const hasIds = nodes.some(({ key }) => isId(key));

  const segments = nodes.map(({ key, node, signature }) => {
    // A word of the contract says nothing about what stands beside it.
    const alikeKeys = nodes.flatMap((other) =>
      other.key !== key && !isOfContract(other.key) && isAlike(other.signature, signature)
        ? other.key
        : [],
    );
    const isBesideValues = alikeKeys.some((other) => isId(other) || isUnclear(other));
    // A path on which all requests failed is no path beside values.
    const isFailure = !isTop && hasIds && !isOfContract(key) && !hasSucceeded(node);
    const isWord = !isId(key) && !isUnclear(key);
    const isOneOfMany = !isOfContract(key) && alikeKeys.length + 1 >= fewestWords;
    let kind: "word" | "value" | "unclear";
    // At the top, a text may be several names of resources.
    if (isId(key)) kind = isTop && key === textKey ? "unclear" : "value";
    else if (isFailure) kind = "value";
    else if (isWord) kind = isBesideValues || isOneOfMany ? "unclear" : "word";
    else kind = isBesideValues ? "value" : "unclear";
    // A word beside values with responses of its shape may be a name, such as Price.
    return { kind, node, text: key, key: isWord && isBesideValues ? `?${key}` : key };
  });

  const valueParts = (["value", "unclear"] as const).flatMap((kind): Part[] => {
    const values = segments.filter((segment) => segment.kind === kind);
    const [first, ...others] = values.map(({ node }) => node);
    if (!first) return [];
    // A word on which all requests failed says nothing about values.
    const succeeded = values.filter(({ node }) => hasSucceeded(node));
    const keys = (succeeded.length > 0 ? succeeded : values).map(({ key }) => key);
    const taken = parts.filter((part) => !part.isUnclear).map(({ text }) => text);
    const text = nameAfter(parts, taken);
    return [{ text, keys, isUnclear: kind === "unclear", node: others.reduce(merge, first) }];
  });
  return [
    ...segments.filter(({ kind }) => kind === "word").map(({ text, node }) => ({ text, node })),
    ...valueParts,
  ];
}

const hasSucceeded = ({ endpoints, children }: PathNode): boolean =>
  [...endpoints.values()].some((endpoint) => endpoint.hasSucceeded) ||
  [...children.values()].some(hasSucceeded);

/** The fields of a successful response, without those that any response may have. */
type Fields = ReadonlySet<string>;

/** Lists the fields of successful responses, by method and the rest of the path. */
function* signaturesIn(
  { endpoints, children }: PathNode,
  rest = "",
): Generator<[rest: string, Fields]> {
  for (const [method, { responses }] of endpoints) {
    const successes = [...responses].filter(([status]) => isSuccessStatus(status));
    const shapes = successes.flatMap(([, { bodies }]) => [...(bodies?.fields.values() ?? [])]);
    yield [`${method} ${rest}`, new Set(shapes.flatMap((shape) => [...fieldsIn(shape)]))];
  }
  for (const [key, node] of children) yield* signaturesIn(node, `${rest}/${key}`);
}

function* fieldsIn({ fields, items }: Shape, path = ""): Generator<string> {
  for (const [name, field] of fields) {
    if (/^(success|message)$/.test(`${path}${name}`)) continue;
    yield `${path}${name}`;
    yield* fieldsIn(field, `${path}${name}.`);
  }
  if (items) yield* fieldsIn(items, `${path}[].`);
}

/** Returns whether responses have a shape in common. Responses without fields are no evidence. */
const isAlike = (
  signature: ReadonlyMap<string, Fields>,
  other: ReadonlyMap<string, Fields>,
): boolean =>
  [...signature].some(([rest, fields]) => areAlike(fields, other.get(rest) ?? new Set()));

/** Returns whether a segment begins the paths of an API, and names nothing. */
const isPrefix = (segment: string): boolean => /^(api|v\d+)$/i.test(segment);

/** Names a value, such as `{agentId}` after `agents`. Others of its path have the taken names. */
function nameAfter(parts: readonly Part[], taken: readonly string[]): string {
  const { text = "", keys } = parts.at(-1) ?? {};
  const words =
    keys || isPrefix(text) ? [] : singularWordsOf(text).filter((part) => /^[a-z]/.test(part));
  const base = words.length === 0 ? "id" : camelCase(words.join(" ")).replace(/(Id)?$/, "Id");
  let name = `{${base}}`;
  for (let number = 2; taken.includes(name); number++) name = `{${base}${number}}`;
  return name;
}

function render(method: string, endpoint: Endpoint, parts: readonly Part[]): PathTemplate {
  const found: Record<string, string> = {};
  const values: KnownPath["values"] = {};
  const unclearNames: string[] = [];
  const unclearKeys: string[] = [];
  for (const { text, keys, isUnclear: isOpen } of parts) {
    if (!keys) continue;
    const name = text.slice(1, -1);
    values[name] = keys.every((key) => key === integerKey) ? "integer" : "string";
    found[isOpen ? "?" : name] = isOpen ? "unclear" : keys.every(isId) ? "ids" : "different words";
    if (!isOpen) continue;
    unclearNames.push(text);
    unclearKeys.push(...keys);
  }
  // A slash at the end counts if all requests have it.
  const end = parts.length > 0 && endpoint.slashCount === endpoint.count ? "/" : "";
  const path = `/${parts.map(({ text, isUnclear: isOpen }) => (isOpen ? "{?}" : text)).join("/")}${end}`;
  const template = { method, path, found, values, endpoint };
  if (unclearKeys.length === 0) return template;
  const shown = [...new Set(unclearKeys.sort().map(describeKey))];
  const rest = shown.length > 5 ? ` or ${shown.length - 5} others` : "";
  const question = `Replace {?} by a value, such as ${unclearNames.join(" or ")}, or by what was there: ${shown.slice(0, 5).join(", ")}${rest}`;
  return { ...template, question, unclearKeys };
}

function describeKey(key: string): string {
  if (key === textKey) return "a string";
  return isUnclear(key) ? `a word of ${describeShape(key.slice(1))}` : key;
}
