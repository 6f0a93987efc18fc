import { type Contract, isJson, type Json, type PathOperation } from "../scripts/contract.ts";
import { createCall } from "../scripts/docs/samples/request.ts";
import { toWireFields } from "../scripts/docs/samples/wire.ts";

/** Returns a request that the contract accepts, as the options of `fetch`. */
export function sampleRequest(contract: Contract, operation: PathOperation) {
  const { path, query, headers, body } = createCall(contract, operation);
  const { type, ...content } = body ? bodyOf(body.type, body.value) : {};
  const allHeaders = { ...Object.fromEntries(headers), ...(type && { "content-type": type }) };
  return { path, query, ...content, ...(Object.keys(allHeaders).length > 0 && { headers: allHeaders }) };
}

function bodyOf(type: string, value: Json): { body: BodyInit; type?: string } {
  if (type.startsWith("multipart/")) {
    const body = new FormData();
    for (const field of toWireFields("", value)) body.append(...field);
    return { body };
  }
  if (type === "application/x-www-form-urlencoded") return { body: new URLSearchParams(toWireFields("", value)) };
  return { body: isJson(type) ? JSON.stringify(value) : String(value), type };
}
