import type { Backend } from "../core/backend.ts";
import { cachePerDocument } from "../openapi/cache.ts";
import { isObject, type JsonObject } from "../openapi/json.ts";
import type { Operation } from "../openapi/model/operation.ts";
import { type ReadOperation, readOperations, readWebhooks, type Webhook } from "../openapi/model/read-operations.ts";
import { nodes, referencesIn } from "../openapi/nodes.ts";
import { credentialsOf, securityOf, toCredentials } from "../openapi/security.ts";
import { checkDocument, checkExamples, checkOperation, checkPaths, schemaOf } from "./check.ts";
import { assertValid, findPackageContract, readData, throwInvalid } from "./data.ts";
import { loadPeer } from "./peers.ts";
import { createGenerator } from "./prism.ts";
import { readTesterExamples } from "./tester-examples.ts";
import { compileValidators, createCompilers } from "./validators.ts";

/** A contract, as far as the mock needs it. */
export interface Contract extends Pick<Backend, "failures" | "credentials" | "validators" | "generate"> {
  /** By id, the tester's stubs included. */
  readonly operations: Readonly<Record<string, Operation>>;
  readonly webhooks: ReadonlyMap<string, Webhook>;
}

/**
 * Reads a contract, and the examples that the tester adds to it.
 * @param warn Gets the problems of paths, and of single operations on their first use.
 * @throws an error that lists the problems of the document, or of the tester's examples.
 */
export async function loadContract(
  file: string,
  examples: string | undefined,
  warn: (problem: string) => void,
): Promise<Contract> {
  const document = await readDocument(file);
  const read = readOperations(document);
  const operations = Object.fromEntries(Object.entries(read).map(([id, { operation }]) => [id, operation]));
  // The contract of this package was checked before it was published.
  const isChecked = file !== findPackageContract();
  if (isChecked) checkPaths(document).forEach(warn);
  const isCompiled = isChecked || examples !== undefined || Object.values(read).some(hasSchemas);
  const compile = isCompiled ? await compilersOf(document) : undefined;

  /** Prepares an operation on its first use: compiling the schemas of a thousand takes many seconds. */
  const prepare = cachePerDocument((readOperation: ReadOperation) => {
    if (!compile) return undefined;
    const validators = compileValidators(readOperation, compile.request);
    const contractProblems = isChecked ? checkOperation(document, readOperation, compile.response) : [];
    const problems = [...validators.problems, ...contractProblems];
    for (const problem of problems) warn(`${readOperation.id}: ${problem}`);
    return { ...validators, problems };
  });

  const generate = createGenerator(document, async (schema) => (await compilersOf(document)).response(schema));
  const tester = await readTesterExamples(examples, operations, toCredentials(securityOf(document)));
  if (examples !== undefined && compile) {
    const problems = Object.entries(tester.operations).flatMap(([id, operation]) =>
      checkExamples(operation, read[id]?.pathOperation, compile.response, "tester").map((text) => `${id}, ${text}`),
    );
    assertValid(examples, problems);
  }
  return {
    operations: { ...operations, ...tester.operations },
    webhooks: readWebhooks(document),
    failures: tester.failures,
    credentials: credentialsOf(document),
    // A stub has no schemas.
    validators: (id) => read[id] && prepare(read[id]),
    generate: (id, code, mediaType) => generate(schemaOf(read[id]?.pathOperation, code, mediaType)),
  };
}

const compilersOf = cachePerDocument(createCompilers);

const hasSchemas = ({ inputs, bodies }: ReadOperation) => inputs !== undefined || Object.keys(bodies).length > 0;

/**
 * Reads an OpenAPI document. Upgrades version 3.0 to 3.1, and includes what other files contribute by reference.
 * @throws an error that says why it can't be used.
 */
export async function readDocument(file: string): Promise<JsonObject> {
  const data = await readData(file);
  const document = await bundle(file, isObject(data) ? data : {});
  assertValid(file, checkDocument(document));
  return String(document["openapi"]).startsWith("3.0.") ? upgrade(document) : document;
}

async function bundle(file: string, document: JsonObject): Promise<JsonObject> {
  if ([...referencesIn(document)].every(({ $ref }) => $ref.startsWith("#"))) return document;
  const { $RefParser } = await loadPeer(
    "@apidevtools/json-schema-ref-parser",
    "follow references to other files",
    () => import("@apidevtools/json-schema-ref-parser"),
  );
  // References to other machines aren't followed: the mock would send requests.
  const options = { resolve: { http: false }, mutateInputSchema: false } as const;
  const bundled = new $RefParser().bundle(file, structuredClone(document), options);
  return (await bundled.catch((error: Error) => throwInvalid(file, [error.message]))) as JsonObject;
}

async function upgrade(document: JsonObject): Promise<JsonObject> {
  const { upgradeFromThreeToThreeOne } = await loadPeer(
    "@scalar/openapi-upgrader/3.0-to-3.1",
    "read OpenAPI 3.0",
    () => import("@scalar/openapi-upgrader/3.0-to-3.1"),
  );
  const copy = structuredClone(document);
  addNull(copy);
  return upgradeFromThreeToThreeOne(copy) as JsonObject;
}

/** Adds `null` to nullable choices of OpenAPI 3.0: the upgrade adds it to types only. */
function addNull(document: JsonObject): void {
  for (const { node } of nodes(document)) {
    const { nullable, readOnly, writeOnly, ...schema } = node;
    if (nullable !== true || !["enum", "allOf", "anyOf", "oneOf"].some((keyword) => keyword in schema)) continue;
    for (const keyword in node) delete node[keyword];
    Object.assign(node, { readOnly, writeOnly, anyOf: [schema, { type: "null" }] });
  }
}
