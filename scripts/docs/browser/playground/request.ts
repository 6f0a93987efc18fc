import { parseJson } from "../../../../src/openapi/json.ts";
import type { Json } from "../../../contract/document.ts";
import {
  type Body,
  type CallParameter,
  isStructured,
  type OperationCall,
  toRequest,
} from "../../samples/call.ts";

export interface PlaygroundRequest extends OperationCall {
  /**
   * An example, a failure's example with its status code, a status code or a fault; empty: the
   * usual response.
   */
  response: string;
  /** Of the response and the delay. A sample that runs again gets the same response again. */
  preferences: string;
  /** In milliseconds. */
  delay: number;
  /** How many requests get the response, before others get the usual one; 0: all. */
  times: number;
}

/**
 * Builds the request of a form. If a value is invalid, returns a message that says what to change.
 */
export function requestOf(
  { body, ...call }: OperationCall,
  form: FormData,
): PlaygroundRequest | string {
  const textOf = (name: string) => String(form.get(name) ?? "");
  const response = textOf("response");
  const [delay, times] = [Number(textOf("delay")), Number(textOf("times"))];
  const texts = form.getAll("value").map(String);
  const content = body && textOf("body").trim() !== "" ? bodyOf(body.type, textOf("body")) : {};
  if (typeof content === "string") return content;
  const request = {
    ...call,
    ...content,
    response,
    delay,
    times,
    missingValues: [],
    parameters: call.parameters.flatMap((parameter, index) =>
      fillIn(parameter, texts[index] ?? ""),
    ),
    preferences: joinPreferences(response, delay > 0 && `delay=${delay}`),
  };
  try {
    toRequest(request);
    return request;
  } catch (error) {
    return (error as Error).message;
  }
}

const joinPreferences = (...parts: (string | false)[]) => parts.filter(Boolean).join(", ");

/** Returns the request as it is sent: with the times of its response. */
export const withTimes = (request: PlaygroundRequest): PlaygroundRequest => ({
  ...request,
  preferences: joinPreferences(request.preferences, request.times > 0 && `times=${request.times}`),
});

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
  return value === undefined ? "The body isn't valid JSON." : { body: { type, value } };
}
