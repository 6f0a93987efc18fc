import { memoizeByRef } from "../openapi/cache.ts";
import type { ServedOperation } from "../openapi/operation.ts";
import { includesCredential } from "../openapi/security.ts";
import { increment } from "./counts.ts";
import type { MatchedRequest, MockExchange } from "./exchange.ts";
import { exampleNamesOf } from "./operation.ts";

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

const createCounts = () => ({
  calls: 0,
  parameters: new Map<string, number>(),
  examples: new Map<string, number>(),
  responses: new Map<string, number>(),
});

/** What was used of each operation, by id. */
export type Usage = Map<string, ReturnType<typeof createCounts>>;

const queryCredentialsOf = memoizeByRef(({ security }: ServedOperation): readonly string[] => [
  ...new Set(
    security.flat().flatMap(({ in: location, name }) => (location === "query" ? name : [])),
  ),
]);

/** Returns the names of the parameters that a request has. The credentials come first. */
export const sentParametersOf = ({ operation, credentials, inputs }: MatchedRequest): string[] => [
  ...queryCredentialsOf(operation).filter((name) =>
    includesCredential(credentials, { in: "query", name }),
  ),
  ...[...inputs.keys()].map(({ name }) => name),
];

/** Counts an accepted request, and returns the function that counts its response. */
export function countExchange(exchange: MockExchange, usages: readonly Usage[]): () => void {
  const request = exchange.match;
  if (!request) return () => {};
  const used = usages.map((usage) => {
    const counts = usage.get(request.id) ?? createCounts();
    usage.set(request.id, counts);
    return counts;
  });
  const count = (field: "parameters" | "examples" | "responses", name: string) => {
    for (const counts of used) increment(counts[field], name);
  };
  for (const counts of used) counts.calls++;
  for (const name of sentParametersOf(request)) count("parameters", name);
  return () => {
    const { code = "", example } = exchange.result ?? {};
    count("responses", code);
    if (example !== undefined) count("examples", example);
  };
}

/** Parts that weren't used have the count 0. */
export function reportCoverage(
  operations: Readonly<Record<string, ServedOperation>>,
  usage: Usage,
): Coverage {
  const entries = Object.entries(operations).map(([id, operation]) => {
    const used = usage.get(id);
    const report = (counts: Map<string, number> | undefined, names: readonly string[]) =>
      Object.fromEntries(names.map((name) => [name, counts?.get(name) ?? 0]));
    const parameters = operation.parameters.map(({ name }) => name);
    const coverage: OperationCoverage = {
      calls: used?.calls ?? 0,
      parameters: report(used?.parameters, [...queryCredentialsOf(operation), ...parameters]),
      examples: report(used?.examples, exampleNamesOf(operation)),
      responses: report(
        used?.responses,
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
