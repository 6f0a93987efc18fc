import { type Credential, credentialOf, securityOf } from "../../../src/openapi/security.ts";
import type { Contract } from "../../contract/document.ts";
import { tokenSchemesOf } from "../../contract/security-names.ts";
import type { CallCredential } from "./credentials.ts";

/**
 * Picks the credentials that a call sends. Of alternatives, it's the one that needs the fewest in the URL, and then the
 * fewest: a certificate is part of the connection, and isn't sent.
 */
export function pickCredentials(contract: Contract, security: unknown): CallCredential[] {
  const alternatives = securityOf(contract, security)
    .map((schemes) => Object.entries(schemes).map(([name, scheme]) => ({ scheme: name, ...credentialOf(scheme) })))
    .filter((alternative) => alternative.length > 0);
  const cost = (alternative: Credential[]) =>
    10 * alternative.filter((credential) => credential.in === "query").length + alternative.length;
  const [picked = []] = alternatives.toSorted((first, second) => cost(first) - cost(second));
  const tokenSchemes = tokenSchemesOf(contract);
  return picked
    .filter((credential) => credential.in !== "connection")
    .map((credential, index) => ({
      ...credential,
      variable: variableOf(index === 0 ? "token" : credential.scheme),
      isToken: tokenSchemes.includes(credential.scheme),
    }));
}

const variableOf = (name: string) =>
  `PHONE_AGENT_${name.replaceAll(/(?<=[a-z\d])(?=[A-Z])|[^A-Za-z\d]+/g, "_").toUpperCase()}`;
