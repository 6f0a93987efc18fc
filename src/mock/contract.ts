import { fileURLToPath } from "node:url";
import type { Operation } from "../core/operation.ts";
import { withInputNames } from "../core/pages.ts";
import type { Step } from "../core/preferences.ts";
import type { JunkInboxInputNames } from "../options.ts";
import { checkDocument, checkOperations, references } from "./check.ts";
import { invalid, orInvalid, readData } from "./data.ts";
import type { Node } from "./document.ts";
import { readOperations, readWebhooks, type Webhook } from "./operations.ts";
import { noExamples, readOwnExamples, withExamples } from "./own-examples.ts";
import { besidePrism } from "./prism.ts";

export interface Contract {
  readonly document: Node;
  /** The stubs of the tester included. */
  readonly operations: Readonly<Record<string, Operation>>;
  readonly webhooks: ReadonlyMap<string, Webhook>;
  /** The tester's named failures. */
  readonly failures: ReadonlyMap<string, Step>;
}

/** The contract that this package ships. */
export const ownContract = (): string => fileURLToPath(import.meta.resolve("phone-agent-api/openapi.yaml"));

/**
 * Reads a contract, and the examples that the tester adds to it.
 * @throws an error that lists everything that would make the mock unreliable.
 */
export async function loadContract(
  file: string,
  { examples, inputNames }: { examples: string | undefined; inputNames: JunkInboxInputNames },
): Promise<Contract> {
  const document = await bundled(file, readData(file) as Node);
  orInvalid(file, checkDocument(document));
  const read = readOperations(document);
  // The contract of this package was checked before it was published, and that takes longer than all the rest.
  if (file !== ownContract()) orInvalid(file, checkOperations(document, read));
  const declared = Object.entries(read).map(([id, { operation }]) => [id, operation] as const);
  const own = examples === undefined ? noExamples : readOwnExamples(examples, Object.fromEntries(declared));
  const operations = declared.map(
    ([id, operation]) => [id, withInputNames(id, withExamples(operation, own.bodies[id]), inputNames)] as const,
  );
  if (examples !== undefined) {
    const changed = operations.filter(([id]) => Object.hasOwn(own.bodies, id));
    const added = changed.map(([id, operation]) => [id, { operation, bodies: {} }] as const);
    orInvalid(examples, checkOperations(document, Object.fromEntries(added)));
  }
  return {
    document,
    operations: { ...Object.fromEntries(operations), ...own.stubs },
    webhooks: readWebhooks(document),
    failures: own.failures,
  };
}

interface RefParser {
  new (): { bundle(file: string, document: Node, options: object): Promise<Node> };
}

/** A document whose references to other files point to what they hold. */
async function bundled(file: string, document: Node): Promise<Node> {
  if ([...references(document)].every((one) => one.startsWith("#"))) return document;
  const Parser = besidePrism("@stoplight/json-schema-ref-parser") as RefParser;
  return new Parser().bundle(file, document, {}).catch((error: Error) => invalid(file, [error.message]));
}
