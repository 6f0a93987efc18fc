import type { Parameter, ValueTypes } from "./operation.ts";
import { convert, parseJson, propertyTypesOf } from "./values.ts";

/** A value that isn't written in the style of its parameter. */
export const malformed: unique symbol = Symbol("malformed");

const text: ValueTypes = { types: ["string"] };
const separators: Readonly<Record<string, string>> = { spaceDelimited: " ", pipeDelimited: "|" };

/**
 * Reads the value of a parameter, in the style that the contract declares (OpenAPI 3.1, 4.8.12.3).
 * @param input The whole query of the request, or elsewhere the text of the parameter.
 * @returns `undefined` if the query has no such parameter, and `malformed` if its text has another style.
 */
export function readValue(parameter: Parameter, input: URLSearchParams | string): unknown {
  const { name, in: location, json, valueTypes = text } = parameter;
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
  const start = `${name}[`;
  const properties = isDeep
    ? [...new Set(query.keys())].flatMap((key) =>
        key.startsWith(start) && key.endsWith("]") ? [[key.slice(start.length, -1), key] as const] : [],
      )
    : Object.keys(valueTypes.properties ?? {}).flatMap((key) => (query.has(key) ? [[key, key] as const] : []));
  if (properties.length === 0) return undefined;
  return Object.fromEntries(
    properties.map(([property, key]) => [property, convert(query.getAll(key), propertyTypesOf(valueTypes, property))]),
  );
}

/** Reads an object from the parts of one text: `a,1,b,2`, or exploded `a=1,b=2`. */
function readPairs(parts: readonly string[], valueTypes: ValueTypes, explode: boolean): unknown {
  const texts = explode ? parts.flatMap((part) => part.split(/=(.*)/s, 2)) : parts;
  return Object.fromEntries(
    texts.flatMap((key, index) =>
      index % 2 === 0 ? [[key, convert([texts[index + 1] ?? ""], propertyTypesOf(valueTypes, key))]] : [],
    ),
  );
}
