import type { Json } from "../../../contract/json.ts";
import type { Parameter } from "../../../contract.ts";
import type { SampleCall } from "../../samples/call.ts";
import { writeQuery } from "../../samples/wire.ts";

/** The form field of an input, with its name on the wire. */
export interface Field extends Pick<Parameter, "name" | "style" | "explode"> {
  /** Its name in the client. */
  input: string;
  /** `free`: any query parameters, because the contract doesn't know their names. */
  in: Parameter["in"] | "free";
  /** The text of the samples' value. Empty: not sent. */
  text: string;
  /** The JSON types that it can have. */
  types: readonly string[];
}

/** An operation in the playground: the call of the samples, with `{name}` in its path for each path value. */
export interface Operation extends SampleCall {
  fields: Field[];
}

export interface PlaygroundRequest extends SampleCall {
  /** The query parameters that the contract has no name for. */
  free: [name: string, value: string][];
  /** An example, a failure's example with its status code, a status code or a fault; empty: the usual response. */
  response: string;
  /** The value of `Prefer`: the response and the delay. */
  preferences: string;
  /** In milliseconds. */
  delay: number;
}

/** Builds the request of a form. If a value is invalid, returns a message that says what to change. */
export function requestOf({ fields, body, ...call }: Operation, form: FormData): PlaygroundRequest | string {
  const textOf = (name: string) => String(form.get(name) ?? "");
  const [response, delay] = [textOf("response"), Number(textOf("delay"))];
  const texts = form.getAll("value").map(String);
  const filledFields = fields
    .map((field, index) => ({ ...field, text: texts[index] ?? "" }))
    .filter((field) => field.in === "path" || field.text !== "");
  for (const { input, text, in: location } of filledFields) {
    if (location === "path" && ["", ".", ".."].includes(text))
      return `${input}: enter a path value. It can't be empty, "." or "..".`;
    // A header can contain only the printable characters of Latin-1.
    if (location === "header" && /[^\t\x20-\x7e\xa0-\xff]/.test(text))
      return `${input}: a header can't contain this text.`;
  }
  const fieldsIn = (...locations: Field["in"][]) => filledFields.filter((field) => locations.includes(field.in));
  const free = fieldsIn("free").flatMap(({ text }) => [...new URLSearchParams(text)]);
  const content = body && textOf("body").trim() !== "" ? bodyOf(body.type, textOf("body")) : {};
  if (typeof content === "string") return content;
  return {
    ...{ ...call, ...content, response, free, delay },
    path: fieldsIn("path").reduce(
      (path, { name, text }) => path.replace(`{${name}}`, encodeURIComponent(text)),
      call.path,
    ),
    pathValues: fieldsIn("path").map(parseValue),
    inputs: Object.fromEntries(fieldsIn("query", "header").map((field) => [field.input, parseValue(field)])),
    query: [...fieldsIn("query").flatMap((field) => writeQuery(field, parseValue(field))), ...free],
    headers: fieldsIn("header").map(({ name, text }) => [name, text]),
    preferences: [response, delay > 0 ? `delay=${delay}` : ""].filter(Boolean).join(", "),
  };
}

/** Parses a text as JSON, unless the types allow strings. A text that isn't JSON stays. */
function parseValue({ text, types }: Field): Json {
  if (types.includes("string") || types.length === 0) return text;
  const value = parseJson(text) ?? text;
  // A number that is too long for a double would lose digits.
  return typeof value === "number" && String(value) !== text ? text : value;
}

function bodyOf(type: string, text: string): { body: { type: string; value: Json } } | string {
  if (!/[/+]json\b|^multipart\/|urlencoded/i.test(type)) return { body: { type, value: text } };
  const value = parseJson(text);
  return value === undefined ? "Body: this isn't JSON." : { body: { type, value } };
}

/** Parses a text as JSON, if it's JSON. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
