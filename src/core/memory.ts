import { type CoverageCounts, countExchange } from "./coverage.ts";
import type { MockExchange } from "./exchange.ts";
import { createJournal } from "./journal.ts";

const maxRuns = 1000;
const maxKeys = 1000;

interface RunMemory {
  /** How often a counted step was taken, by the step's key. */
  readonly takenCounts: Map<unknown, number>;
  readonly coverage: CoverageCounts;
}
const createRun = (): RunMemory => ({ takenCounts: new Map(), coverage: new Map() });

/** Creates the memory of a server: what outlives a request. */
export function createMemory() {
  const journal = createJournal();
  let totalCoverage: CoverageCounts = new Map();
  /** By name. The first run is that of requests without a name. */
  const runs = new Map([["", createRun()]]);

  /** Returns the memory of a run, created on first use. Above 1,000 named runs, the oldest makes room. */
  function enter(name: string): RunMemory {
    const existing = runs.get(name);
    if (existing) return existing;
    const run = createRun();
    runs.set(name, run);
    const [, oldest = ""] = runs.keys();
    if (runs.size > maxRuns + 1) runs.delete(oldest);
    return run;
  }

  return {
    journal,
    countTaken: (run: string, key: unknown): number => runs.get(run)?.takenCounts.get(key) ?? 0,
    /** Returns how often the run that took a step most has taken it. */
    countMostTaken: (key: unknown): number =>
      Math.max(...[...runs.values()].map(({ takenCounts }) => takenCounts.get(key) ?? 0)),
    take(run: string, key: unknown): void {
      const { takenCounts } = enter(run);
      // Requests can fill the map: the oldest key makes room.
      if (takenCounts.size >= maxKeys && !takenCounts.has(key)) takenCounts.delete(takenCounts.keys().next().value);
      takenCounts.set(key, (takenCounts.get(key) ?? 0) + 1);
    },
    /** Returns what all requests have covered, or those of a run. */
    coverage: (run?: string): CoverageCounts =>
      run === undefined ? totalCoverage : (runs.get(run)?.coverage ?? new Map()),
    /** Records an exchange. Returns the function to call once the response has gone out whole. */
    record(exchange: MockExchange): () => void {
      const markInJournal = journal.record(exchange);
      const markInCoverage = countExchange(exchange, () => [totalCoverage, enter(exchange.run).coverage]);
      return () => {
        markInJournal();
        markInCoverage?.();
      };
    },
    /** Forgets a run and how often it took steps, but not its part of the total coverage; without a run, everything. */
    reset(run?: string): void {
      journal.reset(run);
      for (const name of run === undefined ? [...runs.keys()] : [run]) {
        // The run of requests without a name keeps its place.
        if (name === "") runs.set(name, createRun());
        else runs.delete(name);
      }
      // Responses that are still to be delivered keep counting in the old map.
      if (run === undefined) totalCoverage = new Map();
    },
  };
}
export type Memory = ReturnType<typeof createMemory>;
