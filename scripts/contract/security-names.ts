import { type Alternatives, credentialOf, securityOf, securitySchemesOf } from "../../src/openapi/security.ts";
import type { Contract } from "./document.ts";

type Security = ReturnType<typeof securityOf>;

/** Returns the security schemes whose secret a token is, if it isn't for a scheme by name. */
export function tokenSchemesOf(contract: Contract): string[] {
  const firstSchemes = alternativesOf(securityOf(contract)).flatMap(([name]) => name ?? []);
  if (firstSchemes.length > 0) return [...new Set(firstSchemes)];
  const schemes = Object.entries(securitySchemesOf(contract)).filter(([, scheme]) => isSendable(scheme));
  return schemes.slice(0, 1).map(([name]) => name);
}

/** A secret in a header is preferred to one in a URL, and any to none. */
export function alternativesOf(security: Security): Alternatives<string> {
  const rank = (alternative: Security[number]) => {
    const places = Object.values(alternative)
      .filter(isSendable)
      .map((scheme) => credentialOf(scheme).in);
    return places.length === 0 ? 2 : places.includes("query") ? 1 : 0;
  };
  return [...security]
    .sort((former, latter) => rank(former) - rank(latter))
    .map((alternative) => Object.entries(alternative).flatMap(([name, scheme]) => (isSendable(scheme) ? name : [])));
}

/** A certificate belongs to the connection. */
export const isSendable = (scheme: Security[number][string]) => credentialOf(scheme).in !== "connection";
