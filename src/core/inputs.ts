import { parseJson } from "../openapi/json.ts";
import type { Parameter, ServedOperation, ValueTypes } from "../openapi/operation.ts";
import type { ParsedRequest } from "./request.ts";

/** The parameters that a request has, with their values; `malformed` in another style. */
export type Inputs = ReadonlyMap<Parameter, unknown>;

/** Reads the values of all parameters that a request has. */
export function readInputs(
  { parameters }: ServedOperation,
  request: ParsedRequest,
  pathValues: Readonly<Record<string, string>>,
): Inputs {
  const inputs = new Map<Parameter, unknown>();
  for (const parameter of parameters) {
    const value = readInput(parameter, request, pathValues);
    if (value !== undefined) inputs.set(parameter, value);
  }
  return inputs;
}

/**
 * Reads the value of a parameter: `undefined` without one, and `malformed` if its text has another
 * style.
 */
export function readInput(
  parameter: Parameter,
  { query, headers, cookies }: ParsedRequest,
  pathValues: Readonly<Record<string, string>>,
): unknown {
  const { name, in: location } = parameter;
  if (location === "query") return parseParameter(parameter, query);
  const texts = {
    path: pathValues[name],
    header: headers[name.toLowerCase()],
    cookie: cookies.get(name),
  };
  const text = texts[location];
  return text === undefined ? undefined : parseParameter(parameter, text);
}

const anyValue: ValueTypes = { types: [] };

/**
 * Converts the texts of an input to a JSON value of its types. A text that fits none of them is
 * returned unchanged, and fails the validation.
 */
export function convert(
  texts: readonly string[],
  { types, items }: ValueTypes = anyValue,
): unknown {
  if (types.includes("array")) return texts.map((text) => convert([text], items));
  // The schema rejects a list in place of a single value.
  if (texts.length > 1) return texts;
  const [text = ""] = texts;
  const isNull = text === "" || (text === "null" && !types.includes("string"));
  if (isNull && types.includes("null")) return null;
  if (types.includes("boolean") && /^(true|false)$/.test(text)) return text === "true";
  if (types.some((type) => type === "integer" || type === "number") && isNumber(text))
    return Number(text);
  return types.includes("object") ? (parseJson(text) ?? text) : text;
}

const isNumber = (text: string) => /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text);

export const propertyTypesOf = (
  { properties, additional }: ValueTypes,
  name: string,
): ValueTypes | undefined =>
  properties && Object.hasOwn(properties, name) ? properties[name] : additional;

/** A value that isn't written in the style of its parameter. */
export const malformed: unique symbol = Symbol("malformed");

const separators: Readonly<Record<string, string>> = { spaceDelimited: " ", pipeDelimited: "|" };

/**
 * Parses the value of a parameter, in the style that the contract declares (OpenAPI 3.1, 4.8.12.3).
 * @param input The whole query of the request, or elsewhere the text of the parameter.
 * @returns `undefined` if the query has no such parameter, and `malformed` if its text has another
 * style.
 */
export function parseParameter(parameter: Parameter, input: URLSearchParams | string): unknown {
  const { name, in: location, json, valueTypes = { types: ["string"] } } = parameter;
  const { style = location === "query" ? "form" : "simple" } = parameter;
  const { explode = style === "form" } = parameter;
  const { types } = valueTypes;
  const query = typeof input === "string" ? undefined : input;
  if (query && style === "deepObject" && !json) return readBrackets(name, valueTypes, query);
  if (query && isSentAsProperties(parameter)) return readProperties(valueTypes, query);
  const texts = query?.getAll(name) ?? [String(input)];
  const [first, ...furtherTexts] = texts;
  if (first === undefined) return undefined;
  if (query && types.includes("array") && explode) return convert(texts, valueTypes);
  if (furtherTexts.length > 0 && (json || types.length > 0)) return malformed;
  if (json) return parseJson(first) ?? malformed;
  if (!types.includes("array") && !types.includes("object")) return convert(texts, valueTypes);
  const parts = first === "" ? [] : first.split(separators[style] ?? ",");
  // A list in a header has optional spaces (RFC 9110, 5.6.1).
  const trimmedParts = location === "header" ? parts.map((part) => part.trim()) : parts;
  return types.includes("array")
    ? convert(trimmedParts, valueTypes)
    : readPairs(trimmedParts, valueTypes, explode);
}

