import { cachePerDocument } from "../openapi/cache.ts";
import type { MatchedRequest } from "./exchange.ts";
import type { Operation } from "./operation.ts";
import { type Rejection, reject } from "./rejection.ts";

/** Rejects a request without the credentials that its operation takes. Their values aren't checked. */
export function checkCredentials({ credentials, operation }: MatchedRequest): Rejection | undefined {
  const { security } = operation;
  const has = (credential: string) => credentials.includes(credential) || !isVisible(credential);
  if (security.length === 0 || security.some((alternative) => alternative.every(has))) return undefined;
  const [[first = "", ...furtherCredentials] = [], ...alternatives] = security;
  const [location, name] = splitCredential(first);
  if (location === "query" && furtherCredentials.length === 0 && alternatives.length === 0) {
    return reject(401, `The ${name} is missing: pass it as the query parameter \`${name}\`.`);
  }
  const descriptions = security.map((alternative) => alternative.join(" and ")).join(", ");
  return reject(401, `The credentials are missing. Known: ${descriptions}.`);
}

/** Splits the id of a credential into its location and its name there; of `http` the scheme. */
export const splitCredential = (id: string): readonly [location: string, name: string] => {
  const space = id.indexOf(" ");
  return [id.slice(0, space), id.slice(space + 1)];
};

/** Returns whether a request can show a credential. Others, such as a certificate, count as sent. */
export const isVisible = (id: string): boolean => /^(query|header|cookie|http) /.test(id);

export const credentialNamesIn = (ids: readonly string[], location: string): string[] =>
  ids.filter((id) => id.startsWith(`${location} `)).map((id) => id.slice(location.length + 1));

export const queryCredentialsOf = cachePerDocument(({ security }: Operation): readonly string[] => [
  ...new Set(credentialNamesIn(security.flat(), "query")),
]);
