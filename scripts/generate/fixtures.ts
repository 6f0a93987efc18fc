import { freeFormOf } from "../../src/core/query.ts";
import { type Contract, documentedOperations } from "../contract.ts";

/** `generated/fixtures.ts`: the named examples of every successful response. */
export function fixtures(contract: Contract): string {
  const located = documentedOperations(contract);
  const byId = (value: (one: (typeof located)[number]) => unknown) =>
    JSON.stringify(Object.fromEntries(located.map((one) => [one.operation.operationId, value(one)])), null, 2);
  const types = located.map(({ operation: { operationId: id } }) => {
    return `  ${id}: Record<string, Awaited<ReturnType<Operations<never>["${id}"]>>>;`;
  });
  return `import type { Operations } from "./operations.ts";

interface Examples {
${types.join("\n")}
}

/** The contract's named examples of a successful response, by operation. The first of each is the default. */
export const fixtures = ${byId(({ success }) => {
    const examples = Object.entries(success?.media?.examples ?? {});
    return Object.fromEntries(examples.map(([name, { value }]) => [name, value]));
  })} satisfies Examples;

/** The query parameters of each operation: by name, or free-form. */
export const queries = ${byId(({ operation: { parameters = [] } }) => {
    const query = parameters.filter((parameter) => parameter.in === "query");
    const free = query.map(({ name, schema }) => freeFormOf(name, schema));
    return { names: query.filter((_, index) => !free[index]).map(({ name }) => name), freeForm: free.find(Boolean) };
  })} as const;

/** The status code that the contract declares for a successful response, by operation. */
export const successCodes = ${byId(({ success }) => success?.status)} as const;
`;
}
