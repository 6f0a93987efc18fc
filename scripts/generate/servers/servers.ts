import { prepareServed } from "../../../src/core/prepare-served.ts";
import { basePathsOf } from "../../../src/openapi/base-paths.ts";
import type {
  Content,
  GenerateBody,
  Operation,
  ServedOperation,
} from "../../../src/openapi/operation.ts";
import { operationsOf } from "../../../src/openapi/operations.ts";
import { credentialsOf, securityOf, toCredentials } from "../../../src/openapi/security.ts";
import { createGenerators } from "../../../src/schemas/generate.ts";
import { createCompilers } from "../../../src/schemas/validators.ts";
import type { Contract } from "../../contract/document.ts";
import { writeCode } from "../code.ts";
import { listSuccessExamples, writeFixtures } from "./fixtures.ts";
import { writeRequests } from "./requests.ts";

/** Writes the files of `generated/` that the test server imports, by name, for any contract. */
export async function writeTestServer(contract: Contract): Promise<Record<string, string>> {
  const rows = operationsOf(contract).map(({ id, method, path }) => [id, { method, path }]);
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
  const entries = operationsOf(contract).map(
    async (operation) => `  ${operation.id}: () => (${await writeServer(operation, generate)}),`,
  );
  return `import { type ServedOperation, toExamples } from "../src/openapi/operation.ts";
import type { Alternatives, Credential } from "../src/openapi/security.ts";
import { fixtures } from "./fixtures.ts";
import type { OperationId } from "./operations.ts";

/** The credentials that requests can have. They are dropped when a request is parsed. */
export const credentials: readonly Credential[] = ${JSON.stringify(credentialsOf(contract))};

/** The credentials that operations take by default. */
export const security: Alternatives<Credential> = ${JSON.stringify(toCredentials(securityOf(contract)))};

/** The paths of the contract's servers. A request below one is matched as without it. */
export const basePaths: readonly (readonly string[])[] = ${JSON.stringify(basePathsOf(contract))};

/** Each operation as a server needs it, made when it is called. */
export const servers: Readonly<Record<OperationId, () => ServedOperation>> = {
${(await Promise.all(entries)).join("\n")}
};
`;
}

/** Writes an operation as code, without what only readers of the contract need. */
async function writeServer(operation: Operation, generate: GenerateBody): Promise<string> {
  const { method, path, parameters, freeForm, body, responses, security, pagination } =
    await prepareServed(operation, generate);
  const servedResponses = responses.map(async ({ code, unknowns, headers, contents }) => ({
    code,
    unknowns,
    headers: headers.map(({ name, value }) => ({ name, value })),
    contents: await Promise.all(contents.map((content) => generateContent(content, generate))),
  }));
  const served: ServedOperation = {
    method,
    path,
    parameters: parameters.map(({ name, in: location, style, explode, json, valueTypes }) => ({
      name,
      in: location,
      style,
      explode,
      json,
      valueTypes,
    })),
    freeForm,
    body: body && {
      required: body.required,
      contents: body.contents.map(({ mediaType, valueTypes, encoding }) => ({
        mediaType,
        valueTypes,
        encoding,
      })),
    },
    responses: await Promise.all(servedResponses),
    security,
    pagination,
  };
  const fixtures = JSON.stringify(Object.fromEntries(listSuccessExamples(operation)));
  return writeCode(served, (value) => {
    if (!(value instanceof Map)) return undefined;
    const examples = [...(value as Content["examples"])].map(([name, { value }]) => [name, value]);
    const code = JSON.stringify(Object.fromEntries(examples));
    const isFixture = examples.length > 0 && code === fixtures;
    return `toExamples(Object.entries(${isFixture ? `fixtures.${operation.id}` : code}), "contract")`;
  });
}

/** Generates a body that no example covers, ahead. */
async function generateContent(content: Content, generate: GenerateBody): Promise<Content> {
  const { mediaType, specified, examples } = content;
  const isGenerated = specified && examples.size === 0;
  return {
    mediaType,
    specified,
    examples,
    generatedBody: isGenerated ? await generate(content) : undefined,
  };
}
