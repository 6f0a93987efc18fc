import { framingHeaders } from "../openapi/header.ts";
import { isObject, type JsonObject } from "../openapi/json.ts";
import { isRejection, type Rejection, reject } from "./rejection.ts";
import { booleanParser, createIntegerParser, describeUnknown, type TextParser } from "./text.ts";

export const faults = ["reset", "stall", "truncate", "garbage"] as const;

/**
 * A fault on the wire. `reset`: the connection is reset before the response. `stall`: the head and
 * half of the body, then silence. `truncate`: the head and half of the body, then the connection
 * closes. `garbage`: a body that claims to be JSON and isn't. A response that can have no content
 * (204, 205, 304, or to `HEAD`) takes `reset` alone; an empty one takes all four.
 */
export type Fault = (typeof faults)[number];

/** A tester's preferences for a response. */
export interface Preferences {
  /** The named example to respond with. */
  readonly example?: string;
  /** The status code to respond with, 200 to 599. */
  readonly code?: number;
  /** Whether to generate a random body from the schema, in place of an example. */
  readonly dynamic?: boolean;
  /** How long to wait before the response, in milliseconds, up to 600,000. */
  readonly delay?: number;
  /** The fault on the wire. */
  readonly fault?: Fault;
  /** How many requests of a test run this step applies to. */
  readonly times?: number;
}

const parsers: { readonly [Name in keyof Preferences]-?: TextParser<Preferences[Name]> } = {
  example: { parse: (text) => text, expected: "a name" },
  code: createIntegerParser(200, 599, "a status code from 200 to 599"),
  dynamic: booleanParser,
  delay: createIntegerParser(0, 600_000, "milliseconds, 0 to 600000"),
  fault: {
    parse: (text) => faults.find((fault) => fault === text),
    expected: `one of ${faults.join(", ")}`,
  },
  times: createIntegerParser(1, 1_000_000, "a count from 1"),
};

const isPreference = (name: string): name is keyof Preferences => Object.hasOwn(parsers, name);

const rejectPreference = (text: string) => {
  const [name = ""] = text.replace(/^[\s,;]+/, "").split("=", 1);
  return reject(400, describeUnknown("preference", name, Object.keys(parsers)));
};

// Preferences registered with IANA. Clients send them anyway, so they are ignored.
const standardPreferences = ["depth-noroot", "handling", "respond-async", "return", "safe", "wait"];

// RFC 7240, section 2: preference = token [ BWS "=" BWS word ] *( OWS ";" [ OWS parameter ] ); word
// = token / quoted-string. The last group is text up to the next preference that doesn't fit.
const preferencePattern =
  /(^|[,;])[ \t]*([!#$%&'*+.^_`|~\w-]+)(?:[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([!#$%&'*+.^_`|~\w-]*)))?[ \t]*([^,;]*)/g;

export const noPreferences: Preferences = {};

/**
 * Parses a `Prefer` header. Preferences registered with IANA are ignored, with their parameters.
 * @param exampleNames The examples that it can name. Default: any.
 */
export function parsePreferences(
  header: string,
  exampleNames?: readonly string[],
): Preferences | Rejection {
  if (header === "") return noPreferences;
  const texts: Record<string, string> = {};
  let isIgnored = false;
  for (const [, separator, name = "", quoted, bare, rest] of header.matchAll(preferencePattern)) {
    const key = name.toLowerCase();
    // A semicolon precedes a parameter of the preference before it.
    if (separator !== ";") isIgnored = standardPreferences.includes(key);
    if (isIgnored) continue;
    if (!isPreference(key)) return rejectPreference(name + rest);
    if (rest) return reject(400, `can't read what follows ${key}. Put commas between preferences.`);
    // Of several the first wins (RFC 7240, 2).
    texts[key] ??= quoted?.replace(/\\(.)/g, "$1") ?? bare ?? "";
  }
  const unread = header.replace(preferencePattern, "");
  return /[^\s,;]/.test(unread) ? rejectPreference(unread) : parseStep(texts, exampleNames);
}

/**
 * Removes the preferences of a query, for those who can't send headers: `?__code=503`. Returns them
 * as `Prefer` has them.
 * @param names The names in the query that the contract doesn't declare.
 */
export function takeQueryPreferences(query: URLSearchParams, names: readonly string[]): string {
  const preferences = names.filter((name) => name.startsWith("__") && isPreference(name.slice(2)));
  return preferences
    .map((name) => {
      const [value = ""] = query.getAll(name);
      query.delete(name);
      return `${name.slice(2)}="${value.replace(/["\\]/g, "\\$&")}"`;
    })
    .join(", ");
}

/** A planned response: the preferences of a `Prefer` header, or a response of the tester. */
export interface Step extends Preferences {
  /**
   * Responds with this body, or with what a function of the request returns, in place of an
   * example; `null` is a body too.
   */
  readonly body?: unknown;
  /** Headers to respond with, by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Replaces the name of a failure of the tester by what the failure sets. Returns others unchanged. */
export function resolveFailure(step: Step, failures: ReadonlyMap<string, Step>): Step {
  const { example = "", ...otherPreferences } = step;
  const failure = failures.get(example);
  return failure ? { ...otherPreferences, ...failure } : step;
}

export const rejectExample = (status: number, name: string, known: Iterable<string>): Rejection =>
  reject(status, describeUnknown("example", name, known));

/**
 * Parses a step that is an object: names and values as in a `Prefer` header, and `body` and
 * `headers`.
 * @param exampleNames The examples that it can name. Default: any.
 * @param furtherNames What else the object can have, for the message about a name that it can't.
 */
export function parseStep(
  input: JsonObject,
  exampleNames?: readonly string[],
  furtherNames: readonly string[] = [],
): Step | Rejection {
  const { body, headers, ...preferences } = input;
  const step: Record<string, unknown> = "body" in input ? { body } : {};
  for (const [name, value] of Object.entries(preferences)) {
    if (value === undefined) continue;
    if (!isPreference(name)) {
      const known = [...Object.keys(parsers), "body", "headers", ...furtherNames];
      return reject(400, describeUnknown("name in a step", name, known));
    }
    const { parse, expected } = parsers[name];
    step[name] = parse(String(value));
    // The message quotes no value: someone may have put a secret there by mistake.
    if (step[name] === undefined) return reject(400, `${name} takes ${expected}.`);
  }
  if ("body" in step && "example" in step)
    return reject(400, "A step has a body or an example, not both.");
  const example = String(step["example"]);
  if (exampleNames && "example" in step && !exampleNames.includes(example))
    return rejectExample(400, example, exampleNames);
  if (headers === undefined) return step;
  const parsedHeaders = parseHeaders(headers);
  return isRejection(parsedHeaders) ? parsedHeaders : { ...step, headers: parsedHeaders };
}

function parseHeaders(input: unknown): Record<string, string> | Rejection {
  const invalid = reject(400, "headers takes an object of valid header names and values.");
  if (
    !isObject(input) ||
    !Object.values(input).every((value) => /^(string|number)$/.test(typeof value))
  )
    return invalid;
  try {
    const headers = Object.fromEntries(new Headers(input as Record<string, string>));
    const name = framingHeaders.find((name) => name in headers);
    return name === undefined
      ? headers
      : reject(400, `headers can't set ${name}, which the server sets.`);
  } catch {
    return invalid;
  }
}
