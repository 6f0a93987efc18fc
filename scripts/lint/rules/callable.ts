import {
  argumentOf,
  type Contract,
  isReservedId,
  nodes,
  type Parameter,
  pathOperations,
  resolve,
} from "../../contract.ts";
import { isText, type Rule } from "../rule.ts";

/** Reports what the client would drop or garble, and references to other files. */
export default ((contract, report) => {
  for (const { keys, operation, pathValues, successes, redirects } of pathOperations(contract)) {
    const { operationId: id, parameters = [] } = operation;
    const isSuccessMissing = successes.length === 0 && !redirects;
    report(keys, isReservedId(id) && `"${id}" can't name an operation: JavaScript or the client uses it.`);
    report(keys, checkPathValues(pathValues));
    for (const parameter of parameters) report(keys, checkParameter(parameter, contract));
    report(keys, isSuccessMissing && "An operation needs a successful response: 2XX if its status is unknown.");
  }
  for (const { node, path } of nodes(contract)) {
    const { $ref } = node;
    const isExternal = isText($ref) && !$ref.startsWith("#/");
    report(path, isExternal && `The contract is one file: move what "${$ref}" refers to into it.`);
  }
}) satisfies Rule;

type Message = string | false;

function checkPathValues(names: string[]): Message {
  const clashingNames = names.filter((name) =>
    names.some((otherName) => otherName !== name && argumentOf(otherName) === argumentOf(name)),
  );
  return (
    clashingNames.length > 0 &&
    `${clashingNames.join(" and ")} both become the argument ${argumentOf(`${clashingNames[0]}`)}: rename one of them.`
  );
}

function checkParameter(parameter: Parameter, contract: Contract): Message {
  const { in: location, name } = parameter;
  const types = [resolve(contract, parameter.schema)?.["type"]].flat() as (string | undefined)[];
  if (location === "path") {
    const fits = types.length === 1 && [undefined, "string", "integer", "number", "boolean"].includes(types[0]);
    return !fits && "The client fills paths with one string, number or boolean each: describe the value as a string.";
  }
  if (location === "header") {
    const sentence = "The client sends strings, numbers, booleans and lists in headers";
    return types.includes("object") && `${sentence}: describe "${name}" as a string.`;
  }
  return checkQuery(parameter, types);
}

function checkQuery({ name, style = "form", explode = style === "form" }: Parameter, types: unknown[]): Message {
  const isDelimited = /^(space|pipe)Delimited$/.test(style) && !explode && types.join() === "array";
  const fits = isDelimited || (style === "form" && (explode || !types.includes("object")));
  return (
    !fits &&
    `The client sends a query in style form, and lists also with commas, blanks or pipes between their values, not ` +
      `"${name}" in style ${style}${explode ? " with explode" : ""}: describe it as a string.`
  );
}
