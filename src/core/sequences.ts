import type { Step } from "./preferences.ts";

const maxRuns = 1000;

/** What applies to one request. */
export interface Claim {
  readonly step: Step;
  /** Gives a counted step back: the request was rejected before it took effect. */
  release(): void;
}

/** A claim on what applies without a count. */
export const uncounted = (step: Step): Claim => ({ step, release() {} });

/** Counts how often a step was taken, separately for each test run. */
export function createSequences() {
  const runs = new Map<string, Map<string, { taken: number }>>();
  return {
    /** The step while its `times` lasts, and an empty one afterwards. */
    claim(run: string, key: string, step: Step): Claim {
      if (step.times === undefined) return uncounted(step);
      const counts = boundedEntry(runs, run, () => new Map());
      const count = boundedEntry(counts, key, () => ({ taken: 0 }));
      if (count.taken >= step.times) return uncounted({});
      count.taken++;
      return { step, release: () => count.taken-- };
    },
    /** Starts the sequences of a run anew; without a run, those of all. */
    reset(run?: string): void {
      if (run === undefined) runs.clear();
      else runs.delete(run);
    },
  };
}

/** The value of a key in a map that requests can fill, created where it is missing. The oldest makes room. */
export function boundedEntry<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  if (map.size >= maxRuns) map.delete(map.keys().next().value as Key);
  const created = create();
  map.set(key, created);
  return created;
}
