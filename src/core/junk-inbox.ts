import { findUnusableName, junkInboxInputs } from "../openapi/junk-inbox.ts";
import type { ServedOperation } from "../openapi/operation.ts";
import type { Credential } from "../openapi/security.ts";
import { checkOptions, OptionError } from "./options.ts";

// What the engine knows of the contract, and nothing else of it does: the operation whose inputs
// the contract doesn't name, and the option with which the tester names them.
const operationId = "listJunkInbox";
const option = "junkInboxInputNames";
/**
 * Reads the option: the names of the inputs, by purpose.
 * @throws TypeError for an unknown input, OptionError for a blank name, and a name that another
 * input or a credential has.
 */
export function readInputNames(
  names: object,
  credentials: readonly Credential[],
): Readonly<Record<string, string>> {
  checkOptions(
    option,
    names,
    Object.fromEntries(Object.keys(junkInboxInputs).map((input) => [input, "string"])),
  );
  const reserved = credentials.flatMap(({ in: location, name }) =>
    location === "query" ? name : [],
  );
  const input = findUnusableName({ ...names }, reserved);
  if (input) throw new OptionError(option, `has a name for ${input} that is blank or taken.`);
  const inputs = Object.entries<string | undefined>({ ...names }).flatMap(([input, name]) =>
    name === undefined
      ? []
      : [[junkInboxInputs[input as keyof typeof junkInboxInputs].purpose, name]],
  );
  return Object.fromEntries(inputs);
}

/** Adds the named inputs to the operation of the junk inbox. Returns others unchanged. */
export function addJunkInboxParameters(
  id: string,
  operation: ServedOperation,
  inputs: Readonly<Record<string, string>>,
): ServedOperation {
  const names = Object.values(inputs);
  if (id !== operationId || names.length === 0) return operation;
  const { pagination, parameters, freeForm } = operation;
  return {
    ...operation,
    freeForm: freeForm && { ...freeForm, isNamed: true },
    parameters: [...parameters, ...names.map((name) => ({ name, in: "query" as const }))],
    pagination: pagination && { ...pagination, inputs: { ...pagination.inputs, ...inputs } },
  };
}
