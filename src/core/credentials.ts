import type { Operation } from "./operation.ts";
import { missingToken, type Rejection, reject } from "./rejection.ts";
import type { ParsedRequest } from "./request.ts";

/** The credential that the API takes. */
export const token = "query token";

/** Rejects a request without the credentials that its operation takes. Which they are is not looked at. */
export function checkCredentials(request: ParsedRequest, { security }: Operation): Rejection | undefined {
  if (security.length === 0 || security.some((all) => all.every((one) => has(request, one)))) return undefined;
  if (security.flat().includes(token)) return missingToken;
  return reject(401, `The credentials are missing. Known: ${security.map((all) => all.join(" and ")).join(", ")}.`);
}

function has({ query, hasToken, headers, authorization, cookies }: ParsedRequest, credential: string): boolean {
  const [, place, name = ""] = /^(\w+) (.*)$/s.exec(credential) ?? [];
  if (place === "query") return name === "token" ? hasToken : (query.get(name) ?? "") !== "";
  if (place === "header") return (headers[name.toLowerCase()] ?? "") !== "";
  if (place === "cookie") return cookies.includes(name);
  // A scheme that a request cannot show, such as a certificate, is taken as given.
  return place !== "http" || authorization === name;
}
