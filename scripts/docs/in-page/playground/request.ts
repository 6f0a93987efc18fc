import type { Json } from "../../../contract/json.ts";
import { isMultipart, type SampleCall } from "../../samples/call.ts";
import { writeQuery } from "../../samples/wire.ts";

/** The form field of an input. */
export interface Field {
  /** Its name in the client. */
  name: string;
  wire: string;
  /** `free`: any query parameters, because the contract doesn't know their names. */
  in: "path" | "query" | "header" | "free";
  /** The JSON types that it can have. */
  types: readonly string[];
  style?: string;
  explode?: boolean;
}

/** An operation in the playground: the call of the samples, with fields instead of values. */
export interface Operation
  extends Pick<SampleCall, "operationId" | "method" | "takesInputs" | "inputsFirst" | "result" | "token"> {
  /** With `{name}` for each path value. */
  path: string;
  fields: Field[];
  /** The media type of its body. */
  bodyType?: string;
}

/** The values that the reader filled in. */
export interface FormValues {
  /** A text for each field; empty: not sent. */
  values: string[];
  body: string;
  /** An example, a failure's example with its status code, a status code or a fault; empty: the usual response. */
  response: string;
  /** In milliseconds. */
  delay: string;
}

export interface PlaygroundRequest extends SampleCall {
  /** The query parameters that the contract has no name for. */
  free: [name: string, value: string][];
  response: string;
  /** The value of `Prefer`: the response and the delay. */
  preferences: string;
  delay: number;
}

/** Builds the request of a form. If a value is invalid, returns a message that says what to change. */
export function requestOf(
  operation: Operation,
  { values, body, response, delay }: FormValues,
): PlaygroundRequest | string {
  const filledFields = operation.fields.map((field, index) => ({ ...field, text: values[index] ?? "" }));
  const pathFields = filledFields.filter((field) => field.in === "path");
  for (const { name, text } of pathFields) {
    if (["", ".", ".."].includes(text)) return `${name}: enter a path value. It can't be empty, "." or "..".`;
  }
  const namedFields = filledFields.filter(
    ({ in: location, text }) => text !== "" && (location === "query" || location === "header"),
  );
  for (const { name, text, in: location } of namedFields) {
    // A header can contain only the printable characters of Latin-1.
    if (location === "header" && /[^\t\x20-\x7e\xa0-\xff]/.test(text))
      return `${name}: a header can't contain this text.`;
  }
  const free = filledFields.flatMap((field) => (field.in === "free" ? [...new URLSearchParams(field.text)] : []));
  const content = operation.bodyType && body.trim() !== "" ? bodyOf(operation.bodyType, body) : {};
  if (typeof content === "string") return content;
  const preferences = [response, Number(delay) > 0 ? `delay=${Number(delay)}` : ""].filter(Boolean).join(", ");
  const queryFields = namedFields.filter((field) => field.in === "query");
  return {
    ...operation,
    path: operation.path.replaceAll(/\{([^}]+)\}/g, (_, name) =>
      encodeSegment(pathFields.find(({ wire }) => wire === name)?.text ?? ""),
    ),
    pathValues: pathFields.map(parseValue),
    inputs: Object.fromEntries(namedFields.map((field) => [field.name, parseValue(field)])),
    query: [...queryFields.flatMap((field) => writeQuery({ ...field, name: field.wire }, parseValue(field))), ...free],
    headers: namedFields.flatMap(({ in: location, wire, text }) => (location === "header" ? [[wire, text]] : [])),
    ...{ free, response, preferences, ...content },
    delay: Number(delay) || 0,
  };
}

/** Encodes a path value, and also `!`, which a shell expands even between double quotes. */
const encodeSegment = (text: string): string => encodeURIComponent(text).replaceAll("!", "%21");

/** Parses a text as JSON, unless the types allow strings. A text that isn't JSON stays. */
function parseValue({ text, types }: { text: string; types: readonly string[] }): Json {
  if (types.includes("string") || types.length === 0) return text;
  try {
    const value = JSON.parse(text) as Json;
    // A number that is too long for a double would lose digits.
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
    return isMultipart(type) ? "Body: enter the fields of the form as JSON." : "Body: this isn't JSON.";
  }
}
