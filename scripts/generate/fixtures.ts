import { isJson } from "../../src/core/media.ts";
import { isSuccess } from "../../src/core/operation.ts";
import { credentialIdsOf, defaultSecurityOf, type ReadOperation, readOperations } from "../../src/mock/operations.ts";
import type { Contract } from "../contract.ts";

/** Writes `generated/fixtures.ts`: the named examples of every successful response. */
export function writeFixtures(contract: Contract): string {
  const read = Object.entries(readOperations(contract));
  const types = read
    .filter(([, entry]) => isTyped(entry))
    .map(([id]) => `  ${id}: Record<string, Awaited<ReturnType<Operations<never>["${id}"]>>>;`);
  const getters = read.map(([id, entry]) => {
    const value = JSON.stringify(Object.fromEntries(listSuccessExamples(entry)), null, 2).replaceAll("\n", "\n    ");
    return `  get ${id}() {\n    return ${value}${isTyped(entry) ? ` satisfies Examples["${id}"]` : ""};\n  },`;
  });
  return `import type { Operations } from "./operations.ts";

interface Examples {
${types.join("\n")}
}

/** The contract's named examples of a successful response, by operation. The first of each is the default. */
export const fixtures = {
${getters.join("\n")}
};
`;
}

/** Returns whether examples are what a call resolves to: of a binary body an example is the text, not the stream. */
const isTyped = ({ operation }: ReadOperation): boolean =>
  operation.responses
    .filter(isSuccess)
    .every(({ contents }) => contents.every(({ mediaType }) => isJson(mediaType) || mediaType.startsWith("text/")));

/** Returns the examples of successes by name; of several with one name, the first. */
function listSuccessExamples({ operation }: ReadOperation): Map<string, unknown> {
  const contents = operation.responses.filter(isSuccess).flatMap((response) => response.contents);
  const examples = new Map<string, unknown>();
  for (const [name, { value }] of contents.flatMap((content) => [...content.examples])) {
    if (!examples.has(name)) examples.set(name, value);
  }
  return examples;
}

/** Writes `generated/servers.ts`: each operation for the test server, as the mock server reads it from its contract. */
export function writeServers(contract: Contract): string {
  const read = Object.entries(readOperations(contract));
  return `import { type Operation, toExamples } from "../src/core/operation.ts";
import { fixtures } from "./fixtures.ts";
import type { OperationId } from "./operations.ts";

/** The credentials that requests can have. They are dropped when a request is parsed. */
export const credentialIds: readonly string[] = ${JSON.stringify(credentialIdsOf(contract))};

/** The credentials that operations usually take: alternatives, each a list. */
export const security: readonly (readonly string[])[] = ${JSON.stringify(defaultSecurityOf(contract))};

/** Each operation as a server needs it, made when it is called. \`validated\`: \`requests.js\` has validators of it. */
export const servers: Readonly<Record<OperationId, () => Operation & { readonly validated?: true }>> = {
${read.map(([id, entry]) => `  ${id}: () => (${writeServer(id, entry)}),`).join("\n")}
};
`;
}

/** Writes an operation as code. Its examples refer to `fixtures` if they are the same. */
function writeServer(id: string, entry: ReadOperation): string {
  const sharedExamples = listSuccessExamples(entry);
  const validated = entry.inputs !== undefined || Object.keys(entry.bodies).length > 0;
  const examples: string[] = [];
  const text = JSON.stringify({ ...entry.operation, ...(validated && { validated }) }, (_, value) => {
    if (!(value instanceof Map)) return value;
    const isShared =
      value.size === sharedExamples.size && [...value].every(([name, { value }]) => sharedExamples.get(name) === value);
    const values = JSON.stringify(Object.fromEntries([...value].map(([name, { value }]) => [name, value])));
    return `<EXAMPLES ${examples.push(isShared && value.size > 0 ? `fixtures.${id}` : values) - 1}>`;
  });
  return text.replaceAll(/"<EXAMPLES (\d+)>"/g, (_, index) => `toExamples(${examples[index]}, "contract")`);
}
