import type { Operation, Parameter } from "../../src/openapi/operation.ts";
import { operationsOf } from "../../src/openapi/operations.ts";
import type { Contract } from "./document.ts";
import { capitalize } from "./words.ts";

/**
 * Returns the name of a path value as an argument: in camelCase, and not a word that already means
 * something there.
 */
export function argumentOf(name: string): string {
  const camel = camelCase(name);
  return reservedWords.has(camel) || /^(body|inputs|options|call)$/.test(camel)
    ? `_${camel}`
    : camel;
}

/** A query, header or cookie parameter, and its name among the inputs of its operation. */
export interface Input {
  readonly name: string;
  readonly parameter: Parameter;
}

/**
 * Returns the inputs of an operation. If two would have the same name, the later one gets a suffix.
 */
export function inputsOf({ parameters }: Pick<Operation, "parameters">): Input[] {
  const takenNames = new Set<string>();
  const inputs = parameters.filter((parameter) => parameter.in !== "path");
  return inputs.map((parameter) => {
    const isHeader = parameter.in === "header";
    // The names of headers ignore case.
    const camel = camelCase(isHeader ? parameter.name.toLowerCase() : parameter.name);
    let name = camel;
    for (let count = 1; takenNames.has(name); count++)
      name = isHeader && count === 1 ? `${camel}Header` : `${camel}${count}`;
    takenNames.add(name);
    return { name, parameter };
  });
}

/**
 * Writes a text in camelCase, as a name of JavaScript. Words in capitals become words like others.
 */
export function camelCase(text: string): string {
  const words = text.match(/[A-Za-z0-9$]+/g) ?? [];
  const [first = "", ...rest] = words.map((word) =>
    /[a-z]/.test(word) ? word : word.toLowerCase(),
  );
  const camel = [first.charAt(0).toLowerCase() + first.slice(1), ...rest.map(capitalize)].join("");
  return /^[A-Za-z$]/.test(camel) ? camel : `_${camel}`;
}

/**
 * Checks the names of a contract that are written as code, whatever the lint says.
 * @throws Error that quotes one that isn't a name.
 */
export function checkNames(contract: Contract): void {
  for (const { id } of operationsOf(contract))
    if (!/^[a-z][A-Za-z0-9]*$/.test(id) || isReservedId(id))
      throw new Error(`${JSON.stringify(id)} can't be the id of an operation in code.`);
  for (const name of Object.keys(contract.components.schemas))
    if (!/^[A-Z][A-Za-z0-9]*$/.test(name))
      throw new Error(`${JSON.stringify(name)} can't be the name of a schema in code.`);
}

/** The names of the client's members that are no operations, and of those that JavaScript calls. */
const clientMembers = ["request", "pages", "items", "then", "toJSON"];

/** JavaScript or the client has another meaning for these. */
export const isReservedId = (id: string): boolean =>
  reservedWords.has(id) || clientMembers.includes(id) || id in Object.prototype;

const reservedWords = new Set(
  "arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield".split(
    " ",
  ),
);
