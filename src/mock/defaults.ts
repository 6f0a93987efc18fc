import type { Backend } from "../core/exchange.ts";
import type { Memory } from "../core/memory.ts";
import type { Operation } from "../core/operation.ts";
import { applies, type Preferences, parsePreferences } from "../core/preferences.ts";
import { isRejection } from "../core/rejection.ts";
import { uncounted } from "../core/sequences.ts";

/** @throws TypeError for what is no preference. */
export function parseDefaults(prefer: string): Preferences {
  const preferences = parsePreferences(prefer, { strict: true });
  if (isRejection(preferences)) throw new TypeError(preferences.detail);
  return preferences;
}

/** @throws TypeError where no operation has the preferred example. */
export function checkDefaults({ example }: Preferences, operations: Readonly<Record<string, Operation>>): void {
  const known = Object.values(operations).flatMap(examplesOf);
  if (example === undefined || known.includes(example)) return;
  throw new TypeError(`Prefer: no operation has this example. Known: ${[...new Set(known)].join(", ")}.`);
}

/** What the server prefers for a request. An example that the operation lacks is meant for another operation. */
export function defaultsFor(prefer: Preferences, { sequences }: Memory): Backend<string>["defaults"] {
  const { example = "", ...rest } = prefer;
  return ({ id, operation, run }, own) => {
    const step = examplesOf(operation).includes(example) ? prefer : rest;
    return step.times !== undefined && !applies(step, own) ? uncounted({}) : sequences.claim(run, id, step);
  };
}

const examplesOf = ({ responses }: Operation) => responses.flatMap(({ examples }) => [...examples.keys()]);
