import { type MockExchange, matchedRequestOf } from "./exchange.ts";
import type { MockOperation } from "./model.ts";
import { exampleNamesOf } from "./operation.ts";
import { parameterNamesOf, sentParametersOf } from "./parameters.ts";

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

type CoverageField = keyof OperationCoverage;

/** By operation id, field and name; calls have no name. */
export type CoverageCounts = Map<string, Partial<Record<CoverageField, Map<string, number>>>>;

/** Counts an accepted request, and returns the function that counts its response. */
export function countExchange(exchange: MockExchange, counts: readonly CoverageCounts[]): () => void {
  const { code = "", example } = exchange.result;
  const request = matchedRequestOf(exchange);
  const id = request?.id ?? "";
  const operations = counts.map((count) => {
    const fields = count.get(id) ?? {};
    count.set(id, fields);
    return fields;
  });
  const increment = (field: CoverageField, name: string) => {
    for (const fields of operations) {
      fields[field] ??= new Map();
      fields[field].set(name, (fields[field].get(name) ?? 0) + 1);
    }
  };
  increment("calls", "");
  for (const name of request ? sentParametersOf(request) : []) increment("parameters", name);
  return () => {
    increment("responses", code);
    if (example !== undefined) increment("examples", example);
  };
}

/** Reports the coverage of operations. Parts that weren't used have the count 0. */
export function reportCoverage(operations: Readonly<Record<string, MockOperation>>, counts: CoverageCounts): Coverage {
  const entries = Object.entries(operations).map(([id, operation]) => {
    const fields = counts.get(id) ?? {};
    const report = (field: CoverageField, names: readonly string[]) =>
      Object.fromEntries(names.map((name) => [name, fields[field]?.get(name) ?? 0]));
    const codes = operation.responses.map(({ code }) => code);
    const coverage: OperationCoverage = {
      calls: fields.calls?.get("") ?? 0,
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
