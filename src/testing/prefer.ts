import { Refusal } from "./refusal.ts";

export const faults = ["reset", "stall", "truncate", "garbage"] as const;

/**
 * What goes wrong on the wire. `reset`: the connection is reset before the answer. `stall`: the head and half of the
 * body, then silence. `truncate`: the head and half of the body, then the connection closes. `garbage`: a body that
 * says it is JSON and is not.
 */
export type Fault = (typeof faults)[number];

/** What a tester asks of one answer. */
export interface Preferences {
  /** The named example to answer with. */
  example?: string;
  /** The status code to answer with, 200 to 599. */
  code?: number;
  /** A body made up from the schema, in place of an example. */
  dynamic?: boolean;
  /** How long to wait before the answer, in milliseconds, up to 600,000. */
  delay?: number;
  /** What goes wrong on the wire. */
  fault?: Fault;
  /** How many requests of a test run this holds for; the ones that follow get the usual answer. */
  times?: number;
}

// RFC 7240, section 2: preference = token [ BWS "=" BWS word ] *( OWS ";" [ OWS parameter ] ); word = token /
// quoted-string. And what stands behind it, up to the next, that is nothing of all this.
const preference =
  /(^|[,;])[ \t]*([!#$%&'*+.^_`|~\w-]+)(?:[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.)*)"|([!#$%&'*+.^_`|~\w-]*)))?[ \t]*([^,;]*)/g;

const names = ["example", "code", "dynamic", "delay", "fault", "times"];

/** Reads a `Prefer` header. Preferences that are not the mock's are left alone, as the RFC asks; or told to `foreign`. */
export function parsePrefer(header: string, foreign?: (name: string) => void): Preferences {
  const wanted: Preferences = {};
  let mine = true;
  for (const [, mark, name = "", quoted, bare, rest] of header.matchAll(preference)) {
    const value = quoted?.replace(/\\(.)/g, "$1") ?? bare ?? "";
    const key = name.toLowerCase();
    // What follows a semicolon is a parameter of the preference before it.
    if (mark !== ";") mine = names.includes(key);
    if (!mine) foreign?.(name);
    if (mine && rest && names.includes(key)) {
      throw new Refusal(400, `Prefer: what follows ${key} cannot be read. Preferences have commas between them.`);
    }
    // The first of several wins, by the RFC.
    if (!mine || key in wanted) continue;
    if (key === "example") wanted.example = value;
    else if (key === "code") wanted.code = whole(value, 200, 599, "code takes a status code from 200 to 599.");
    else if (key === "dynamic") wanted.dynamic = oneOf(value, ["true", "false"], "dynamic") === "true";
    else if (key === "delay") wanted.delay = whole(value, 0, 600_000, "delay takes milliseconds, 0 to 600000.");
    else if (key === "fault") wanted.fault = oneOf(value, faults, "fault");
    else if (key === "times") wanted.times = whole(value, 1, 1_000_000, "times takes a count from 1.");
  }
  return wanted;
}

// The messages never repeat the value: a secret may have been put there by mistake.
function whole(value: string, least: number, most: number, message: string): number {
  const number = /^\d{1,7}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= least && number <= most)) throw new Refusal(400, `Prefer: ${message}`);
  return number;
}

function oneOf<Value extends string>(value: string, allowed: readonly Value[], name: string): Value {
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw new Refusal(400, `Prefer: ${name} is one of ${allowed.join(", ")}.`);
  return found;
}

const chooses = ({ code, example, dynamic }: Preferences) => (code ?? example ?? dynamic) !== undefined;

/** Whether a counted step is for a request: one that says what to answer waits for a request that does not. */
export function applies(step: Preferences, own: Preferences): boolean {
  if (chooses(step)) return !chooses(own);
  return Object.keys(step).some((name) => name !== "times" && !(name in own));
}

/** What a request prefers, and what holds otherwise. A request that says what to answer replaces the whole choice. */
export function combine(own: Preferences, usual: Preferences): Preferences {
  if (!chooses(own)) return { ...usual, ...own };
  const { code, example, dynamic, ...rest } = usual;
  return { ...rest, ...own };
}
