import {
  argumentOf,
  type Contract,
  isJson,
  isObject,
  type PathOperation,
  type Schema,
  type Success,
} from "../contract.ts";
import { modelNameOf, partNameOf } from "../generate/names.ts";
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

/**
 * Writes the return type of the call. An only body with fields and without a name is named for the operation, as the
 * generated types name it; any other body without a name is `unknown`.
 */
export function resultOf(contract: Contract, pathOperation: PathOperation): string {
  const { successes, redirects } = pathOperation;
  if (redirects) return "Promise<string>";
  const bodyName = partNameOf(pathOperation, "Response");
  const isNamed = successes.length === 1 && !(bodyName in contract.components.schemas);
  const types = new Set(successes.map((success) => typeOf(contract, success, isNamed ? bodyName : "unknown")));
  return `Promise<${[...types].join(" | ") || "void"}>`;
}

function typeOf(contract: Contract, { mediaType, media }: Success, bodyName: string): string {
  if (!mediaType) return "void";
  if (mediaType.startsWith("text/")) return "string";
  if (!isJson(mediaType)) return "ReadableStream<Uint8Array>";
  const name = /^#\/components\/schemas\/([^/]+)$/.exec(media?.schema.$ref ?? "")?.[1];
  if (name) return modelNameOf(contract, name);
  return media && hasFields(media.schema) ? bodyName : "unknown";
}

/** Returns whether a schema itself describes fields, not only schemas with names to which it refers. */
function hasFields({ $ref, properties, additionalProperties, ...schema }: Schema): boolean {
  if ($ref) return false;
  if (additionalProperties || (isObject(properties) && Object.keys(properties).length > 0)) return true;
  const parts = [schema["items"], schema["allOf"], schema["anyOf"], schema["oneOf"]].flat();
  return parts.some((part) => isObject(part) && hasFields(part));
}
