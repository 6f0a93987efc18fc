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
  /** What goes wrong on the wire. */
  readonly fault?: Fault;
  /** How many requests of a test run this applies to; later ones get the default response. */
  readonly times?: number;
}

type Parse<Value> = (text: string) => Value | Rejection;
type Parsers = { readonly [Name in keyof Preferences]-?: Parse<NonNullable<Preferences[Name]>> };

const parsers: Parsers = {
  example: (text) => text,
  code: integer(200, 599, "code takes a status code from 200 to 599."),
  dynamic: (text) => {
    const value = oneOf(["true", "false"], "dynamic")(text);
    return typeof value === "string" ? value === "true" : value;
  },
  delay: integer(0, 600_000, "delay takes milliseconds, 0 to 600000."),
  fault: oneOf(faults, "fault"),
  times: integer(1, 1_000_000, "times takes a count from 1."),
};

// The messages never repeat what was sent: someone may have put a secret there by mistake.
function integer(least: number, most: number, message: string): Parse<number> {
  return (text) => {
    const number = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
    return number >= least && number <= most ? number : reject(400, message);
  };
}

function oneOf<Value extends string>(values: readonly Value[], name: string): Parse<Value> {
  return (text) => values.find((value) => value === text) ?? reject(400, `${name} takes one of ${values.join(", ")}.`);
}

const parserOf = (name: string) => (Object.hasOwn(parsers, name) ? parsers[name as keyof Preferences] : undefined);
const unknownPreference = reject(400, `unknown preference. Known: ${Object.keys(parsers).join(", ")}.`);

// Preferences registered with IANA. Clients send them anyway, so they are ignored.
const standard = ["depth-noroot", "handling", "respond-async", "return", "safe", "wait"];

// RFC 7240, section 2: preference = token [ BWS "=" BWS word ] *( OWS ";" [ OWS parameter ] ); word = token /
// quoted-string. The last group is what follows, up to the next preference, and fits none of this.
const preference =
  /(^|[,;])[ \t]*([!#$%&'*+.^_`|~\w-]+)(?:[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([!#$%&'*+.^_`|~\w-]*)))?[ \t]*([^,;]*)/g;

/** The preferences of a request without `Prefer`. */
const noPreferences: Preferences = {};

/** Parses a `Prefer` header. The standard preferences of RFC 7240 are ignored, with their parameters. */
export function parsePreferences(header: string): Preferences | Rejection {
  if (header === "") return noPreferences;
  const preferences: Record<string, unknown> = {};
  let ignored = false;
  for (const [, mark, name = "", quoted, bare, rest] of header.matchAll(preference)) {
    const key = name.toLowerCase();
    // A semicolon precedes a parameter of the preference before it.
    if (mark !== ";") ignored = standard.includes(key);
    if (ignored) continue;
    const parser = parserOf(key);
    if (!parser) return unknownPreference;
    if (rest) return reject(400, `cannot read what follows ${key}. Put commas between preferences.`);
    // The first of several wins, by the RFC.
    if (key in preferences) continue;
    const value = parser(quoted?.replace(/\\(.)/g, "$1") ?? bare ?? "");
    if (typeof value === "object" && isRejection(value)) return value;
    preferences[key] = value;
  }
  return /[^\s,;]/.test(header.replace(preference, "")) ? unknownPreference : preferences;
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
    const parsed = name === "body" ? { value } : name === "headers" ? parseHeaders(value) : parseValue(name, value);
    if (isRejection(parsed)) return parsed;
    step[name] = parsed.value;
  }
  return step;
}

function parseValue(name: string, value: unknown): { value: unknown } | Rejection {
  const parser = parserOf(name);
  if (!parser) return reject(400, `unknown name in a step. Known: ${Object.keys(parsers).join(", ")}, body, headers.`);
  const parsed = parser(String(value));
  if (typeof parsed === "object") return parsed;
  return parsed === value ? { value } : reject(400, `${name} must be a ${typeof parsed}.`);
}

// They frame the message, which is the server's task.
const framing = ["connection", "content-length", "keep-alive", "trailer", "transfer-encoding", "upgrade"];

function parseHeaders(input: unknown): { value: Record<string, string> } | Rejection {
  const invalid = reject(400, "headers takes an object of valid header names and values.");
  if (typeof input !== "object" || input === null || Array.isArray(input)) return invalid;
  if (!Object.values(input).every((value) => ["string", "number"].includes(typeof value))) return invalid;
  try {
    const value = Object.fromEntries(new Headers(input as Record<string, string>));
    const name = framing.find((name) => name in value);
    return name === undefined ? { value } : reject(400, `headers cannot set ${name}, which the server sets.`);
  } catch {
    return invalid;
  }
}

/** A step that leaves the example open. */
export const withoutExample = ({ example, ...step }: Step): Step => step;

const choosesResponse = (step: Step) =>
  (step.code ?? step.example ?? step.dynamic ?? step.headers) !== undefined || "body" in step;

/** Whether a counted step is for a request: one that chooses the response waits for a request that doesn't. */
export function applies(step: Step, requestPreferences: Preferences): boolean {
  const names = Object.keys(step).filter((name) => name !== "times");
  if (names.length === 0 || choosesResponse(step)) return !choosesResponse(requestPreferences);
  return names.some((name) => !(name in requestPreferences));
}

/** A request's own preferences over the server's. A request that chooses the response replaces the server's choice. */
export function combine(requestPreferences: Preferences, server: Step): Step {
  if (requestPreferences === noPreferences) return server;
  if (!choosesResponse(requestPreferences)) return { ...server, ...requestPreferences };
  const { code, example, dynamic, body, headers, ...rest } = server;
  return { ...rest, ...requestPreferences };
}
