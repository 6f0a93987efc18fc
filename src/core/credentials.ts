import { cachePerDocument } from "../openapi/cache.ts";
import type { MatchedRequest } from "./exchange.ts";
import type { Operation } from "./operation.ts";
import { type Rejection, reject } from "./rejection.ts";
import { type Credential, credentialNamesIn } from "./request.ts";

/** Rejects a request without the credentials that its operation takes. Their values aren't checked. */
export function checkCredentials({ credentials, operation }: MatchedRequest): Rejection | undefined {
  const { security } = operation;
  const has = (credential: string) => credentials.includes(credential) || !isVisible(credential);
  if (security.length === 0 || security.some((alternative) => alternative.every(has))) return undefined;
  const [[first = "", ...furtherCredentials] = [], ...alternatives] = security;
  const [location, name] = split(first);
  if (location === "query" && furtherCredentials.length === 0 && alternatives.length === 0) {
    return reject(401, `The ${name} is missing: pass it as the query parameter \`${name}\`.`);
  }
  const descriptions = security.map((alternative) => alternative.join(" and ")).join(", ");
  return reject(401, `The credentials are missing. Known: ${descriptions}.`);
}

const split = (credential: string): [location: string, name: string] => {
  const space = credential.indexOf(" ");
  return [credential.slice(0, space), credential.slice(space + 1)];
};

/** Returns whether a request can show a credential. Others, such as a certificate, count as sent. */
const isVisible = (credential: string): boolean => /^(query|header|cookie|http) /.test(credential);

/** Returns the credentials with these ids, without those that a request can't show. */
export const parseCredentials = (ids: readonly string[]): Credential[] =>
  [...new Set(ids)].filter(isVisible).map((id) => {
    const [location, name] = split(id);
    return { id, location, name };
  });

/** Returns the names of the query parameters that are credentials of an operation. */
export const queryCredentialsOf = cachePerDocument(({ security }: Operation): readonly string[] =>
  credentialNamesIn(parseCredentials(security.flat()), "query"),
);
