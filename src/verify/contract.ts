// Imported by the package's name, so that the package contains the validators once.
import { validators } from "phone-agent-api/validate";
import { type DeclaredOperation, declared } from "../../generated/declared.ts";
import { ledgerUnknowns } from "../../generated/ledger.ts";
import { type OperationRow, operations } from "../../generated/operations.ts";
import type { Validate } from "../client/options.ts";

/** The parts of a contract that exchanges are compared with. */
export interface VerifiableContract {
  readonly operations: Readonly<Record<string, OperationRow>>;
  readonly declarations: Readonly<Record<string, DeclaredOperation>>;
  /** The ids of all unknowns, in the contract's order. */
  readonly unknowns: readonly string[];
}

/** The contract that this package ships. */
export const shippedContract: VerifiableContract & { readonly validate: Validate } = {
  operations,
  declarations: declared,
  unknowns: ledgerUnknowns.map(({ id }) => id),
  validate: validators,
};
