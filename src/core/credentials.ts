import { once } from "../openapi/once.ts";
import type { MatchedRequest } from "./exchange.ts";
import type { Operation } from "./operation.ts";
import { type Rejection, reject } from "./rejection.ts";
import { type Credential, namesIn } from "./request.ts";

/** Rejects a request without the credentials that its operation takes. Their values are not looked at. */
export function checkCredentials({ credentials, operation }: MatchedRequest): Rejection | undefined {
  const { security } = operation;
  const has = (credential: string) => credentials.includes(credential) || !isVisible(credential);
  if (security.length === 0 || security.some((alternative) => alternative.every(has))) return undefined;
  const [[first = "", ...others] = [], ...alternatives] = security;
  const [location, name] = split(first);
  if (location === "query" && others.length === 0 && alternatives.length === 0) {
    return reject(401, `The ${name} is missing: pass it as the query parameter \`${name}\`.`);
  }
  const known = security.map((alternative) => alternative.join(" and ")).join(", ");
  return reject(401, `The credentials are missing. Known: ${known}.`);
}

const split = (credential: string): [location: string, name: string] => {
  const space = credential.indexOf(" ");
  return [credential.slice(0, space), credential.slice(space + 1)];
};

/** Whether a request can show a credential. One that it can't, such as a certificate, is taken as given. */
const isVisible = (credential: string): boolean => /^(query|header|cookie|http) /.test(credential);

/** The credentials of operations or of a contract, from their ids. A request can't show others. */
export const readCredentials = (ids: readonly string[]): Credential[] =>
  [...new Set(ids)].filter(isVisible).map((id) => {
    const [location, name] = split(id);
    return { id, location, name };
  });

/** The names of the query parameters that are credentials of an operation. */
export const queryCredentials = once(({ security }: Operation): readonly string[] =>
  namesIn(readCredentials(security.flat()), "query"),
);
