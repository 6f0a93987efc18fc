import { isDeepStrictEqual } from "node:util";
import type { Operation } from "../../src/openapi/operation.ts";
import {
  type Alternatives,
  credentialOf,
  securityOf,
  securitySchemesOf,
} from "../../src/openapi/security.ts";
import type { Contract } from "./document.ts";

type Security = ReturnType<typeof securityOf>;

/** Returns the security schemes whose secret a token is, if it isn't for a scheme by name. */
export function tokenSchemesOf(contract: Contract): string[] {
  const firstSchemes = alternativesOf(securityOf(contract)).flatMap(([name]) => name ?? []);
  if (firstSchemes.length > 0) return [...new Set(firstSchemes)];
  const schemes = Object.entries(securitySchemesOf(contract)).filter(([, scheme]) =>
    isSendable(scheme),
  );
  return schemes.slice(0, 1).map(([name]) => name);
}

/**
 * Returns the security of an operation by the names of its schemes, in the order of preference;
 * undefined if it is that of the contract.
 */
export function securityNamesOf(
  { schemes }: Operation,
  contract: Contract,
): Alternatives<string> | undefined {
  const alternatives = alternativesOf(schemes);
  if (alternatives.flat().length === 0)
    return alternativesOf(securityOf(contract)).length > 0 ? [] : undefined;
  return isDeepStrictEqual(alternatives, alternativesOf(securityOf(contract)))
    ? undefined
    : alternatives;
}

/** A secret in a header is preferred to one in a URL, fewer secrets to more, and any to none. */
export const alternativesOf = (security: Security): Alternatives<string> =>
  security
    .map((alternative) => Object.entries(alternative).filter(([, scheme]) => isSendable(scheme)))
    .sort((former, latter) => costOf(former) - costOf(latter))
    .map((schemes) => schemes.map(([name]) => name));

function costOf(schemes: [name: string, scheme: Security[number][string]][]): number {
  const inUrl = schemes.filter(([, scheme]) => credentialOf(scheme).in === "query");
  return schemes.length === 0 ? 1_000 : 10 * inUrl.length + schemes.length;
}

/** A certificate belongs to the connection. */
export const isSendable = (scheme: Security[number][string]) =>
  credentialOf(scheme).in !== "connection";
