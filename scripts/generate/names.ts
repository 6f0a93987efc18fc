import { readFileSync } from "node:fs";
import { type Contract, cachePerDocument, hasOneWayFields, type PathOperation, pathOperations } from "../contract.ts";

/** The side that a type describes: `sent` has no read-only fields, `received` no write-only ones. */
export type Side = "sent" | "received";

/** Returns the name of the interface of an operation's inputs. */
export const inputsNameOf = (pathOperation: PathOperation): string => `${toPascalCase(pathOperation)}Inputs`;

/** Returns the name of an operation's unnamed part, such as `CreateTokenBody`. */
export const partNameOf = (pathOperation: PathOperation, part: string): string =>
  `${toPascalCase(pathOperation)}${part}`;

const toPascalCase = ({ operation: { operationId: id } }: PathOperation) =>
  `${id.charAt(0).toUpperCase()}${id.slice(1)}`;

// TypeScript drops a model that `export *` exports if another type of the package has its name.
const publicNames: string[] =
  readFileSync(new URL("../../src/index.ts", import.meta.url), "utf8").match(/\b[A-Z]\w*/g) ?? [];

const takenNames = cachePerDocument((contract: Contract): Set<string> => {
  const inputs = pathOperations(contract).filter((pathOperation) => pathOperation.inputs.length > 0);
  return new Set([...publicNames, ...inputs.map(inputsNameOf), "WebhookPayloads"]);
});

const markedSchemas = cachePerDocument(
  (contract: Contract): Set<string> =>
    new Set(
      Object.entries(contract.components.schemas).flatMap(([name, schema]) =>
        hasOneWayFields(contract, schema) ? [name] : [],
      ),
    ),
);

/** Returns whether a schema differs between requests and responses, by read-only or write-only fields. */
export const hasSides = (contract: Contract, schema: string): boolean => markedSchemas(contract).has(schema);

/** Returns a schema's name in the package: `Agent`; `WritableAgent` without read-only fields; `AgentModel` if taken. */
export function modelNameOf(contract: Contract, schema: string, side: Side = "received"): string {
  const name = side === "sent" && hasSides(contract, schema) ? `Writable${schema}` : schema;
  const isTaken = takenNames(contract).has(name) || (name !== schema && name in contract.components.schemas);
  return isTaken ? `${name}Model` : name;
}

/** Names that generated files use themselves. A model of the same name has another one in them. */
const reserved = new Set(
  "ArrayBufferView Blob ErrorBodies FormData NonNullable OperationId OperationRow Operations Options PagesRow PaginatedItems Parameters Promise Readonly ReadableStream Record SuccessRow Uint8Array URLSearchParams".split(
    " ",
  ),
);

/** Returns the name of a model within a generated file. */
export const localNameOf = (model: string): string => (reserved.has(model) ? `${model}Model` : model);

/** Writes the import of models into a generated file. */
export function importModels(models: Iterable<string>): string {
  const names = [...new Set(models)].sort();
  const imported = names.map((name) => (localNameOf(name) === name ? name : `${name} as ${localNameOf(name)}`));
  return names.length > 0 ? `import type { ${imported.join(", ")} } from "./models.ts";\n` : "";
}
