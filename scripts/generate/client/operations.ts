import { type Contract, inputsNameOf, pathOperations } from "../../contract.ts";
import type { ContractTypes } from "../types/types.ts";
import { toRow } from "./rows.ts";
import { createTypePrinter, writeErrorBodies, writeItemType, writeSignature } from "./signature.ts";

/** Writes `generated/operations.ts`: each operation's row and signature. */
export function writeOperations(contract: Contract, types: ContractTypes): string {
  const operationList = pathOperations(contract);
  const print = createTypePrinter(contract, types);
  const text = `export interface OperationRow {
  /** The HTTP method, in capitals. */
  readonly method: string;
  /** The path below the base URL, with a \`{name}\` for each value. */
  readonly path: string;
  /** Whether the operation may be sent again after a failure. The contract's judgment, not derived from the method. */
  readonly repeatable: boolean;
  /** \`false\` if the operation takes no token. */
  readonly token?: false;
  /** The media types of its body, the argument after the path values. Absent if it takes none. */
  readonly body?: readonly string[];
  /** Its query and header inputs, the argument after the body. */
  readonly inputs?: readonly string[];
  /** Whether the body comes after the inputs: the body is optional, and an input is required. */
  readonly bodyLast?: true;
  /** The wire names of inputs that have another name as arguments. */
  readonly names?: Readonly<Record<string, string>>;
  /** The wire names of the inputs that are headers. */
  readonly headers?: readonly string[];
  /** The delimiters of lists that become one query parameter, by wire name. */
  readonly delimiters?: Readonly<Record<string, string>>;
  /** The bodies that a success can have. Absent if none is documented. */
  readonly success?: SuccessRow;
  /** How the pages of its list follow each other. */
  readonly pages?: PagesRow;
}

export interface SuccessRow {
  /** Any JSON, a JSON object, or an envelope: an object with \`success: true\`. */
  readonly json?: "any" | "object" | "envelope";
  /** Other media types. The second half can be \`*\`. */
  readonly types?: readonly string[];
  /** Whether the body can be empty. */
  readonly empty?: true;
  /** Whether the success is a redirect, with its \`Location\` as the value. */
  readonly location?: true;
}

/** The response's fields, and the inputs that select a page. */
export interface PagesRow {
  readonly items: string;
  readonly page?: string;
  readonly total?: string;
  readonly next?: string;
  readonly input?: string;
  readonly paginate?: string;
  readonly pageSize?: string;
  /** The number of the first page. Default 0. */
  readonly first?: number;
}

export const operations: Readonly<Record<OperationId, OperationRow>> = {
${operationList.map((pathOperation) => `  ${pathOperation.operation.operationId}: ${writeLiteral(toRow(pathOperation, contract))},`).join("\n")}
};

/** The id of a documented operation. */
export type OperationId = keyof Operations<never>;

/** The documented operations by name. \`Options\` is what every call takes last. */
export interface Operations<Options> {
${operationList.map((pathOperation) => writeSignature(pathOperation, contract, print)).join("\n\n")}
}

/** The items of the operations whose pages the contract describes. */
export interface PaginatedItems {${joinMembers(operationList.flatMap((pathOperation) => writeItemType(pathOperation, print)))}}

/** The documented bodies of responses that are no success, by operation and status. */
export interface ErrorBodies {${joinMembers(operationList.flatMap((pathOperation) => writeErrorBodies(pathOperation, print)))}}
`;
  const inputs = operationList.filter((pathOperation) => pathOperation.inputs.length > 0).map(inputsNameOf);
  return `${importModels([...inputs, ...print.models])}\n${text}`;
}

/** Writes the import of models. */
function importModels(models: Iterable<string>): string {
  const names = [...new Set(models)].sort();
  return names.length > 0 ? `import type { ${names.join(", ")} } from "./models.ts";\n` : "";
}

const joinMembers = (lines: string[]) => (lines.length > 0 ? `\n${lines.join("\n")}\n` : "");

/** Writes a value as code, without what is undefined, and with quotes only around keys that need them. */
function writeLiteral(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(writeLiteral).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).flatMap(([key, child]) => {
    const name = /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
    return child === undefined ? [] : `${name}: ${writeLiteral(child)}`;
  });
  return `{ ${entries.join(", ")} }`;
}
