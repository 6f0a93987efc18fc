import { type Fault, faults } from "./faults.ts";
import { isRejection, type Rejection, reject } from "./rejection.ts";

/** A tester's preferences for a response. */
export interface Preferences {
  /** The named example to respond with. */
  readonly example?: string;
  /** The status code to respond with, 200 to 599. */
  readonly code?: number;
  /** Whether to generate a body from the schema, in place of an example. */
  readonly dynamic?: boolean;
  /** How long to wait before the response, in milliseconds, up to 600,000. */
  readonly delay?: number;
  /** The fault on the wire. */
  readonly fault?: Fault;
  /** How many requests of a test run this step applies to. */
  readonly times?: number;
}

type Parse<Value> = (text: string) => Value | Rejection;
type Parsers = { readonly [Name in keyof Preferences]-?: Parse<NonNullable<Preferences[Name]>> };

const parsers: Parsers = {
  example: (text) => text,
  code: createIntegerParser(200, 599, "code takes a status code from 200 to 599."),
  dynamic: createChoiceParser(
    "dynamic",
    new Map([
      ["true", true],
      ["false", false],
    ]),
  ),
  delay: createIntegerParser(0, 600_000, "delay takes milliseconds, 0 to 600000."),
  fault: createChoiceParser("fault", new Map<string, Fault>(faults.map((fault) => [fault, fault]))),
  times: createIntegerParser(1, 1_000_000, "times takes a count from 1."),
};

// The messages never repeat what was sent: someone may have put a secret there by mistake.
function createIntegerParser(minimum: number, maximum: number, message: string): Parse<number> {
  return (text) => {
    const number = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
    return number >= minimum && number <= maximum ? number : reject(400, message);
  };
}

function createChoiceParser<Value>(name: string, values: ReadonlyMap<string, Value>): Parse<Value> {
  return (text) => values.get(text) ?? reject(400, `${name} takes one of ${[...values.keys()].join(", ")}.`);
}

const parserOf = (name: string) => (Object.hasOwn(parsers, name) ? parsers[name as keyof Preferences] : undefined);
const unknownPreference = reject(400, `unknown preference. Known: ${Object.keys(parsers).join(", ")}.`);

// Preferences registered with IANA. Clients send them anyway, so they are ignored.
const standardPreferences = ["depth-noroot", "handling", "respond-async", "return", "safe", "wait"];

// RFC 7240, section 2: preference = token [ BWS "=" BWS word ] *( OWS ";" [ OWS parameter ] ); word = token /
// quoted-string. The last group is text up to the next preference that doesn't fit.
const preferencePattern =
  /(^|[,;])[ \t]*([!#$%&'*+.^_`|~\w-]+)(?:[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([!#$%&'*+.^_`|~\w-]*)))?[ \t]*([^,;]*)/g;

/** The preferences of a request without `Prefer`. */
export const noPreferences: Preferences = {};

/** Parses a `Prefer` header. Preferences registered with IANA are ignored, with their parameters. */
export function parsePreferences(header: string): Preferences | Rejection {
  if (header === "") return noPreferences;
  const preferences: Record<string, unknown> = {};
  let isIgnored = false;
  for (const [, mark, name = "", quoted, bare, rest] of header.matchAll(preferencePattern)) {
    const key = name.toLowerCase();
    // A semicolon precedes a parameter of the preference before it.
    if (mark !== ";") isIgnored = standardPreferences.includes(key);
    if (isIgnored) continue;
    const parser = parserOf(key);
    if (!parser) return unknownPreference;
    if (rest) return reject(400, `can't read what follows ${key}. Put commas between preferences.`);
    // Of several the first wins (RFC 7240, 2).
    if (key in preferences) continue;
    const value = parser(quoted?.replace(/\\(.)/g, "$1") ?? bare ?? "");
    if (typeof value === "object" && isRejection(value)) return value;
    preferences[key] = value;
  }
  return /[^\s,;]/.test(header.replace(preferencePattern, "")) ? unknownPreference : preferences;
}

/** A planned response: the preferences of a `Prefer` header, or a response of the tester. */
export interface Step extends Preferences {
  /** Responds with this body, in place of an example; `null` is a body too. */
  readonly body?: unknown;
  /** Headers to respond with, by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Parses a step that is an object: names and values as in a `Prefer` header, and `body` and `headers`. */
export function parseStep(input: object): Step | Rejection {
  const step: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined && name !== "body") continue;
    const result = name === "body" ? { value } : name === "headers" ? parseHeaders(value) : parseValue(name, value);
    if (isRejection(result)) return result;
    step[name] = result.value;
  }
  return step;
}

function parseValue(name: string, value: unknown): { value: unknown } | Rejection {
  const parser = parserOf(name);
  if (!parser) return reject(400, `unknown name in a step. Known: ${Object.keys(parsers).join(", ")}, body, headers.`);
  const parsedValue = parser(String(value));
  if (typeof parsedValue === "object") return parsedValue;
  return parsedValue === value ? { value } : reject(400, `${name} must be a ${typeof parsedValue}.`);
}

// Headers that frame the message, which is the server's task.
const framingHeaders = ["connection", "content-length", "keep-alive", "trailer", "transfer-encoding", "upgrade"];

function parseHeaders(input: unknown): { value: Record<string, string> } | Rejection {
  const invalid = reject(400, "headers takes an object of valid header names and values.");
  if (typeof input !== "object" || input === null || Array.isArray(input)) return invalid;
  if (!Object.values(input).every((value) => ["string", "number"].includes(typeof value))) return invalid;
  try {
    const value = Object.fromEntries(new Headers(input as Record<string, string>));
    const name = framingHeaders.find((name) => name in value);
    return name === undefined ? { value } : reject(400, `headers can't set ${name}, which the server sets.`);
  } catch {
    return invalid;
  }
}

export const dropExample = ({ example, ...step }: Step): Step => step;

const hasResponseChoice = (step: Step) =>
  (step.code ?? step.example ?? step.dynamic ?? step.headers) !== undefined || "body" in step;

/**
 * Returns whether a counted step applies to a request. It waits for a later one if both choose the response, or if the
 * request sets all that the step sets.
 */
export function isApplicable(step: Step, requestPreferences: Preferences): boolean {
  const names = Object.keys(step).filter((name) => name !== "times");
  if (names.length === 0 || hasResponseChoice(step)) return !hasResponseChoice(requestPreferences);
  return names.some((name) => !(name in requestPreferences));
}

/** Merges a request's preferences over the server's step. A choice of the response replaces the step's whole choice. */
export function combinePreferences(requestPreferences: Preferences, server: Step): Step {
  if (requestPreferences === noPreferences) return server;
  if (!hasResponseChoice(requestPreferences)) return { ...server, ...requestPreferences };
  const { code, example, dynamic, body, headers, ...rest } = server;
  return { ...rest, ...requestPreferences };
}
