import { mergeHeaders } from "openapi-fetch";
import type { Reject } from "./errors.ts";

export const isPlainObject = (value: unknown): value is object =>
  Object.prototype.toString.call(value) === "[object Object]";

// A longer timer fires at once.
const longest = 2 ** 31 - 1;

/**
 * Fills in the defaults. Rejects what isn't a plain object (a signal in place of options, say), a name without a default,
 * and a value out of range where the default is a number.
 */
export function withDefaults<Values extends object>(
  given: Values,
  defaults: { [Name in keyof Values]-?: unknown },
  reject: Reject,
): Values {
  if (!isPlainObject(given)) reject("Options and inputs must be plain objects.");
  const all: Record<string, unknown> = { ...defaults };
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(defaults, name))
      reject(`Unknown option \`${name}\`. Known: ${Object.keys(defaults).join(", ")}.`);
    if (value === undefined) continue;
    const least = /Delay|After/.test(name) ? 0 : 1;
    if (typeof all[name] === "number" && !(typeof value === "number" && value >= least && value <= longest)) {
      reject(`\`${name}\` must be a number from ${least} to ${longest}.`);
    }
    all[name] = value;
  }
  return all as Values;
}

/** Later ones replace earlier ones. Quotes no value, as `Headers` would; openapi-fetch knows no list of pairs. */
export function mergedHeaders(reject: Reject, ...all: unknown[]): Headers {
  try {
    return mergeHeaders(...all.map((each) => (Array.isArray(each) ? new Headers(each) : each) as Headers));
  } catch {
    return reject("`headers` holds an invalid name or value.");
  }
}
