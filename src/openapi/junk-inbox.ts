/**
 * The inputs of the junk inbox, whose names the contract doesn't show: the words of an option that
 * names them, and the purposes in the contract's `x-pagination`.
 */
export const purposes = {
  paginate: "paginate",
  pageNumber: "page",
  pageSize: "size",
  unreadOnly: "unreadOnly",
};

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
