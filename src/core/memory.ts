import { createCoverage } from "./coverage.ts";
import type { MockExchange } from "./exchange.ts";
import { createJournal } from "./journal.ts";
import { createSequences } from "./sequences.ts";

const maxRuns = 1000;

/** Creates the memory of a server: what outlives a request. */
export function createMemory() {
  const journal = createJournal();
  const coverage = createCoverage();
  const sequences = createSequences();
  const runs = new Set<string>();
  return {
    journal,
    coverage,
    sequences,
    /** Makes room for a test run: above 1,000, the sequences and the coverage of the oldest are forgotten. */
    enter(run: string): void {
      if (run === "" || runs.has(run)) return;
      runs.add(run);
      if (runs.size <= maxRuns) return;
      const [oldest = ""] = runs;
      runs.delete(oldest);
      for (const { reset } of [coverage, sequences]) reset(oldest);
    },
    /** Returns the function to call once the response has gone out whole. */
    record(exchange: MockExchange): () => void {
      const marks = [journal.record(exchange), coverage.record(exchange)];
      return () => {
        for (const markDelivered of marks) markDelivered();
      };
    },
    /** Forgets a run, sequences included; without a run, everything. */
    reset(run?: string): void {
      for (const { reset } of [journal, coverage, sequences]) reset(run);
      if (run === undefined) runs.clear();
      else runs.delete(run);
    },
  };
}
export type Memory = ReturnType<typeof createMemory>;
