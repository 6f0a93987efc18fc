import { isFunctionRef } from "../../../src/client/described-spec.ts";
import type { OperationSpec } from "../../../src/client/spec.ts";
import { junkInboxInputs } from "../../../src/openapi/junk-inbox.ts";
import type { Operation } from "../../../src/openapi/operation.ts";
import { operationsOf } from "../../../src/openapi/operations.ts";
import { isPresenceUnknown } from "../../../src/openapi/unknowns.ts";
import { describeSpec } from "../../contract/client-spec.ts";
import type { Contract } from "../../contract/document.ts";
import { writeCode, writeImports } from "../code.ts";
import type { ContractTypes } from "../types/read-types.ts";
import { createTypePrinter, writeErrorBodies, writeItemType, writeSignature } from "./methods.ts";

/** Writes `generated/operations.ts`: each operation's spec and signature. */
export function writeOperations(contract: Contract, types: ContractTypes): string {
  const operationList = operationsOf(contract);
  const print = createTypePrinter(contract, types);
  const modules = new Set<string>();
  const specs = operationList.map(
    (operation) => `  ${operation.id}: ${writeSpec(describe(operation, contract), modules)},`,
  );
  const text = `export const operations: Readonly<Record<OperationId, OperationSpec>> = {
${specs.join("\n")}
};

/** Whether the contract leaves open if listed fields can be absent or null. */
export const isPresenceUnknown: boolean = ${isPresenceUnknown(contract)};

/** The id of a documented operation. */
export type OperationId = keyof Operations<never>;

/** The documented operations by name. \`Options\` is what every call takes last. */
export interface Operations<Options> {
${operationList.map((operation) => writeSignature(operation, print)).join("\n\n")}
}

/** The items of the operations whose pages the contract describes. */
export interface PaginatedItems {${joinMembers(operationList.flatMap((operation) => writeItemType(operation, print)))}}

/** The documented bodies of responses that are no success, by operation and status. */
export interface ErrorBodies {${joinMembers(operationList.flatMap((operation) => writeErrorBodies(operation, print)))}}
`;
  return `${writeImports(modules)}import type { OperationSpec } from "../src/client/spec.ts";
import type { ${[...print.models].sort().join(", ")} } from "./models.ts";

${text}`;
}

/** The client takes the inputs of the junk inbox by purpose, under names that an option can give. */
function describe(operation: Operation, contract: Contract): object {
  const spec: Partial<OperationSpec> = describeSpec(operation, contract);
  if (operation.id !== "listJunkInbox") return spec;
  const { inputs = [], types, names, writers, pages } = spec;
  const freeForm = operation.freeForm?.name ?? "";
  const knownInputs = inputs.filter((name) => name !== freeForm);
  const selecting: Partial<Record<string, unknown>> = { ...pages, pageNumber: pages?.input };
  const ownNames = Object.keys(junkInboxInputs).map((input) => {
    const known = `${selecting[input] ?? input}`;
    return [input, names?.[known] ?? (knownInputs.includes(known) ? known : "")];
  });
  const { [freeForm]: _, ...otherWriters } = writers ?? {};
  return {
    ...spec,
    inputs: [...Object.keys(junkInboxInputs), ...knownInputs],
    types: {
      ...types,
      ...Object.fromEntries(
        Object.entries(junkInboxInputs).map(([input, { type }]) => [input, type]),
      ),
    },
    names: { ...names, ...Object.fromEntries(ownNames) },
    writers: Object.keys(otherWriters).length > 0 ? otherWriters : undefined,
    pages: { ...pages, input: "pageNumber", pageSize: "pageSize" },
  };
}

const joinMembers = (lines: string[]) => (lines.length > 0 ? `\n${lines.join("\n")}\n` : "");

/** Writes a spec as code, and collects the modules that it needs. */
const writeSpec = (spec: object, modules: Set<string>): string =>
  writeCode(spec, (value) => {
    if (!isFunctionRef(value)) return undefined;
    const { "@module": module, name, args } = value;
    modules.add(module);
    const call = args ? `(${args.map((arg) => JSON.stringify(arg)).join(", ")})` : "";
    return `${module}.${name}${call}`;
  });
