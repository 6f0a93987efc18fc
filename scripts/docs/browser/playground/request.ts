import { parseJson } from "../../../../src/openapi/json.ts";
import type { Json } from "../../../contract/document.ts";
import {
  type Body,
  type CallParameter,
  isStructured,
  type OperationCall,
} from "../../samples/call.ts";

export interface PlaygroundRequest extends OperationCall {
  /**
   * An example, a failure's example with its status code, a status code or a fault; empty: the
   * usual response.
   */
  response: string;
  /** The value of `Prefer`: the response and the delay. */
  preferences: string;
  /** In milliseconds. */
  delay: number;
}

/**
 * Builds the request of a form. If a value is invalid, returns a message that says what to change.
 */
export function requestOf(
  { body, ...call }: OperationCall,
  form: FormData,
): PlaygroundRequest | string {
  const textOf = (name: string) => String(form.get(name) ?? "");
  const [response, delay] = [textOf("response"), Number(textOf("delay"))];
  const texts = form.getAll("value").map(String);
  for (const [index, { input, in: location }] of call.parameters.entries()) {
    const text = texts[index] ?? "";
    if (location === "path" && ["", ".", ".."].includes(text))
      return `${input}: enter a path value. It can't be empty, "." or "..".`;
    // A header can contain only the printable characters of Latin-1.
    if (location === "header" && /[^\t\x20-\x7e\xa0-\xff]/.test(text))
      return `${input}: a header can't contain this text.`;
  }
  const content = body && textOf("body").trim() !== "" ? bodyOf(body.type, textOf("body")) : {};
  if (typeof content === "string") return content;
  return {
    ...call,
    ...content,
    response,
    delay,
    missingValues: [],
    parameters: call.parameters.flatMap((parameter, index) =>
      fillIn(parameter, texts[index] ?? ""),
    ),
    preferences: [response, delay > 0 ? `delay=${delay}` : ""].filter(Boolean).join(", "),
  };
}

/**
 * Returns a parameter with the value of a text, and each query parameter that the contract has no
 * name for.
 */
function fillIn(parameter: CallParameter, text: string): CallParameter[] {
  const unfilled = { ...parameter, value: undefined };
  if (text === "") return [unfilled];
  if (!parameter.isFreeForm)
    return [{ ...parameter, value: parameter.isText ? text : parseValue(text) }];
  return [
    unfilled,
    ...[...new URLSearchParams(text)].map(([name, value]) => ({ ...parameter, name, value })),
  ];
}

/** Parses a text as JSON. A text that isn't JSON stays. */
function parseValue(text: string): Json {
  const value = (parseJson(text) as Json | undefined) ?? text;
  // A number that is too long for a double would lose digits.
  return typeof value === "number" && String(value) !== text ? text : value;
}

function bodyOf(type: string, text: string): { body: Body } | string {
  const value = isStructured(type) ? (parseJson(text) as Json | undefined) : text;
  return value === undefined ? "Body: this isn't JSON." : { body: { type, value } };
}
