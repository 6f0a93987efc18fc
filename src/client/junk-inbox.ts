import type { JunkInboxPage, ListJunkInboxInputs } from "#generated/models.ts";
import { operations } from "#generated/operations.ts";
import { queryCredentials } from "#generated/service.ts";
import { findUnusableName, type JunkInboxInputs } from "../openapi/junk-inbox.ts";
import { definedEntries } from "./entries.ts";
import { optionError } from "./errors.ts";
import type { CallOptions, JunkInboxInputNames } from "./options.ts";
import type { OperationSpec, PagesSpec } from "./spec.ts";

// The one operation that the client's code knows: the contract doesn't show the names of its
// inputs.

/** The four inputs by purpose, and the inputs whose names the contract knows under these names. */
type Inputs = JunkInboxInputs & Omit<ListJunkInboxInputs, "inputs">;

export interface JunkInbox {
  /**
   * List junk inbox rooms. Returns one page of the rooms in the junk inbox.
   * @param inputs Each needs its wire name in `junkInboxInputNames`.
   * @throws PhoneAgentError
   * @see The contract, Messaging: List junk inbox rooms
   */
  listJunkInbox(inputs?: Inputs, options?: CallOptions): Promise<JunkInboxPage>;
}

/** Creates the spec of the junk inbox. The option's names precede the contract's. */
export function createJunkInboxSpec(inputNames: JunkInboxInputNames = {}): OperationSpec {
  const spec: OperationSpec = operations.listJunkInbox;
  const given = Object.fromEntries(
    definedEntries(inputNames, spec.inputs, "`junkInboxInputNames`"),
  ) as Record<string, string>;
  const unusable = findUnusableName(given, ["inputs", ...queryCredentials]);
  if (unusable) throw optionError(`junkInboxInputNames.${unusable}`, "is blank or already taken.");
  const names = { ...spec.names, ...given };
  const paginate = names["paginate"] && "paginate";
  return { ...spec, names, pages: { ...spec.pages, paginate } as PagesSpec };
}
