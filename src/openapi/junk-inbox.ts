/** The four inputs of the junk inbox, by purpose. */
export interface JunkInboxInputs {
  /** Whether to paginate. */
  paginate?: boolean | undefined;
  /** Which page. Whether it counts from zero, as the response does, is unknown. */
  pageNumber?: number | undefined;
  /** How many rooms a page has at most. Its bounds are unknown. */
  pageSize?: number | undefined;
  /** Leaves out rooms that have been read. */
  unreadOnly?: boolean | undefined;
}

/**
 * The purposes of these inputs in the contract's `x-pagination`, and their types. The contract
 * doesn't show their names: an option does, by the words here.
 */
export const junkInboxInputs = {
  paginate: { purpose: "paginate", type: "boolean" },
  pageNumber: { purpose: "page", type: "integer" },
  pageSize: { purpose: "size", type: "integer" },
  unreadOnly: { purpose: "unreadOnly", type: "boolean" },
} as const satisfies Record<keyof JunkInboxInputs, object>;

/** Returns the first input whose name is blank, or that of another input or of a credential. */
export function findUnusableName(
  names: Readonly<Record<string, string | undefined>>,
  reserved: readonly string[],
): string | undefined {
  const takenNames = [...reserved];
  for (const [input, name] of Object.entries(names)) {
    if (name === undefined) continue;
    if (!/\S/.test(name) || takenNames.includes(name)) return input;
    takenNames.push(name);
  }
  return undefined;
}
