import type { Parameter } from "./operation.ts";
import { convert, parseJson, propertyTypesOf } from "./values.ts";

/** The source of an input: the whole query of the request, or elsewhere the input's text. */
export type InputText = URLSearchParams | string;

/** A value that isn't written in the style of its parameter. */
export const malformed: unique symbol = Symbol("malformed");

/**
 * Reads the value of a parameter from its text, in the style that the contract declares (OpenAPI 3.1, 4.8.12.3).
 * @returns `undefined` if the query has no such parameter, and `malformed` if its text has another style.
 */
export function readValue(parameter: Parameter, input: InputText): unknown {
  const { name, json, style = defaultStyleOf(parameter), valueTypes } = parameter;
  const texts = typeof input === "string" ? [input] : input.getAll(name);
  if (json)
    return texts.length === 0 ? undefined : texts.length > 1 ? malformed : (parseJson(texts[0] ?? "") ?? malformed);
  const explode = parameter.explode ?? style === "form";
  if (valueTypes?.types.includes("object") && typeof input !== "string" && (explode || style === "deepObject")) {
    return readProperties(parameter, input, style);
  }
  const [text] = texts;
  if (text === undefined) return undefined;
  if (!valueTypes) return texts.length > 1 ? malformed : readText(parameter, style, text);
  const { types } = valueTypes;
  if (types.includes("array")) {
    const isExploded = explode && typeof input !== "string" && style === "form";
    if (!isExploded && texts.length > 1) return malformed;
    const items = isExploded ? texts : readParts(parameter, style, explode, text);
    return items === malformed ? malformed : convert(items, valueTypes);
  }
  if (types.includes("object")) return readPairs(parameter, style, explode, text);
  const plain = texts.length > 1 ? texts : [readText(parameter, style, text)];
  return plain.includes(malformed) ? malformed : convert(plain as string[], valueTypes);
}

const defaultStyleOf = ({ in: location }: Parameter) =>
  location === "query" || location === "cookie" ? "form" : "simple";

/** Reads an object whose properties are query parameters: `a=1`, or `name[a]=1`. */
function readProperties(
  { name, valueTypes = { types: [] } }: Parameter,
  query: URLSearchParams,
  style: string,
): unknown {
  const isDeep = style === "deepObject";
  const start = `${name}[`;
  const keys = isDeep
    ? [...new Set(query.keys())].filter((key) => key.startsWith(start) && key.endsWith("]"))
    : Object.keys(valueTypes.properties ?? {}).filter((property) => query.has(property));
  if (keys.length === 0) return undefined;
  const propertyOf = (key: string) => (isDeep ? key.slice(start.length, -1) : key);
  return Object.fromEntries(
    keys.map((key) => [propertyOf(key), convert(query.getAll(key), propertyTypesOf(valueTypes, propertyOf(key)))]),
  );
}

/** Reads an object from one text: `a,1,b,2`, or exploded `a=1,b=2`. */
function readPairs(parameter: Parameter, style: string, explode: boolean, text: string): unknown {
  const parts = readParts(parameter, style, explode, text);
  if (parts === malformed) return malformed;
  const flat = explode ? parts.flatMap((part) => part.split(/=(.*)/s, 2)) : parts;
  const keys = flat.filter((_, index) => index % 2 === 0);
  return Object.fromEntries(
    keys.map((key, index) => [
      key,
      convert([flat[2 * index + 1] ?? ""], propertyTypesOf(parameter.valueTypes ?? { types: [] }, key)),
    ]),
  );
}

/** Returns the text of a value without the prefix of its style. */
function readText({ name }: Parameter, style: string, text: string): string | typeof malformed {
  if (style === "label") return text.startsWith(".") ? text.slice(1) : malformed;
  if (style !== "matrix") return text;
  return text.startsWith(`;${name}=`) ? text.slice(name.length + 2) : malformed;
}

const separators: Readonly<Record<string, string>> = { spaceDelimited: " ", pipeDelimited: "|" };

/** Splits the text of a list or an object. */
function readParts(parameter: Parameter, style: string, explode: boolean, text: string): string[] | typeof malformed {
  if (style === "matrix" && explode) {
    const parts = text.slice(1).split(";");
    const prefix = parameter.valueTypes?.types.includes("array") ? `${parameter.name}=` : "";
    if (!text.startsWith(";") || !parts.every((part) => part.startsWith(prefix))) return malformed;
    return parts.map((part) => part.slice(prefix.length));
  }
  const plain = readText(parameter, style, text);
  if (plain === malformed || plain === "") return plain === "" ? [] : malformed;
  if (style === "label" && explode) return plain.split(".");
  const parts = plain.split(separators[style] ?? ",");
  // A list in a header has optional spaces (RFC 9110, 5.6.1).
  return parameter.in === "header" ? parts.map((part) => part.trim()) : parts;
}
