import type { Preferences } from "./prefer.ts";

const most = 1000;

/** What holds for a request. `giveBack` is for one that was refused before it got anything. */
export interface Taken {
  readonly preferences: Preferences;
  giveBack(): void;
}

/** What holds without a count. */
export const lasting = (preferences: Preferences): Taken => ({ preferences, giveBack() {} });

/** Counts how often a preference has been met, for each test run by itself. */
export function sequences() {
  const runs = new Map<string, Map<string, { used: number }>>();
  return {
    /** The preferences while their `times` lasts, and none after. */
    take(run: string, what: string, preferences: Preferences): Taken {
      if (preferences.times === undefined) return lasting(preferences);
      const counts = bounded(runs, run, () => new Map());
      const count = bounded(counts, what, () => ({ used: 0 }));
      if (count.used >= preferences.times) return lasting({});
      count.used++;
      return { preferences, giveBack: () => count.used-- };
    },
    /** Starts the sequences of a run anew; without a run, those of all. */
    reset(run?: string): void {
      if (run === undefined) runs.clear();
      else runs.delete(run);
    },
  };
}

/** The value of a key in a map that requests can fill, made where it is missing. The oldest makes room. */
export function bounded<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  if (map.size >= most) map.delete(map.keys().next().value as Key);
  const made = make();
  map.set(key, made);
  return made;
}
