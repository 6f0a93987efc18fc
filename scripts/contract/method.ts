import { isJson, isReadAsText } from "../../src/openapi/media-type.ts";
import type { Direction } from "./model-names.ts";
import { argumentOf } from "./names.ts";
import type { DocumentedOperation } from "./operations.ts";

/** Lists the arguments of an operation's method by name, such as `type` and `options?`. */
export function listArguments(pathOperation: DocumentedOperation): string[] {
  const { operation, pathValues, inputs } = pathOperation;
  const areInputsRequired = inputs.some(({ parameter }) => parameter.required);
  // What precedes a required argument can't be left out.
  const isBodyRequired = areInputsRequired || operation.requestBody?.required;
  const body = operation.requestBody ? [isBodyRequired ? "body" : "body?"] : [];
  const input = inputs.length > 0 ? [areInputsRequired ? "inputs" : "inputs?"] : [];
  return [...pathValues.map(argumentOf), ...body, ...input, "options?"];
}

/**
 * Writes the type at a place of an operation, such as `responses`, `2XX`, `content` and
 * `application/json`.
 */
export type TypeWriter = (
  pathOperation: DocumentedOperation,
  keys: string[],
  direction: Direction,
) => string;

export function responseTypeOf(pathOperation: DocumentedOperation, writeType: TypeWriter): string {
  if (pathOperation.redirects) return "string";
  const types = pathOperation.successes.map(({ status, mediaType }) => {
    if (!mediaType) return "undefined";
    if (isReadAsText(mediaType)) return "string";
    if (!isJson(mediaType)) return "ReadableStream<Uint8Array>";
    return writeType(pathOperation, ["responses", status, "content", mediaType], "received");
  });
  return types.every((type) => type === "undefined") ? "void" : [...new Set(types)].join(" | ");
}
