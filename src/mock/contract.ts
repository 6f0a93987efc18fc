import type { Backend } from "../core/exchange.ts";
import type { Operation } from "../core/operation.ts";
import type { Validators } from "../core/validate.ts";
import { checkExamples, checkOperation, schemaOf } from "./check.ts";
import { assertValid, findPackageContract } from "./data.ts";
import { readDocument } from "./document.ts";
import {
  credentialIdsOf,
  defaultSecurityOf,
  indexOperations,
  type ReadOperation,
  readOperations,
  readWebhooks,
  type Webhook,
} from "./operations.ts";
import { generateBody } from "./prism.ts";
import { readTesterExamples } from "./tester-examples.ts";
import { compileRequestValidators, createCompilers } from "./validators.ts";

/** A contract, as far as the mock needs it. */
export interface Contract
  extends Pick<Backend, "failures" | "credentials" | "validators">,
    Required<Pick<Backend, "generate" | "problems">> {
  /** By id, the tester's stubs included. */
  readonly operations: Readonly<Record<string, Operation>>;
  readonly webhooks: ReadonlyMap<string, Webhook>;
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
  const operations = Object.fromEntries(Object.entries(read).map(([id, { operation }]) => [id, operation]));
  const additions =
    examples === undefined
      ? { operations: {}, failures: new Map() }
      : await readTesterExamples(examples, operations, defaultSecurityOf(document));
  // The contract of this package was checked before it was published.
  const isChecked = file !== findPackageContract();
  const isCompiled = isChecked || examples !== undefined || Object.values(read).some(hasSchemas);
  const compile = isCompiled ? await createCompilers(document) : undefined;
  const prepared = new Map<string, PreparedOperation>();

  function findExampleProblems(id: string, operation: Operation, source: "contract" | "tester"): string[] {
    return compile ? checkExamples(operation, indexOperations(document).get(id), compile.response, source) : [];
  }

  /** Prepares an operation on its first use: compiling the schemas of a thousand takes many seconds. */
  function prepare(id: string): PreparedOperation {
    const existing = prepared.get(id);
    if (existing) return existing;
    const [readOperation, pathOperation] = [read[id], indexOperations(document).get(id)];
    // A stub has no schemas.
    if (!compile || !readOperation || !pathOperation) return { validators: undefined, problems: [] };
    const { problem, ...validators } = compileRequestValidators(readOperation, compile.request);
    const problems = [
      ...(problem === undefined ? [] : [`Requests aren't validated: ${problem}.`]),
      ...(isChecked ? checkOperation(document, pathOperation) : []),
      ...(isChecked ? findExampleProblems(id, readOperation.operation, "contract") : []),
    ];
    for (const message of problems) warn(`${id}: ${message}`);
    const result = { validators, problems };
    prepared.set(id, result);
    return result;
  }

  if (examples !== undefined) {
    const problems = Object.entries(additions.operations).flatMap(([id, operation]) =>
      findExampleProblems(id, operation, "tester").map((problem) => `${id}, ${problem}`),
    );
    assertValid(examples, problems);
  }
  return {
    operations: { ...operations, ...additions.operations },
    webhooks: readWebhooks(document),
    failures: additions.failures,
    credentials: credentialIdsOf(document),
    validators: (id) => prepare(id).validators,
    problems: (id) => prepare(id).problems,
    generate: (id, code, mediaType) =>
      generateBody(document, schemaOf(indexOperations(document).get(id), code, mediaType)),
  };
}

interface PreparedOperation {
  readonly validators: Validators | undefined;
  readonly problems: readonly string[];
}

const hasSchemas = ({ inputs, bodies }: ReadOperation) => inputs !== undefined || Object.keys(bodies).length > 0;
