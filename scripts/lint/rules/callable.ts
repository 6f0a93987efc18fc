import { nodes } from "../../../src/openapi/nodes.ts";
import type { Parameter } from "../../../src/openapi/operation.ts";
import { operationsOf } from "../../../src/openapi/operations.ts";
import { pathValueNamesOf } from "../../../src/openapi/path.ts";
import { resolve } from "../../../src/openapi/reference.ts";
import {
  type Credential,
  credentialOf,
  includesCredential,
} from "../../../src/openapi/security.ts";
import type { Contract } from "../../contract/document.ts";
import { argumentOf, isReservedId } from "../../contract/names.ts";
import { isRedirected, successesOf } from "../../contract/successes.ts";
import { isNonBlank, type Rule } from "../rule.ts";

/** Reports what the client would drop or garble, and references to other files. */
export default ((contract, report) => {
  for (const operation of operationsOf(contract)) {
    const { id, path, keys, parameters, security } = operation;
    const isSuccessMissing = successesOf(operation).length === 0 && !isRedirected(operation);
    report(
      keys,
      isReservedId(id) && `"${id}" can't name an operation: JavaScript or the client uses it.`,
    );
    report(keys, checkPathValues(pathValueNamesOf(path)));
    for (const parameter of parameters) {
      report(keys, checkQuery(parameter, contract));
      report(keys, isCredential(parameter, security.flat()) && tokenSentence(parameter.name));
    }
    report(
      keys,
      isSuccessMissing && "An operation needs a successful response: 2XX if its status is unknown.",
    );
  }
  for (const { node, path } of nodes(contract)) {
    const { $ref } = node;
    const isExternal = isNonBlank($ref) && !$ref.startsWith("#/");
    report(path, isExternal && `The contract is one file: move what "${$ref}" refers to into it.`);
  }
}) satisfies Rule;

type Message = string | false;

const isCredential = (
  { in: location, name }: Parameter,
  credentials: readonly Credential[],
): boolean =>
  location !== "path" &&
  includesCredential(credentials, credentialOf({ type: "apiKey", in: location, name }));

const tokenSentence = (name: string) =>
  `The client sends "${name}" itself, as \`security\` says: leave it out.`;

function checkPathValues(names: string[]): Message {
  const clashingNames = names.filter((name) =>
    names.some((otherName) => otherName !== name && argumentOf(otherName) === argumentOf(name)),
  );
  return (
    clashingNames.length > 0 &&
    `${clashingNames.join(" and ")} both become the argument ${argumentOf(`${clashingNames[0]}`)}: rename one of them.`
  );
}

function checkQuery(
  { in: location, name, json, schema, style = "form", explode = style === "form" }: Parameter,
  contract: Contract,
): Message {
  if (location !== "query" || json !== undefined) return false;
  const types = [resolve(contract, schema)?.["type"]].flat();
  const isDelimited = /^(space|pipe)Delimited$/.test(style) && !explode && types.join() === "array";
  const isDeep = style === "deepObject" && types.join() === "object";
  const fits =
    isDelimited || isDeep || (style === "form" && (explode || !types.includes("object")));
  return (
    !fits &&
    `The client sends a query in style form, lists also with commas, spaces or pipes between their values, and ` +
      `objects also in brackets, not "${name}" in style ${style}${explode ? " with explode" : ""}: describe it as a string.`
  );
}
