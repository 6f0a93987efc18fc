import { type MockExchange, matchedRequestOf } from "./exchange.ts";
import { exampleNamesOf, type Operation } from "./operation.ts";
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

/** By operation id, part and name. */
export type CoverageCounts = Map<string, number>;

type Part = keyof OperationCoverage;

const keyOf = (id: string, part: Part, name: string) => `${id}\n${part}\n${name}`;

/** Counts an accepted request, and returns the function that counts its response. */
export function countExchange(exchange: MockExchange, counts: readonly CoverageCounts[]): () => void {
  const { code = "", example } = exchange.result;
  const request = matchedRequestOf(exchange);
  const increment = (part: Part, name: string) => {
    const key = keyOf(request?.id ?? "", part, name);
    for (const count of counts) count.set(key, (count.get(key) ?? 0) + 1);
  };
  increment("calls", "");
  for (const name of request ? sentParametersOf(request) : []) increment("parameters", name);
  return () => {
    increment("responses", code);
    if (example !== undefined) increment("examples", example);
  };
}

/** Reports the coverage of operations. Parts that weren't used have the count 0. */
export function reportCoverage(operations: Readonly<Record<string, Operation>>, counts: CoverageCounts): Coverage {
  const entries = Object.entries(operations).map(([id, operation]): [string, OperationCoverage] => {
    const report = (part: Part, names: readonly string[]) =>
      Object.fromEntries(names.map((name) => [name, counts.get(keyOf(id, part, name)) ?? 0]));
    return [
      id,
      {
        calls: counts.get(keyOf(id, "calls", "")) ?? 0,
        parameters: report("parameters", parameterNamesOf(operation)),
        examples: report("examples", exampleNamesOf(operation)),
        responses: report(
          "responses",
          operation.responses.map(({ code }) => code),
        ),
      },
    ];
  });
  return {
    operations: Object.fromEntries(entries),
    untouched: entries.filter(([, { calls }]) => calls === 0).map(([id]) => id),
  };
}
