import type { Json } from "../../../contract/json.ts";
import { isMultipart, type Sent } from "../../samples/sent.ts";
import { onTheWire } from "../../samples/wire.ts";

/** An input of an operation, as its form field has it. */
export interface Field {
  /** The name that a named call gives it. */
  name: string;
  wire: string;
  /** `free`: any query parameters, because the contract doesn't know their names. */
  in: "path" | "query" | "header" | "free";
  /** The JSON types that it can have. */
  types: readonly string[];
  style?: string;
  explode?: boolean;
}

/** An operation as the playground has it: what the samples send, with the fields in place of the values. */
export interface Operation
  extends Pick<Sent, "operationId" | "method" | "takesInputs" | "inputsFirst" | "received" | "token"> {
  /** With `{name}` for each path value. */
  path: string;
  fields: Field[];
  /** The media type of its body. */
  bodyType?: string;
}

/** The values that the reader filled in. */
export interface Filled {
  /** A text for each field; empty: not sent. */
  values: string[];
  body: string;
  /** One preference: an example, a status code or a fault. */
  response: string;
  /** In milliseconds. */
  delay: string;
}

export interface PlaygroundRequest extends Sent {
  /** The query parameters that the contract has no name for. */
  free: [name: string, value: string][];
  response: string;
  delay: number;
}

/** Builds the request of a filled form. If the form is invalid, returns a text that says what to change. */
export function requestOf(operation: Operation, { values, body, response, delay }: Filled): PlaygroundRequest | string {
  const given = operation.fields.map((field, at) => ({ ...field, text: values[at] ?? "" }));
  const inPath = given.filter((field) => field.in === "path");
  for (const { name, text } of inPath) {
    if (["", ".", ".."].includes(text)) return `${name}: enter a path value. It can't be empty, "." or "..".`;
  }
  const named = given.filter(({ in: place, text }) => text !== "" && (place === "query" || place === "header"));
  for (const { name, text, in: place } of named) {
    // A header can contain only the printable characters of Latin-1.
    if (place === "header" && /[^\t\x20-\x7e\xa0-\xff]/.test(text)) return `${name}: a header can't contain this text.`;
  }
  const free = given.flatMap((field) => (field.in === "free" ? [...new URLSearchParams(field.text)] : []));
  const content = operation.bodyType && body.trim() !== "" ? bodyOf(operation.bodyType, body) : {};
  if (typeof content === "string") return content;
  const preferences = [response, Number(delay) > 0 ? `delay=${Number(delay)}` : ""].filter(Boolean).join(", ");
  const inQuery = named.filter((field) => field.in === "query");
  return {
    ...operation,
    path: operation.path.replaceAll(/\{([^}]+)\}/g, (_, name) =>
      encodeSegment(inPath.find(({ wire }) => wire === name)?.text ?? ""),
    ),
    pathValues: inPath.map(typed),
    inputs: Object.fromEntries(named.map((field) => [field.name, typed(field)])),
    query: [...inQuery.flatMap((field) => onTheWire({ ...field, name: field.wire }, typed(field))), ...free],
    headers: [
      ...named.flatMap(({ in: place, wire, text }): [string, string][] => (place === "header" ? [[wire, text]] : [])),
      ...(preferences ? [["prefer", preferences] as [string, string]] : []),
    ],
    free,
    ...content,
    response,
    delay: Number(delay) || 0,
  };
}

/** A shell expands `!` even between double quotes. */
const encodeSegment = (text: string): string => encodeURIComponent(text).replaceAll("!", "%21");

/** Returns the value of a text in a program: the text itself if the types allow strings. */
function typed({ text, types }: { text: string; types: readonly string[] }): Json {
  if (types.includes("string") || types.length === 0) return text;
  try {
    const value = JSON.parse(text) as Json;
    // A number that is too long for a double would change.
    return typeof value === "number" && String(value) !== text ? text : value;
  } catch {
    return text;
  }
}

function bodyOf(type: string, text: string): { body: { type: string; value: Json } } | string {
  if (!/[/+]json\b|^multipart\/|urlencoded/i.test(type)) return { body: { type, value: text } };
  try {
    return { body: { type, value: JSON.parse(text) as Json } };
  } catch {
    return isMultipart(type) ? "Body: enter the fields of the form as JSON." : "Body: this is not JSON.";
  }
}
