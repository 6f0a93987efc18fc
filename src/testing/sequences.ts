import type { Preferences } from "./prefer.ts";

const most = 1000;

/** Counts how often a preference has been met, for each test run by itself. */
export function sequences() {
  const runs = new Map<string, Map<string, number>>();
  return {
    /** The preferences while their `times` lasts, and none after. */
    take(run: string, what: string, preferences: Preferences): Preferences {
      if (preferences.times === undefined) return preferences;
      const counts = runs.get(run) ?? new Map<string, number>();
      const used = counts.get(what) ?? 0;
      if (used >= preferences.times) return {};
      bounded(runs).set(run, bounded(counts).set(what, used + 1));
      return preferences;
    },
    /** Starts the sequences of a run anew; without a run, those of all. */
    reset(run?: string): void {
      if (run === undefined) runs.clear();
      else runs.delete(run);
    },
  };
}

/** Makes room in a map that requests can fill. */
function bounded<Value>(map: Map<string, Value>): Map<string, Value> {
  if (map.size >= most) map.delete(map.keys().next().value as string);
  return map;
}
