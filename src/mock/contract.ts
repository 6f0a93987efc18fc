import { readCredentials } from "../core/credentials.ts";
import type { GeneratedBody } from "../core/exchange.ts";
import type { Content, DeclaredResponse, Operation } from "../core/operation.ts";
import type { Step } from "../core/preferences.ts";
import type { Credential } from "../core/request.ts";
import type { Validators } from "../core/validate.ts";
import type { JsonObject } from "../openapi/json.ts";
import { checkExamples, checkOperation } from "./check.ts";
import { orInvalid } from "./data.ts";
import { readDocument } from "./document.ts";
import { bodyGenerator } from "./generate.ts";
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
import { compilers, requestValidators } from "./validators.ts";

/** A contract, as far as the mock needs it. */
export interface Contract {
  /** The stubs of the tester included. */
  readonly operations: Readonly<Record<string, Operation>>;
  readonly webhooks: ReadonlyMap<string, Webhook>;
  /** The tester's named failures. */
  readonly failures: ReadonlyMap<string, Step>;
  readonly credentials: readonly Credential[];
  readonly validators: (id: string) => Validators | undefined;
  readonly generate: (operation: Operation, declared: DeclaredResponse, content: Content) => Promise<GeneratedBody>;
  /** What is wrong with the contract of an operation, once it was requested. */
  readonly problems: (id: string) => readonly string[];
}

/**
 * Reads a contract, and the examples that the tester adds to it.
 * @param warn Is called with what is wrong with single operations, when they are first used.
 * @throws an error that lists what is wrong with the document, or with the tester's examples.
 */
export async function loadContract(
  file: string,
  examples: string | undefined,
  warn: (problem: string) => void,
): Promise<Contract> {
  const document = await readDocument(file);
  const read = readOperations(document);
  const security = defaultSecurity(document);
  const declared = Object.entries(read).map(([id, { operation }]) => [id, operation] as const);
  const own =
    examples === undefined ? noExamples : await readOwnExamples(examples, Object.fromEntries(declared), security);
  const operations = declared.map(([id, operation]) => [id, withExamples(operation, own.bodies[id])] as const);
  if (examples !== undefined) {
    const changed = operations.filter(([id]) => Object.hasOwn(own.bodies, id));
    orInvalid(examples, await checkTesterExamples(document, changed));
  }
  // The contract of this package was checked before it was published.
  const isChecked = file !== ownContract();
  return {
    operations: { ...Object.fromEntries(operations), ...own.stubs },
    webhooks: readWebhooks(document),
    failures: own.failures,
    credentials: readCredentials(declaredCredentials(document)),
    ...(await preparation(document, read, isChecked, warn)),
    generate: bodyGenerator(document),
  };
}

async function checkTesterExamples(document: JsonObject, changed: (readonly [id: string, Operation])[]) {
  const { response } = await compilers(document);
  return changed.flatMap(([id, operation]) =>
    checkExamples(operation, operationsById(document).get(id), response, ({ source }) => source === "tester").map(
      (problem) => `${id}, ${problem}`,
    ),
  );
}

/** Prepares each operation on its first use: compiling the schemas of a thousand takes many seconds. */
async function preparation(
  document: JsonObject,
  read: Readonly<Record<string, ReadOperation>>,
  isChecked: boolean,
  warn: (problem: string) => void,
): Promise<Pick<Contract, "validators" | "problems">> {
  const hasSchemas = ({ inputs, bodies }: ReadOperation) => inputs !== undefined || Object.keys(bodies).length > 0;
  if (!isChecked && !Object.values(read).some(hasSchemas)) return { validators: () => undefined, problems: () => [] };
  const compile = await compilers(document);
  const prepared = new Map<string, { validators?: Validators; problems: readonly string[] }>();

  function prepare(id: string, readOperation: ReadOperation) {
    const pathOperation = operationsById(document).get(id);
    const { problem, ...validators } = requestValidators(readOperation, compile.request);
    const problems = [
      ...(problem === undefined ? [] : [`Requests are not validated: ${problem}.`]),
      ...(isChecked && pathOperation ? checkOperation(document, pathOperation) : []),
      ...(isChecked ? checkExamples(readOperation.operation, pathOperation, compile.response) : []),
    ];
    for (const each of problems) warn(`${id}: ${each}`);
    const result = { validators, problems };
    prepared.set(id, result);
    return result;
  }

  return {
    validators(id) {
      const known = prepared.get(id);
      if (known) return known.validators;
      const readOperation = read[id];
      // A stub has no schemas.
      return readOperation && prepare(id, readOperation).validators;
    },
    problems: (id) => prepared.get(id)?.problems ?? [],
  };
}
