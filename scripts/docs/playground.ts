import type { Contract, LocatedOperation } from "../contract.ts";
import { sampleRequest } from "./samples/request.ts";

/** The request that a playground starts from: what the samples send. */
export function playgroundRequest(contract: Contract, located: LocatedOperation): object {
  const { path, query, headers, body, token } = sampleRequest(contract, located);
  const search = new URLSearchParams([...(token ? [["token", "demo-token-not-secret"]] : []), ...query]);
  return { method: located.method, path: search.size > 0 ? `${path}?${search}` : path, headers, body };
}
