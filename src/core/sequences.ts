import type { Step } from "./preferences.ts";

const maxKeys = 1000;

/** A step that applies to one request. */
export interface Claim {
  readonly step: Step;
  /** How many more requests of the run a counted step is for. */
  readonly remaining?: number;
  /** Returns a counted step: the request was rejected before the step took effect. */
  readonly release: () => void;
}

/** Creates a claim on a step without a count. */
export const claimUncounted = (step: Step): Claim => ({ step, release: () => {} });

/** Counts how often a step was taken, separately for each test run. */
export function createSequences() {
  const runs = new Map<string, Map<unknown, { taken: number }>>();
  const countTaken = (run: string, key: unknown) => runs.get(run)?.get(key)?.taken ?? 0;
  return {
    taken: countTaken,
    /** Returns how often the run that took a step most has taken it. */
    mostTaken: (key: unknown) => Math.max(0, ...[...runs.keys()].map((run) => countTaken(run, key))),
    /** Claims a step while its `times` lasts, and an empty step afterwards. */
    claim(run: string, key: unknown, step: Step): Claim {
      const { times } = step;
      if (times === undefined) return claimUncounted(step);
      const counts = runs.get(run) ?? new Map<unknown, { taken: number }>();
      runs.set(run, counts);
      const count = boundedEntry(counts, key, () => ({ taken: 0 }));
      if (count.taken >= times) return { ...claimUncounted({}), remaining: 0 };
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

/** Returns the value of a key, created if missing. Requests can fill the map, so the oldest key makes room. */
function boundedEntry<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  if (map.size >= maxKeys) map.delete(map.keys().next().value as Key);
  const created = create();
  map.set(key, created);
  return created;
}
