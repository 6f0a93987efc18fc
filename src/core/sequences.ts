import type { Step } from "./preferences.ts";

const maxKeys = 1000;

/** A step that applies to one request. */
export interface Claim {
  readonly step: Step;
  /** How many more requests of the run a counted step is for. */
  readonly remaining?: number;
  /** Gives a counted step back: the request was rejected before it took effect. */
  readonly release: () => void;
}

/** Creates a claim on a step without a count. */
export const uncounted = (step: Step): Claim => ({ step, release: () => {} });

/** Counts how often a step was taken, separately for each test run. */
export function createSequences() {
  const runs = new Map<string, Map<unknown, { taken: number }>>();
  const taken = (run: string, key: unknown) => runs.get(run)?.get(key)?.taken ?? 0;
  return {
    taken,
    /** The most that any run has taken of a step. */
    mostTaken: (key: unknown) => Math.max(0, ...[...runs.keys()].map((run) => taken(run, key))),
    /** The step while its `times` lasts, and an empty one afterwards. */
    claim(run: string, key: unknown, step: Step): Claim {
      const { times } = step;
      if (times === undefined) return uncounted(step);
      const counts = runs.get(run) ?? new Map<unknown, { taken: number }>();
      runs.set(run, counts);
      const count = boundedEntry(counts, key, () => ({ taken: 0 }));
      if (count.taken >= times) return { ...uncounted({}), remaining: 0 };
      count.taken++;
      return { step, remaining: times - count.taken, release: () => void count.taken-- };
    },
    /** Restarts the sequences of a run; without a run, those of all. */
    reset(run?: string): void {
      if (run === undefined) runs.clear();
      else runs.delete(run);
    },
  };
}
export type Sequences = ReturnType<typeof createSequences>;

/** The value of a key in a map that requests can fill, created where it is missing. The oldest makes room. */
function boundedEntry<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  if (map.size >= maxKeys) map.delete(map.keys().next().value as Key);
  const created = create();
  map.set(key, created);
  return created;
}
