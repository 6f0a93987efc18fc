import type { Contract } from "../scripts/contract/document.ts";
import type { DocumentedOperation } from "../scripts/contract/operations.ts";
import { contentOf } from "../scripts/docs/browser/playground/send.ts";
import { toRequest } from "../scripts/docs/samples/call.ts";
import { createCall } from "../scripts/docs/samples/samples.ts";

/** Returns a request that the contract accepts, as the options of `fetch`. */
export function sampleRequest(contract: Contract, operation: DocumentedOperation) {
  const call = createCall(contract, operation);
  const { path, query, headers } = toRequest(call);
  return {
    path,
    query,
    ...(call.body && { body: contentOf(call.body) }),
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
  };
}
