import { argumentOf, type Contract, isJson, type PathOperation, type Success } from "../contract.ts";
import { modelNameOf } from "../generate/names.ts";
import { isInputsFirst } from "../generate/rows.ts";

/** Writes the call of a method of the client, such as `getWebhookRelay(type, options?)`. */
export function callOf(pathOperation: PathOperation): string {
  const { operation, pathValues, inputs } = pathOperation;
  const { operationId, requestBody } = operation;
  const isRequired = inputs.some(({ parameter }) => parameter.required);
  const input = inputs.length > 0 ? [isRequired ? "inputs" : "inputs?"] : [];
  const body = requestBody ? [requestBody.required ? "body" : "body?"] : [];
  const values = isInputsFirst(pathOperation) ? [...input, ...body] : [...body, ...input];
  return `${operationId}(${[...pathValues.map(argumentOf), ...values, "options?"].join(", ")})`;
}

/** Writes the return type of the call. A body whose schema has no name is `unknown`: the page lists its fields. */
export function resultOf(contract: Contract, { successes, redirects }: PathOperation): string {
  const types = redirects ? ["string"] : [...new Set(successes.map((success) => typeOf(contract, success)))];
  return `Promise<${types.join(" | ") || "void"}>`;
}

function typeOf(contract: Contract, { mediaType, media }: Success): string {
  if (!mediaType) return "void";
  if (mediaType.startsWith("text/")) return "string";
  if (!isJson(mediaType)) return "ReadableStream<Uint8Array>";
  const name = /^#\/components\/schemas\/([^/]+)$/.exec(media?.schema.$ref ?? "")?.[1];
  return name ? modelNameOf(contract, name) : "unknown";
}
