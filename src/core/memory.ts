import { createCoverage } from "./coverage.ts";
import type { Exchange } from "./exchange.ts";
import { createJournal } from "./journal.ts";
import { createSequences } from "./sequences.ts";

/** What outlives a request. */
export function createMemory() {
  const journal = createJournal();
  const coverage = createCoverage();
  const sequences = createSequences();
  return {
    journal,
    coverage,
    sequences,
    /** Returns the function to call once the response has gone out whole. */
    record(exchange: Exchange): () => void {
      const marks = [journal.record(exchange), coverage.record(exchange)];
      return () => {
        for (const markDelivered of marks) markDelivered();
      };
    },
    /** Forgets a run, sequences included; without a run, everything. */
    reset(run?: string): void {
      for (const { reset } of [journal, coverage, sequences]) reset(run);
    },
  };
}
export type Memory = ReturnType<typeof createMemory>;
