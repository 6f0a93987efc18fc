import { type Contract, knownOperations, unknowns } from "../contract.ts";

/** Writes `generated/ledger.ts`: all operations by name, and every marked unknown. */
export function writeLedger(contract: Contract): string {
  const operations = knownOperations(contract).map(({ area, method, name, operationId, known: level }) => ({
    area,
    method,
    name,
    ...(operationId && { operationId }),
    known: level,
  }));
  return `export interface LedgerOperation {
  readonly area: string;
  /** \`unspecified\` if the method is unknown. A method is no promise of safety: by its name, one GET deletes. */
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "unspecified";
  readonly name: string;
  /** The operation's id in the contract, if the operation is documented. */
  readonly operationId?: string;
  /** How much is known: an input or a response, by description or by recorded traffic; only the path; or only the name. */
  readonly known: "documented" | "observed" | "path" | "name";
}

export interface Unknown {
  /** Stable: it names the same unknown in every version of the contract. */
  readonly id: string;
  /** A noun phrase that names what is unknown. */
  readonly description: string;
  /** The place in the contract that it concerns, as a JSON pointer; empty for the API as a whole. */
  readonly pointer: string;
}

/** Every operation of the service, in the order of its description. */
export const ledgerOperations: readonly LedgerOperation[] = ${rows(operations)};

/** Everything that the contract marks as unknown. */
export const ledgerUnknowns: readonly Unknown[] = ${rows(unknowns(contract))};
`;
}

const rows = (list: object[]) => `[\n${list.map((entry) => `  ${JSON.stringify(entry)},`).join("\n")}\n]`;
