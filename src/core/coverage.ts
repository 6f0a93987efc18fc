import { type MockExchange, matched } from "./exchange.ts";
import { examplesOf, type Operation } from "./operation.ts";
import { givenParameters, parameterNames } from "./parameters.ts";
import { isRejection } from "./rejection.ts";

/** How often each part of an operation was used. Examples and responses count once they are delivered. */
export interface OperationCoverage {
  /** Requests that were not rejected. */
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
  /** The operations that were not called. */
  untouched: string[];
}

type Counts = Map<string, number>;

// The length separates the id from the name, whatever they contain.
const key = (id: string, kind = "", name = "") => `${id.length} ${id} ${kind} ${name}`;

/** Counts what requests have covered, in all runs and in each. */
export function createCoverage() {
  let all: Counts = new Map();
  const runs = new Map<string, Counts>();
  return {
    /** A rejected request covers nothing. */
    record(exchange: MockExchange): () => void {
      const { run, result } = exchange;
      const id = matched(exchange)?.id;
      if (id === undefined || isRejection(result)) return () => {};
      const ofRun = runs.get(run) ?? new Map();
      runs.set(run, ofRun);
      const counts = [all, ofRun];
      const count = (what: string) => {
        for (const each of counts) each.set(what, (each.get(what) ?? 0) + 1);
      };
      count(key(id));
      for (const name of givenParameters(exchange)) count(key(id, "parameter", name));
      return () => {
        count(key(id, "response", result.code));
        if (result.example !== undefined) count(key(id, "example", result.example));
      };
    },
    /** Returns the coverage since the start, of all runs or of one. */
    report(operations: Readonly<Record<string, Operation>>, run?: string): Coverage {
      return report(operations, run === undefined ? all : (runs.get(run) ?? new Map()));
    },
    reset(run?: string): void {
      if (run !== undefined) runs.delete(run);
      else {
        runs.clear();
        // Responses still on their way count for the map of their time.
        all = new Map();
      }
    },
  };
}

function report(operations: Readonly<Record<string, Operation>>, counts: Counts): Coverage {
  const count = (id: string, kind?: string, name?: string) => counts.get(key(id, kind, name)) ?? 0;
  const each = (id: string, kind: string, names: Iterable<string>) =>
    Object.fromEntries([...names].map((name) => [name, count(id, kind, name)]));
  const covered = Object.entries(operations).map(([id, operation]) => {
    const codes = operation.responses.map(({ code }) => code);
    return [
      id,
      {
        calls: count(id),
        parameters: each(id, "parameter", parameterNames(operation)),
        examples: each(id, "example", examplesOf(operation)),
        responses: each(id, "response", codes),
      },
    ] as const;
  });
  return {
    operations: Object.fromEntries(covered),
    untouched: covered.filter(([, { calls }]) => calls === 0).map(([id]) => id),
  };
}
