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

/** How often parts were used, by their keys. */
export type CoverageCounts = Map<string, number>;

const keyOf = (id: string, kind: keyof OperationCoverage, name = ""): string => `${id}\n${kind}\n${name}`;

/** Returns the parts that an accepted request used, and those that its response uses once it is delivered. */
export function listUsedParts(exchange: MockExchange): { request: string[]; response: string[] } {
  const { result } = exchange;
  const id = matchedRequestOf(exchange)?.id;
  if (id === undefined || isRejection(result)) return { request: [], response: [] };
  return {
    request: [keyOf(id, "calls"), ...sentParametersOf(exchange).map((name) => keyOf(id, "parameters", name))],
    response: [
      keyOf(id, "responses", result.code),
      ...(result.example === undefined ? [] : [keyOf(id, "examples", result.example)]),
    ],
  };
}

/** Reports the coverage of operations. Parts that weren't used have the count 0. */
export function reportCoverage(operations: Readonly<Record<string, Operation>>, counts: CoverageCounts): Coverage {
  const entries = Object.entries(operations).map(([id, operation]) => {
    const countOf = (kind: keyof OperationCoverage, name?: string) => counts.get(keyOf(id, kind, name)) ?? 0;
    const report = (kind: keyof OperationCoverage, names: readonly string[]) =>
      Object.fromEntries(names.map((name) => [name, countOf(kind, name)]));
    const coverage: OperationCoverage = {
      calls: countOf("calls"),
      parameters: report("parameters", parameterNamesOf(operation)),
      examples: report("examples", exampleNamesOf(operation)),
      responses: report(
        "responses",
        operation.responses.map(({ code }) => code),
      ),
    };
    return [id, coverage] as const;
  });
  return {
    operations: Object.fromEntries(entries),
    untouched: entries.filter(([, { calls }]) => calls === 0).map(([id]) => id),
  };
}
