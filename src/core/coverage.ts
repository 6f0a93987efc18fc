import type { ServedOperation } from "../openapi/operation.ts";
import { increment } from "./counts.ts";
import { type MockExchange, matchedRequestOf } from "./exchange.ts";
import { exampleNamesOf } from "./operation.ts";
import { parameterNamesOf, sentParametersOf } from "./parameters.ts";

/**
 * How often each part of an operation was used. Examples and responses count once they are
 * delivered.
 */
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

/** By operation id, field and name; calls have no name. */
export type CoverageCounts = Map<string, number>;

const keyOf = (id: string, field: keyof OperationCoverage, name: string) =>
  `${id}\n${field}\n${name}`;

/** Counts an accepted request, and returns the function that counts its response. */
export function countExchange(
  exchange: MockExchange,
  counts: readonly CoverageCounts[],
): () => void {
  const { code = "", example } = exchange.result;
  const request = matchedRequestOf(exchange);
  const count = (field: keyof OperationCoverage, name: string) => {
    for (const map of counts) increment(map, keyOf(request?.id ?? "", field, name));
  };
  count("calls", "");
  for (const name of request ? sentParametersOf(request) : []) count("parameters", name);
  return () => {
    count("responses", code);
    if (example !== undefined) count("examples", example);
  };
}

/** Parts that weren't used have the count 0. */
export function reportCoverage(
  operations: Readonly<Record<string, ServedOperation>>,
  counts: CoverageCounts,
): Coverage {
  const entries = Object.entries(operations).map(([id, operation]) => {
    const countOf = (field: keyof OperationCoverage, name = "") =>
      counts.get(keyOf(id, field, name)) ?? 0;
    const report = (field: keyof OperationCoverage, names: readonly string[]) =>
      Object.fromEntries(names.map((name) => [name, countOf(field, name)]));
    const codes = operation.responses.map(({ code }) => code);
    const coverage: OperationCoverage = {
      calls: countOf("calls"),
      parameters: report("parameters", parameterNamesOf(operation)),
      examples: report("examples", exampleNamesOf(operation)),
      responses: report("responses", codes),
    };
    return [id, coverage] as const;
  });
  return {
    operations: Object.fromEntries(entries),
    untouched: entries.filter(([, { calls }]) => calls === 0).map(([id]) => id),
  };
}
