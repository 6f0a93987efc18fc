import type { JunkInboxPage, ListJunkInboxInputs } from "#generated/models.ts";
import { operations } from "#generated/operations.ts";
import { queryCredentials } from "#generated/service.ts";
import { findUnusableName, purposes } from "../openapi/junk-inbox.ts";
import { definedEntries } from "./entries.ts";
import { optionError } from "./errors.ts";
import type { CallOptions, JunkInboxInputNames, JunkInboxInputs } from "./options.ts";
import type { OperationSpec, PagesSpec } from "./spec.ts";

// The one operation that the client's code knows: the contract doesn't show the names of its
// inputs.

const purposeTypes = {
  paginate: "boolean",
  pageNumber: "integer",
  pageSize: "integer",
  unreadOnly: "boolean",
} as const satisfies Record<keyof typeof purposes, string>;

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

/**
 * Creates the spec of the junk inbox, which takes inputs by purpose, too. Their wire names precede
 * the contract's.
 */
export function createJunkInboxSpec(inputNames: JunkInboxInputNames = {}): OperationSpec {
  const inputsByPurpose = Object.keys(purposes) as (keyof typeof purposes)[];
  definedEntries(inputNames, inputsByPurpose, "`junkInboxInputNames`");
  const unusable = findUnusableName({ ...inputNames }, ["inputs", ...queryCredentials]);
  if (unusable) throw optionError(`junkInboxInputNames.${unusable}`, "is blank or already taken.");
  const spec: OperationSpec = operations.listJunkInbox;
  const { inputs = [], types, names, pages = {} as PagesSpec } = spec;
  const nameOf = (input: string) => names?.[input] ?? (inputs.includes(input) ? input : "");
  const inputOf: JunkInboxInputNames = { ...pages, pageNumber: pages.input };
  const wireNames: JunkInboxInputNames = Object.fromEntries(
    inputsByPurpose.map((purpose) => [
      purpose,
      inputNames[purpose] || nameOf(inputOf[purpose] ?? purpose),
    ]),
  );
  return {
    ...spec,
    // `inputs` stands for the inputs that aren't known.
    inputs: [...inputsByPurpose, ...inputs.filter((name) => name !== "inputs")],
    types: { ...types, ...purposeTypes },
    names: { ...names, ...wireNames },
    pages: {
      ...pages,
      input: "pageNumber",
      pageSize: "pageSize",
      paginate: wireNames.paginate && "paginate",
    },
  };
}
