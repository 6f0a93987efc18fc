import type { ServedOperation } from "../openapi/operation.ts";
import type { Credential } from "../openapi/security.ts";
import { checkOptions, OptionError } from "./options.ts";

// What the engine knows of the contract, and nothing else of it does: the operation whose inputs
// the contract doesn't name, and the option with which the tester names them.
const operationId = "listJunkInbox";
const option = "junkInboxInputNames";
/** The words of the option, and the purposes in the contract's `x-pagination`. */
export const purposes = {
  paginate: "paginate",
  pageNumber: "page",
  pageSize: "size",
  unreadOnly: "unreadOnly",
};

/**
 * Reads the option: the names of the inputs, by purpose.
 * @throws TypeError for an unknown input, OptionError for an empty name, and a name that another
 * input or a credential has.
 */
export function readInputNames(
  names: object,
  credentials: readonly Credential[],
): Readonly<Record<string, string>> {
  checkOptions(
    option,
    names,
    Object.fromEntries(Object.keys(purposes).map((input) => [input, "string"])),
  );
  const reserved = credentials.flatMap(({ in: location, name }) =>
    location === "query" ? name : [],
  );
  const inputs = Object.entries<string | undefined>({ ...names }).flatMap(([input, name]) =>
    name === undefined ? [] : [[purposes[input as keyof typeof purposes], name] as const],
  );
  const inputNames = inputs.map(([, name]) => name);
  if (inputNames.includes("")) throw new OptionError(option, "must not have an empty name.");
  if (new Set([...inputNames, ...reserved]).size < inputNames.length + reserved.length) {
    throw new OptionError(
      option,
      `isn't valid: two inputs can't share a name${reserved.map((name) => `, and none can be named ${name}`).join("")}.`,
    );
  }
  return Object.fromEntries(inputs);
}

/**
 * Creates the function that adds the named inputs to the operation of the junk inbox. It returns
 * other operations unchanged.
 */
export function createInputAdder(
  names: object,
  credentials: readonly Credential[],
): (id: string, operation: ServedOperation) => ServedOperation {
  const inputs = readInputNames(names, credentials);
  const inputNames = Object.values(inputs);
  return (id, operation) => {
    if (id !== operationId || inputNames.length === 0) return operation;
    const { pagination, parameters, freeForm } = operation;
    return {
      ...operation,
      freeForm: freeForm && { ...freeForm, isNamed: true },
      parameters: [...parameters, ...inputNames.map((name) => ({ name, in: "query" as const }))],
      pagination: pagination && {
        ...pagination,
        inputs: { ...pagination.inputs, ...inputs },
      },
    };
  };
}
