import type { GenerateBody, MockOperation } from "../../../src/core/model.ts";
import { type ContractOperation, readOperations } from "../../../src/document/read-operations.ts";
import { generateHeaders } from "../../../src/document/responses.ts";
import { credentialsOf, securityOf, toCredentials } from "../../../src/openapi/security.ts";
import { basePathsOf } from "../../../src/openapi/servers.ts";
import { createGenerators } from "../../../src/schemas/generate.ts";
import { createCompilers } from "../../../src/schemas/validators.ts";
import type { Contract } from "../../contract/document.ts";
import { documentedOperations } from "../../contract/operations.ts";
import { listSuccessExamples, writeFixtures } from "./fixtures.ts";
import { writeRequests } from "./requests.ts";

/** Writes the files of `generated/` that the test server imports, by name, for any contract. */
export async function writeTestServer(contract: Contract): Promise<Record<string, string>> {
  const rows = documentedOperations(contract).map(({ operation, method, path }) => [
    operation.operationId,
    { method, path },
  ]);
  return {
    "operations.ts": `export const operations = ${JSON.stringify(Object.fromEntries(rows))};`,
    "fixtures.ts": writeFixtures(contract),
    "servers.ts": await writeServers(contract),
    ...(await writeRequests(contract)),
  };
}

/**
 * Writes `generated/servers.ts`: each operation for the test server, as the mock server reads it
 * from its contract.
 */
export async function writeServers(contract: Contract): Promise<string> {
  const { response: compile } = await createCompilers(contract);
  const { generate } = createGenerators({ ...contract }, async (schema) => compile(schema));
  const entries = Object.entries(readOperations(contract)).map(
    async ([id, entry]) =>
      `  ${id}: () => (${writeServer(id, entry, await generateBodies(entry.operation, generate))}),`,
  );
  return `import { type MockOperation, toExamples } from "../src/core/model.ts";
import type { Alternatives, Credential } from "../src/openapi/security.ts";
import { fixtures } from "./fixtures.ts";
import type { OperationId } from "./operations.ts";

/** The credentials that requests can have. They are dropped when a request is parsed. */
export const credentials: readonly Credential[] = ${JSON.stringify(credentialsOf(contract))};

/** The credentials that operations usually take. */
export const security: Alternatives<Credential> = ${JSON.stringify(toCredentials(securityOf(contract)))};

/** The paths of the contract's servers. A request below one is matched as without it. */
export const basePaths: readonly (readonly string[])[] = ${JSON.stringify(basePathsOf(contract))};

/** Each operation as a server needs it, made when it is called. */
export const servers: Readonly<Record<OperationId, () => MockOperation>> = {
${(await Promise.all(entries)).join("\n")}
};
`;
}

/** Generates the headers and the bodies that no example covers, ahead. */
async function generateBodies(
  operation: MockOperation,
  generate: GenerateBody,
): Promise<MockOperation> {
  const responses = operation.responses.map(async ({ contents, ...response }) => {
    const generatedContents = contents.map(async ({ schema, ...content }) => {
      if (!content.specified || content.examples.size > 0) return content;
      return { ...content, generatedBody: await generate({ ...content, schema }) };
    });
    return {
      ...(await generateHeaders(response, generate)),
      contents: await Promise.all(generatedContents),
    };
  });
  return { ...operation, responses: await Promise.all(responses) };
}

/** Writes an operation as code. Its examples refer to `fixtures` if they are the same. */
function writeServer(id: string, entry: ContractOperation, operation: MockOperation): string {
  const sharedExamples = listSuccessExamples(entry);
  const examples: string[] = [];
  const text = JSON.stringify(operation, (_, value) => {
    if (!(value instanceof Map)) return value;
    const isShared =
      value.size === sharedExamples.size &&
      [...value].every(([name, { value }]) => sharedExamples.get(name) === value);
    const values = JSON.stringify(
      Object.fromEntries([...value].map(([name, { value }]) => [name, value])),
    );
    return `<EXAMPLES ${examples.push(isShared && value.size > 0 ? `fixtures.${id}` : values) - 1}>`;
  });
  return text.replaceAll(
    /"<EXAMPLES (\d+)>"/g,
    (_, index) => `toExamples(${examples[index]}, "contract")`,
  );
}
