import { type MockExchange, matchedRequestOf } from "./exchange.ts";
import { examplesOf, type Operation } from "./operation.ts";
import { parameterNamesOf, sentParametersOf } from "./parameters.ts";
import { isRejection } from "./rejection.ts";

/** How often each part of an operation was used. Examples and responses count once they are delivered. */
export interface OperationCoverage {
  /** Requests that weren't rejected. */
  calls: number;
  /** By name. */
  parameters: Record<string, number>;
  /** By name. */
  examples: Record<string, number>;
  /** By the contract's code. */
  responses: Record<string, number>;
}

/** The parts of the contract that have been used. */
export interface Coverage {
  /** By operation id. */
  operations: Record<string, OperationCoverage>;
  /** The operations without a call. */
  untouched: string[];
}

type Counts = Map<string, number>;
interface OperationCounts {
  calls: number;
  readonly parameters: Counts;
  readonly examples: Counts;
  readonly responses: Counts;
}
type CountsById = Map<string, OperationCounts>;

/** Creates the counts of what requests have covered, in all runs and in each. */
export function createCoverage() {
  let totalCounts: CountsById = new Map();
  const runs = new Map<string, CountsById>();
  return {
    /** Counts a request, and returns the function that counts its response. A rejected request covers nothing. */
    record(exchange: MockExchange): () => void {
      const { run, result } = exchange;
      const id = matchedRequestOf(exchange)?.id;
      if (id === undefined || isRejection(result)) return () => {};
      const countsOfRun = runs.get(run) ?? new Map();
      runs.set(run, countsOfRun);
      const counts = [countsOf(totalCounts, id), countsOf(countsOfRun, id)];
      const parameters = sentParametersOf(exchange);
      for (const count of counts) {
        count.calls++;
        for (const name of parameters) increment(count.parameters, name);
      }
      return () => {
        for (const { responses, examples } of counts) {
          increment(responses, result.code);
          if (result.example !== undefined) increment(examples, result.example);
        }
      };
    },
    /** Returns the coverage since the start, of all runs or of one. */
    report(operations: Readonly<Record<string, Operation>>, run?: string): Coverage {
      const counts = run === undefined ? totalCounts : (runs.get(run) ?? new Map());
      const covered = Object.entries(operations).map(
        ([id, operation]) => [id, reportOperation(operation, counts.get(id))] as const,
      );
      return {
        operations: Object.fromEntries(covered),
        untouched: covered.filter(([, { calls }]) => calls === 0).map(([id]) => id),
      };
    },
    reset(run?: string): void {
      if (run !== undefined) runs.delete(run);
      else {
        runs.clear();
        // Responses that are still to be delivered keep counting in the old map.
        totalCounts = new Map();
      }
    },
  };
}

function countsOf(counts: CountsById, id: string): OperationCounts {
  const existing = counts.get(id);
  if (existing) return existing;
  const created = { calls: 0, parameters: new Map(), examples: new Map(), responses: new Map() };
  counts.set(id, created);
  return created;
}

const increment = (counts: Counts, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);

function reportOperation(operation: Operation, counts: OperationCounts | undefined): OperationCoverage {
  const reportCounts = (names: readonly string[], count: Counts | undefined) =>
    Object.fromEntries(names.map((name) => [name, count?.get(name) ?? 0]));
  return {
    calls: counts?.calls ?? 0,
    parameters: reportCounts(parameterNamesOf(operation), counts?.parameters),
    examples: reportCounts(examplesOf(operation), counts?.examples),
    responses: reportCounts(
      operation.responses.map(({ code }) => code),
      counts?.responses,
    ),
  };
}
