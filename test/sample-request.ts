import type { Contract } from "../scripts/contract/document.ts";
import { contentOf } from "../scripts/docs/browser/playground/send.ts";
import { toRequest } from "../scripts/docs/samples/call.ts";
import { createCall } from "../scripts/docs/samples/samples.ts";
import type { Operation } from "../src/openapi/operation.ts";

/** Returns a request that the contract accepts, as the options of `fetch`. */
export function sampleRequest(contract: Contract, operation: Operation) {
  const call = createCall(contract, operation);
  const { path, query, headers } = toRequest(call);
  return {
    path,
    query,
    ...(call.body && { body: contentOf(call.body) }),
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
  };
}
