import { basename } from "node:path";
import type { EngineAdapter } from "../core/engine-adapter.ts";
import { createPathFit } from "../core/path-fit.ts";
import { prepareServed } from "../core/prepare-served.ts";
import type { RateFit } from "../core/request.ts";
import { assertValid, findPackageContract, readData } from "../document/data.ts";
import { readDocument } from "../document/read-document.ts";
import { basePathsOf } from "../openapi/base-paths.ts";
import { memoizeByRef } from "../openapi/cache.ts";
import { findDifferences } from "../openapi/differences.ts";
import type { JsonObject } from "../openapi/json.ts";
import type { Operation, ServedOperation, Webhook } from "../openapi/operation.ts";
import { operationsById, webhooksOf } from "../openapi/operations.ts";
import { bodySchemasOf, inputSchemaOf } from "../openapi/request-schemas.ts";
import { credentialsOf, securityOf, toCredentials } from "../openapi/security.ts";
import { findContents } from "../openapi/status.ts";
import { joinMissing, loadAll, MissingPeersError } from "../platform/peers.ts";
import { createGenerators } from "../schemas/generate.ts";
import { type Compile, createCompilers, loadAjv, loadMetaSchema } from "../schemas/validators.ts";
import { checkExamples, checkOperation } from "./check.ts";
import { findMissingForBodies, reportMissing } from "./packages.ts";
import { checkStructure } from "./structure.ts";
import { readTesterExamples } from "./tester-examples.ts";

/** A contract, as far as the mock needs it. */
export interface Contract
  extends Pick<
    EngineAdapter,
    "failures" | "credentials" | "validators" | "compare" | "generate" | "generateRandom"
  > {
  /** By id, the tester's stubs included. */
  readonly operations: Readonly<Record<string, ServedOperation>>;
  readonly webhooks: ReadonlyMap<string, Webhook>;
  readonly basePaths: ReturnType<typeof basePathsOf>;
  readonly rateFit: RateFit;
  /** What operations usually take. */
  readonly security: ServedOperation["security"];
}

/**
 * Reads a contract, and the examples that the tester adds to it.
 * @param warn Gets the problems of paths, and of single operations on their first use.
 * @param onRead Gets the name of each file before it's read.
 * @throws an error that lists the problems of the document, or of the tester's examples.
 */
export async function loadContract(
  file: string,
  examples: string | undefined,
  warn: (problem: string) => void,
  onRead: (file: string) => void,
): Promise<Contract> {
  if (examples !== undefined) onRead(examples);
  // The contract of this package was checked before it was published.
  const isChecked = file !== findPackageContract();
  const reading = readDocument(file, warn, onRead);
  const [document, examplesData] = await loadAll(
    reading,
    examples === undefined ? undefined : readData(examples, (data) => Object.values(Object(data))),
    isChecked || examples !== undefined ? loadAjv() : undefined,
  ).catch(async (error) => {
    if (!isChecked || !(error instanceof MissingPeersError)) throw error;
    const missing = findMissingForBodies(await reading.catch(() => undefined));
    throw joinMissing([error, ...missing.required, ...missing.random]);
  });
  const read = operationsById(document);
  const compileResponse = async (schema: JsonObject) =>
    (await compilersOf(document)).response(schema);
  const generators = createGenerators(document, compileResponse);
  const entries = Object.entries(read).map(
    async ([id, operation]) => [id, await prepareServed(operation, generators.generate)] as const,
  );
  const operations = Object.fromEntries(await Promise.all(entries));
  const isCompiled =
    isChecked ||
    examples !== undefined ||
    Object.values(read).some((operation) => hasSchemas(document, operation));
  const compile = isCompiled ? await compilersOf(document) : undefined;
  if (isChecked) {
    reportMissing(document, warn);
    for (const problem of checkStructure(document, await loadMetaSchema()))
      warn(basename(file) + problem);
  }

  /**
   * Prepares an operation on its first use: compiling the schemas of a thousand takes many seconds.
   */
  const prepare = memoizeByRef((operation: Operation) => {
    if (!compile) return undefined;
    const validators = compileValidators(document, operation, compile.request);
    const contractProblems = isChecked ? checkOperation(document, operation, compile.response) : [];
    const problems = [...validators.problems, ...contractProblems];
    for (const problem of problems) warn(`${operation.id}: ${problem}`);
    return { ...validators, problems };
  });

  const security = toCredentials(securityOf(document));
  const tester = readTesterExamples(examples, examplesData, operations, security);
  if (examples !== undefined && compile) {
    const problems = Object.entries(tester.operations).flatMap(([id, operation]) =>
      checkExamples(operation, compile.response, "tester").map((text) => `${id}, ${text}`),
    );
    assertValid(examples, problems);
  }
  return {
    operations: { ...operations, ...tester.operations },
    webhooks: new Map(webhooksOf(document).map((webhook) => [webhook.name, webhook])),
    basePaths: basePathsOf(document),
    rateFit: createPathFit(document, read, compile?.request),
    security,
    failures: tester.failures,
    credentials: credentialsOf(document),
    // A stub has no schemas.
    validators: (id) => read[id] && prepare(read[id]),
    compare: async (id, status, mediaType, body) => {
      const [content] = findContents(read[id]?.responses ?? [], status, mediaType);
      // A schema that can't be compiled has its own problem, and so has a package that is missing.
      const validate =
        content?.schema && (await compileResponse(content.schema).catch(() => undefined));
      return validate ? findDifferences(validate, body) : [];
    },
    ...generators,
  };
}

const compilersOf = memoizeByRef(createCompilers);

const hasSchemas = (document: object, operation: Operation) =>
  inputSchemaOf(document, operation) !== undefined ||
  Object.keys(bodySchemasOf(document, operation)).length > 0;

/**
 * Compiles the validators of an operation's requests. If a schema is invalid, reports the problem
 * instead.
 */
function compileValidators(document: object, operation: Operation, compile: Compile) {
  const inputSchema = inputSchemaOf(document, operation);
  try {
    const bodies = new Map(
      Object.entries(bodySchemasOf(document, operation)).map(([mediaType, schema]) => [
        mediaType,
        compile(schema),
      ]),
    );
    const body = (mediaType: string) => bodies.get(mediaType);
    return { inputs: inputSchema && compile(inputSchema), body, problems: [] };
  } catch (error) {
    return { problems: [`Requests aren't validated: ${(error as Error).message}.`] };
  }
}
