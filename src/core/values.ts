import type { Parameter, ValueTypes } from "../openapi/model/operation.ts";
import { parseJson } from "./text.ts";

const anyValue: ValueTypes = { types: [] };

/**
 * Converts the texts of an input to a JSON value of its types. A text that fits none of them is returned unchanged, and
 * fails the validation.
 */
export function convert(texts: readonly string[], { types, items }: ValueTypes = anyValue): unknown {
  if (types.includes("array")) return texts.map((text) => convert([text], items));
  // The schema rejects a list in place of a single value.
  if (texts.length > 1) return texts;
  const [text = ""] = texts;
  const isNull = text === "" || (text === "null" && !types.includes("string"));
  if (isNull && types.includes("null")) return null;
  if (types.includes("boolean") && /^(true|false)$/.test(text)) return text === "true";
  if (types.some((type) => type === "integer" || type === "number") && isNumber(text)) return Number(text);
  return types.includes("object") ? (parseJson(text) ?? text) : text;
}

const isNumber = (text: string) => /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text);

export const propertyTypesOf = ({ properties, additional }: ValueTypes, name: string): ValueTypes | undefined =>
  properties && Object.hasOwn(properties, name) ? properties[name] : additional;

/** A value that isn't written in the style of its parameter. */
export const malformed: unique symbol = Symbol("malformed");

const separators: Readonly<Record<string, string>> = { spaceDelimited: " ", pipeDelimited: "|" };

/**
 * Reads the value of a parameter, in the style that the contract declares (OpenAPI 3.1, 4.8.12.3).
 * @param input The whole query of the request, or elsewhere the text of the parameter.
 * @returns `undefined` if the query has no such parameter, and `malformed` if its text has another style.
 */
export function readValue(parameter: Parameter, input: URLSearchParams | string): unknown {
  const { name, in: location, json, valueTypes = { types: ["string"] } } = parameter;
  const { style = location === "query" ? "form" : "simple" } = parameter;
  const { explode = style === "form" } = parameter;
  const { types } = valueTypes;
  const query = typeof input === "string" ? undefined : input;
  if (query && types.includes("object") && !json && (explode || style === "deepObject")) {
    return readProperties(name, valueTypes, query, style === "deepObject");
  }
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
  return types.includes("array") ? convert(trimmedParts, valueTypes) : readPairs(trimmedParts, valueTypes, explode);
}

/** Reads an object whose properties are query parameters: `a=1`, or if it is deep `name[a]=1`. */
function readProperties(name: string, valueTypes: ValueTypes, query: URLSearchParams, isDeep: boolean): unknown {
  const [start, end] = isDeep ? [`${name}[`, "]"] : ["", ""];
  const deepNames = [...new Set(query.keys())]
    .filter((key) => key.startsWith(start) && key.endsWith(end))
    .map((key) => key.slice(start.length, key.length - end.length));
  const names = isDeep ? deepNames : Object.keys(valueTypes.properties ?? {}).filter((key) => query.has(key));
  if (names.length === 0) return undefined;
  const read = (property: string) =>
    convert(query.getAll(`${start}${property}${end}`), propertyTypesOf(valueTypes, property));
  return Object.fromEntries(names.map((property) => [property, read(property)]));
}

/** Reads an object from the parts of one text: `a,1,b,2`, or exploded `a=1,b=2`. */
function readPairs(parts: readonly string[], valueTypes: ValueTypes, explode: boolean): unknown {
  const texts = explode ? parts.flatMap((part) => part.split(/=(.*)/s, 2)) : parts;
  const read = (key: string, index: number) => [
    key,
    convert([texts[index + 1] ?? ""], propertyTypesOf(valueTypes, key)),
  ];
  return Object.fromEntries(texts.map(read).filter((_, index) => index % 2 === 0));
}
