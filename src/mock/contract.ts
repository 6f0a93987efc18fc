import { readCredentials } from "../core/credentials.ts";
import type { GeneratedBody } from "../core/exchange.ts";
import type { Content, DeclaredResponse, Operation } from "../core/operation.ts";
import type { Step } from "../core/preferences.ts";
import type { Credential } from "../core/request.ts";
import type { Validators } from "../core/validate.ts";
import type { JsonObject } from "../openapi/json.ts";
import { checkExamples, checkOperation } from "./check.ts";
import { assertValid } from "./data.ts";
import { readDocument } from "./document.ts";
import { createBodyGenerator } from "./generate.ts";
import {
  declaredCredentials,
  defaultSecurity,
  operationsById,
  type ReadOperation,
  readOperations,
  readWebhooks,
  type Webhook,
} from "./operations.ts";
import { ownContract } from "./own-contract.ts";
import { noExamples, readOwnExamples, withExamples } from "./own-examples.ts";
import { compileRequestValidators, createCompilers } from "./validators.ts";

/** A contract, as far as the mock needs it. */
export interface Contract {
  /** By id, the tester's stubs included. */
  readonly operations: Readonly<Record<string, Operation>>;
  readonly webhooks: ReadonlyMap<string, Webhook>;
  /** The tester's named failures. */
  readonly failures: ReadonlyMap<string, Step>;
  readonly credentials: readonly Credential[];
  readonly validators: (id: string) => Validators | undefined;
  readonly generate: (operation: Operation, response: DeclaredResponse, content: Content) => Promise<GeneratedBody>;
  /** Returns the problems of an operation's contract. They are known after its first request. */
  readonly problems: (id: string) => readonly string[];
}

/**
 * Reads a contract, and the examples that the tester adds to it.
 * @param warn Gets the problems of single operations, on their first use.
 * @throws an error that lists the problems of the document, or of the tester's examples.
 */
export async function loadContract(
  file: string,
  examples: string | undefined,
  warn: (problem: string) => void,
): Promise<Contract> {
  const document = await readDocument(file);
  const read = readOperations(document);
  const security = defaultSecurity(document);
  const entries = Object.entries(read).map(([id, { operation }]) => [id, operation] as const);
  const additions =
    examples === undefined ? noExamples : await readOwnExamples(examples, Object.fromEntries(entries), security);
  const operations = entries.map(([id, operation]) => [id, withExamples(operation, additions.bodies[id])] as const);
  if (examples !== undefined) {
    const changedEntries = operations.filter(([id]) => Object.hasOwn(additions.bodies, id));
    assertValid(examples, await checkTesterExamples(document, changedEntries));
  }
  // The contract of this package was checked before it was published.
  const isChecked = file !== ownContract();
  return {
    operations: { ...Object.fromEntries(operations), ...additions.stubs },
    webhooks: readWebhooks(document),
    failures: additions.failures,
    credentials: readCredentials(declaredCredentials(document)),
    ...(await prepareOperations(document, read, isChecked, warn)),
    generate: createBodyGenerator(document),
  };
}

async function checkTesterExamples(document: JsonObject, changedEntries: (readonly [id: string, Operation])[]) {
  const { response } = await createCompilers(document);
  return changedEntries.flatMap(([id, operation]) =>
    checkExamples(operation, operationsById(document).get(id), response, ({ source }) => source === "tester").map(
      (problem) => `${id}, ${problem}`,
    ),
  );
}

/** Prepares each operation on its first use: compiling the schemas of a thousand takes many seconds. */
async function prepareOperations(
  document: JsonObject,
  read: Readonly<Record<string, ReadOperation>>,
  isChecked: boolean,
  warn: (problem: string) => void,
): Promise<Pick<Contract, "validators" | "problems">> {
  const hasSchemas = ({ inputs, bodies }: ReadOperation) => inputs !== undefined || Object.keys(bodies).length > 0;
  if (!isChecked && !Object.values(read).some(hasSchemas)) return { validators: () => undefined, problems: () => [] };
  const compile = await createCompilers(document);
  const prepared = new Map<string, { validators?: Validators; problems: readonly string[] }>();

  function prepare(id: string, readOperation: ReadOperation) {
    const pathOperation = operationsById(document).get(id);
    const { problem, ...validators } = compileRequestValidators(readOperation, compile.request);
    const problems = [
      ...(problem === undefined ? [] : [`Requests aren't validated: ${problem}.`]),
      ...(isChecked && pathOperation ? checkOperation(document, pathOperation) : []),
      ...(isChecked ? checkExamples(readOperation.operation, pathOperation, compile.response) : []),
    ];
    for (const message of problems) warn(`${id}: ${message}`);
    const result = { validators, problems };
    prepared.set(id, result);
    return result;
  }

  return {
    validators(id) {
      const existing = prepared.get(id);
      if (existing) return existing.validators;
      const readOperation = read[id];
      // A stub has no schemas.
      return readOperation && prepare(id, readOperation).validators;
    },
    problems: (id) => prepared.get(id)?.problems ?? [],
  };
}
