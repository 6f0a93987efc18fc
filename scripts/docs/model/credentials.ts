import type { JsonObject } from "../../../src/openapi/json.ts";
import type { Operation } from "../../../src/openapi/operation.ts";
import { credentialOf } from "../../../src/openapi/security.ts";
import type { Contract } from "../../contract/document.ts";
import { capitalize } from "../../contract/words.ts";
import type { Field } from "./page.ts";

function credentialNameOf(scheme: JsonObject): string {
  const { in: place, name } = credentialOf(scheme);
  if (place === "connection") return "client certificate";
  return place === "authorization" ? "Authorization" : `${scheme["name"] ?? name}`;
}

export const hasOneToken = (contract: Contract): boolean =>
  Object.keys(contract.components.securitySchemes ?? {}).length === 1;

/**
 * Describes what an operation requires, such as "the token"; `undefined` if it takes no credential.
 */
export function describeCredentials(
  contract: Contract,
  { schemes: alternatives }: Operation,
): string | undefined {
  const names = alternatives.map((alternative) =>
    Object.values(alternative)
      .map((scheme) => `\`${describeScheme(scheme)}\``)
      .join(" and "),
  );
  if (names.every((words) => words === "")) return undefined;
  const words = hasOneToken(contract) ? "the token" : names.filter(Boolean).join(" or ");
  return names.includes("") ? `${words}, or nothing` : words;
}

function describeScheme(scheme: JsonObject): string {
  const { in: place, name } = credentialOf(scheme);
  const words = credentialNameOf(scheme);
  return place === "authorization" ? `${words}: ${capitalize(name)}` : words;
}

/**
 * Reads the credentials of an operation, each once.
 * @param isKnown Whether it's known that the operation takes them.
 */
export function readCredentials({ schemes: alternatives }: Operation, isKnown: boolean): Field[] {
  const schemes = new Map(alternatives.flatMap((alternative) => Object.entries(alternative)));
  const isOptional = alternatives.some((alternative) => Object.keys(alternative).length === 0);
  return [...schemes].map(([name, scheme]) => {
    const { in: place, name: kind } = credentialOf(scheme);
    const isRequired = alternatives.every((alternative) => name in alternative);
    const presence = isRequired ? "required" : isOptional ? "optional" : "in one alternative";
    return {
      name: credentialNameOf(scheme),
      type: `string, in the ${place === "authorization" ? `header, with ${capitalize(kind)}` : place}`,
      presence: isKnown ? presence : "",
      // Its first sentence: the rest is on the first page.
      description: `${scheme["description"] ?? ""}`.split(/(?<=\.)\s/, 1).join(""),
    };
  });
}
