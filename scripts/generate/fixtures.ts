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
  const satisfied = entries.map(([id]) => `  ${id}: Record<string, Awaited<ReturnType<Operations<never>["${id}"]>>>;`);
  return `import type { Operations } from "./operations.ts";

interface Examples {
${satisfied.join("\n")}
}

/** The contract's named examples of a successful answer, by operation. The first of each is the default. */
export const fixtures = ${JSON.stringify(Object.fromEntries(entries), null, 2)} satisfies Examples;

/** The code under which the contract declares a successful answer, by operation. */
export const successCodes = ${JSON.stringify(Object.fromEntries(codes), null, 2)} as const;
`;
}
