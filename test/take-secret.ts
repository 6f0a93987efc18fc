import type { IncomingHttpHeaders } from "node:http";
import { readContract } from "../scripts/contract/document.ts";
import { credentialsOf } from "../src/openapi/security.ts";

const credentials = credentialsOf(readContract());

/**
 * Takes the secret out of a request, by the contract's security schemes: it can be in the query or
 * in a header.
 */
export function takeSecret(
  target: string,
  headers: IncomingHttpHeaders,
): { secret: string | null; target: string } {
  const url = new URL(target, "http://service");
  let secret: string | null = null;
  for (const { in: location, name } of credentials) {
    if (location === "query") {
      secret ??= url.searchParams.get(name);
      url.searchParams.delete(name);
    }
    if (location === "header") secret ??= [headers[name] ?? null].flat()[0] ?? null;
    const [scheme = "", value = ""] = headers.authorization?.split(/ (.*)/) ?? [];
    if (location === "authorization" && scheme.toLowerCase() === name) secret ??= value;
  }
  return { secret, target: `${url.pathname}${url.search}` };
}
