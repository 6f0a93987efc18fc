import type { JsonObject } from "../../../src/openapi/json.ts";
import { credentialOf, securityOf } from "../../../src/openapi/security.ts";
import type { Contract } from "../../contract/document.ts";
import { capitalize } from "../../contract/words.ts";

export function credentialNameOf(scheme: JsonObject): string {
  const { in: place, name } = credentialOf(scheme);
  if (place === "connection") return "client certificate";
  return place === "authorization" ? "Authorization" : `${scheme["name"] ?? name}`;
}

export const hasOneToken = (contract: Contract): boolean =>
  Object.keys(contract.components.securitySchemes ?? {}).length === 1;

/** Describes what an operation requires, such as "the token"; `undefined` if it takes no credential. */
export function describeCredentials(contract: Contract, security: unknown): string | undefined {
  const alternatives = securityOf(contract, security);
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
