import { type Fault, faults } from "./faults.ts";
import { isRejection, type Rejection, reject } from "./rejection.ts";

/** What a tester wants of one response. */
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

// The messages never repeat the value: someone may have put a secret there by mistake.
function integer(least: number, most: number, message: string): Parse<number> {
  return (text) => {
    const number = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN;
    return number >= least && number <= most ? number : reject(400, `Prefer: ${message}`);
  };
}

function oneOf<Value extends string>(values: readonly Value[], name: string): Parse<Value> {
  return (text) =>
    values.find((value) => value === text) ?? reject(400, `Prefer: ${name} takes one of ${values.join(", ")}.`);
}

// RFC 7240, section 2: preference = token [ BWS "=" BWS word ] *( OWS ";" [ OWS parameter ] ); word = token /
// quoted-string. The last group is what follows, up to the next preference, and fits none of this.
const preference =
  /(^|[,;])[ \t]*([!#$%&'*+.^_`|~\w-]+)(?:[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([!#$%&'*+.^_`|~\w-]*)))?[ \t]*([^,;]*)/g;

/**
 * Parses a `Prefer` header. Unknown preferences are ignored, as RFC 7240 requires.
 * @param strict Rejects them instead.
 */
export function parsePreferences(header: string, { strict = false } = {}): Preferences | Rejection {
  const preferences: Record<string, unknown> = {};
  let known = true;
  for (const [, mark, name = "", quoted, bare, rest] of header.matchAll(preference)) {
    const key = name.toLowerCase();
    const parser = Object.hasOwn(parsers, key) ? parsers[key as keyof Preferences] : undefined;
    // After a semicolon stands a parameter of the preference before it.
    if (mark !== ";") known = parser !== undefined;
    if (!known && strict) return reject(400, `Prefer: ${key} is unknown. Known: ${Object.keys(parsers).join(", ")}.`);
    if (!known || !parser) continue;
    if (rest) return reject(400, `Prefer: cannot read what follows ${key}. Put commas between preferences.`);
    // The first of several wins, by the RFC.
    if (key in preferences) continue;
    const value = parser(quoted?.replace(/\\(.)/g, "$1") ?? bare ?? "");
    if (typeof value === "object" && isRejection(value)) return value;
    preferences[key] = value;
  }
  return preferences;
}

/** What a server does for one request: what a `Prefer` header can say, or a response body that the tester's code gives. */
export interface Step extends Preferences {
  /** Responds with this body, in place of an example. */
  readonly reply?: { readonly body: unknown };
}

const choosesResponse = ({ code, example, dynamic, reply }: Step) =>
  (code ?? example ?? dynamic ?? reply) !== undefined;

/** Whether a counted step is for a request: one that chooses the response waits for a request that doesn't. */
export function applies(step: Step, own: Preferences): boolean {
  if (choosesResponse(step)) return !choosesResponse(own);
  return Object.keys(step).some((name) => name !== "times" && !(name in own));
}

/** A request's own preferences over the server's. A request that chooses the response replaces the server's choice. */
export function combine(own: Preferences, server: Step): Step {
  if (!choosesResponse(own)) return { ...server, ...own };
  const { code, example, dynamic, reply, ...rest } = server;
  return { ...rest, ...own };
}