/** Returns whether a query parameter is an object whose properties are query parameters: `a=1`. */
export const isSentAsProperties = ({
  json,
  style = "form",
  explode = style === "form",
  valueTypes,
}: Parameter): boolean =>
  explode && style !== "deepObject" && !json && valueTypes?.types.includes("object") === true;

function readProperties(valueTypes: ValueTypes, query: URLSearchParams): unknown {
  const names = Object.keys(valueTypes.properties ?? {}).filter((key) => query.has(key));
  if (names.length === 0) return undefined;
  const read = (property: string) =>
    convert(query.getAll(property), propertyTypesOf(valueTypes, property));
  return Object.fromEntries(names.map((property) => [property, read(property)]));
}

/** Names in brackets after the name of a parameter, and a text of their value. */
type Entry = readonly [names: readonly string[], text: string];

/** As many as the library qs reads by default. */
export const maxBracketCount = 5;
const brackets = new RegExp(String.raw`^(\[[^[\]]+\]){0,${maxBracketCount - 1}}(\[[^[\]]*\])?$`);

/**
 * Reads an object or a list from query parameters with names in brackets: `name[a][b]=1`,
 * `name[a][]=1`.
 */
function readBrackets(name: string, valueTypes: ValueTypes, query: URLSearchParams): unknown {
  // An object has no value under its name alone.
  const isNamed = (key: string) =>
    key.startsWith(`${name}[`) || (key === name && !valueTypes.types.includes("object"));
  const parts = [...query].filter(([key]) => isNamed(key));
  if (parts.length === 0) return undefined;
  const suffixed = parts.map(([key, text]) => [key.slice(name.length), text] as const);
  if (!suffixed.every(([suffix]) => brackets.test(suffix))) return malformed;
  const namesOf = (suffix: string) => (suffix === "" ? [] : suffix.slice(1, -1).split("]["));
  const entries = suffixed.map(([suffix, text]) => [namesOf(suffix), text] as const);
  return readEntries(entries, valueTypes);
}

// The library qs reads a larger number as a name.
const isIndex = (name: string) => /^1?\d$/.test(name);

/**
 * Reads a value as the library qs does, but numbers as the names of an object if the contract
 * declares no list.
 */
function readEntries(entries: readonly Entry[], valueTypes: ValueTypes = anyValue): unknown {
  const { types, items } = valueTypes;
  const texts = entries.flatMap(([[name = ""], text]) => (name === "" ? [text] : []));
  if (!types.includes("array") && entries.every(([names]) => names.length === 0)) {
    return convert(texts, { types: types.filter((type) => type !== "object") });
  }
  const groups = new Map<string, Entry[]>();
  for (const [[name = "", ...names], text] of entries) {
    const group = groups.get(name) ?? [];
    group.push([names, text]);
    if (name !== "") groups.set(name, group);
  }
  const appendedItems = texts.map((text) => readEntries([[[], text]], items));
  if (!types.includes("object") && [...groups.keys()].every(isIndex)) {
    const indexed = [...groups].toSorted(([a], [b]) => Number(a) - Number(b));
    return [...appendedItems, ...indexed.map(([, group]) => readEntries(group, items))];
  }
  const properties = [...groups].map(([name, group]) => [
    name,
    readEntries(group, propertyTypesOf(valueTypes, name)),
  ]);
  // No object has items without a name.
  return appendedItems.length > 0 ? texts : Object.fromEntries(properties);
}

/** Reads an object from the parts of one text: `a,1,b,2`, or exploded `a=1,b=2`. */
function readPairs(parts: readonly string[], valueTypes: ValueTypes, explode: boolean): unknown {
  const texts = explode ? parts.flatMap((part) => part.split(/=(.*)/s, 2)) : parts;
  const names = texts.filter((_, index) => index % 2 === 0);
  const read = (name: string, index: number) =>
    convert([texts[2 * index + 1] ?? ""], propertyTypesOf(valueTypes, name));
  return Object.fromEntries(names.map((name, index) => [name, read(name, index)]));
}
