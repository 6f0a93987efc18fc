import { memoizeByRef } from "../openapi/cache.ts";
import type { ServedOperation } from "../openapi/operation.ts";
import { includesCredential } from "../openapi/security.ts";
import { increment } from "./counts.ts";
import { type MatchedRequest, type MockExchange, matchedRequestOf } from "./exchange.ts";
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

/** How often each part of an operation was used, by its id: `calls`, or a kind of part and its name. */
export type Usage = Map<string, Map<string, number>>;

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
  const request = matchedRequestOf(exchange);
  if (!request) return () => {};
  const count = (...parts: readonly string[]) => {
    for (const usage of usages) {
      const counts = usage.get(request.id) ?? new Map<string, number>();
      usage.set(request.id, counts);
      for (const part of parts) increment(counts, part);
    }
  };
  count("calls", ...sentParametersOf(request).map((name) => `parameters ${name}`));
  return () => {
    const { code, example } = exchange.result ?? {};
    count(`responses ${code}`);
    if (example !== undefined) count(`examples ${example}`);
  };
}

/** Parts that weren't used have the count 0. */
export function reportCoverage(
  operations: Readonly<Record<string, ServedOperation>>,
  usage: Usage,
): Coverage {
  const entries = Object.entries(operations).map(([id, operation]) => {
    const countOf = (part: string) => usage.get(id)?.get(part) ?? 0;
    const report = (kind: string, names: readonly string[]) =>
      Object.fromEntries(names.map((name) => [name, countOf(`${kind} ${name}`)]));
    const parameters = operation.parameters.map(({ name }) => name);
    const codes = operation.responses.map(({ code }) => code);
    const coverage: OperationCoverage = {
      calls: countOf("calls"),
      parameters: report("parameters", [...queryCredentialsOf(operation), ...parameters]),
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
