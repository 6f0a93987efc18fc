import { freeFormOf } from "../../src/core/query.ts";
import { type Contract, documentedOperations, successAnswer } from "../contract.ts";

/** `generated/fixtures.ts`: the named examples of every answer. */
export function fixtures(contract: Contract): string {
  const entries = documentedOperations(contract).map(({ operation }) => {
    const success = successAnswer(operation);
    const [media] = Object.values(success?.answer.content ?? {});
    const examples = Object.entries(media?.examples ?? {}).map(([name, { value }]) => [name, value]);
    return [operation.operationId, Object.fromEntries(examples)] as const;
  });
  const codes = documentedOperations(contract).map(({ operation }) => [
    operation.operationId,
    successAnswer(operation)?.status,
  ]);
  const queries = documentedOperations(contract).flatMap(({ operation }) => {
    const query = (operation.parameters ?? []).filter((parameter) => parameter.in === "query");
    const free = query.map(({ name, schema }) => freeFormOf(name, schema));
    const names = query.filter((_, index) => !free[index]).map(({ name }) => name);
    return query.length === 0 ? [] : [[operation.operationId, { names, freeForm: free.find(Boolean) }] as const];
  });
  const satisfied = entries.map(([id]) => `  ${id}: Record<string, Awaited<ReturnType<Operations<never>["${id}"]>>>;`);
  return `import type { Operations } from "./operations.ts";

interface Examples {
${satisfied.join("\n")}
}

/** The contract's named examples of a successful answer, by operation. The first of each is the default. */
export const fixtures = ${JSON.stringify(Object.fromEntries(entries), null, 2)} satisfies Examples;

/** The query parameters of the operations that have some: by name, or free-form. */
export const queries = ${JSON.stringify(Object.fromEntries(queries), null, 2)} as const;

/** The code under which the contract declares a successful answer, by operation. */
export const successCodes = ${JSON.stringify(Object.fromEntries(codes), null, 2)} as const;
`;
}
