import { type MockExchange, matchedRequestOf } from "./exchange.ts";
import { exampleNamesOf, type Operation } from "./operation.ts";
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
interface OperationCounts extends Readonly<Record<"parameters" | "examples" | "responses", Counts>> {
  calls: number;
}

/** By operation id. */
export type CoverageCounts = Map<string, OperationCounts>;

const createCounts = (): OperationCounts => {
  return { calls: 0, parameters: new Map(), examples: new Map(), responses: new Map() };
};

/**
 * Counts a request, and returns the function that counts its response. A rejected request covers nothing.
 * @param countsOf Returns the counts to add to.
 */
export function countExchange(exchange: MockExchange, countsOf: () => CoverageCounts[]): (() => void) | undefined {
  const { result } = exchange;
  const id = matchedRequestOf(exchange)?.id;
  if (id === undefined || isRejection(result)) return undefined;
  const parameters = sentParametersOf(exchange);
  const operationCounts = countsOf().map((counts) => {
    const operation = counts.get(id) ?? createCounts();
    counts.set(id, operation);
    operation.calls++;
    for (const name of parameters) increment(operation.parameters, name);
    return operation;
  });
  return () => {
    for (const { responses, examples } of operationCounts) {
      increment(responses, result.code);
      if (result.example !== undefined) increment(examples, result.example);
    }
  };
}

const increment = (counts: Counts, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);

/** Reports the coverage of operations. Parts that weren't used have the count 0. */
export function reportCoverage(operations: Readonly<Record<string, Operation>>, counts: CoverageCounts): Coverage {
  const entries = Object.entries(operations).map(([id, operation]) => {
    const { calls, parameters, examples, responses } = counts.get(id) ?? createCounts();
    const report = (names: readonly string[], count: Counts) =>
      Object.fromEntries(names.map((name) => [name, count.get(name) ?? 0]));
    const codes = operation.responses.map(({ code }) => code);
    return [
      id,
      {
        calls,
        parameters: report(parameterNamesOf(operation), parameters),
        examples: report(exampleNamesOf(operation), examples),
        responses: report(codes, responses),
      },
    ] as const;
  });
  return {
    operations: Object.fromEntries(entries),
    untouched: entries.filter(([, { calls }]) => calls === 0).map(([id]) => id),
  };
}
