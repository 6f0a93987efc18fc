import type { Contract } from "../scripts/contract/document.ts";
import { toRequest } from "../scripts/docs/samples/call.ts";
import { createCall } from "../scripts/docs/samples/create-call.ts";
import type { Operation } from "../src/openapi/operation.ts";

/** Returns a request that the contract accepts, as the options of `fetch`. */
export function sampleRequest(contract: Contract, operation: Operation) {
  const call = createCall(contract, operation);
  const { target, headers, body } = toRequest(call);
  const [path = "", search] = target.split("?");
  return {
    path,
    query: [...new URLSearchParams(search)],
    ...(body !== null && body !== undefined && { body }),
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
  };
}
