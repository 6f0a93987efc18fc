import { type Contract, isJson, type Json, type PathOperation } from "../scripts/contract.ts";
import { sampleRequest as sample } from "../scripts/docs/samples/request.ts";
import { fieldsOnTheWire } from "../scripts/docs/samples/wire.ts";

/** A request that the contract accepts, as `fetch` takes it. */
export function sampleRequest(contract: Contract, located: PathOperation) {
  const { path, query, headers, body } = sample(contract, located);
  const { type, ...sent } = body ? bodyOf(body.type, body.value) : {};
  const all = { ...Object.fromEntries(headers), ...(type && { "content-type": type }) };
  return { path, query, ...sent, ...(Object.keys(all).length > 0 && { headers: all }) };
}

function bodyOf(type: string, value: Json): { body: BodyInit; type?: string } {
  if (type.startsWith("multipart/")) {
    const body = new FormData();
    for (const field of fieldsOnTheWire("", value)) body.append(...field);
    return { body };
  }
  if (type === "application/x-www-form-urlencoded") return { body: new URLSearchParams(fieldsOnTheWire("", value)) };
  return { body: isJson(type) ? JSON.stringify(value) : String(value), type };
}
