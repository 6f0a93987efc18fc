import { isJson, isReadAsText } from "../../src/openapi/media-type.ts";
import type { Direction } from "./model-names.ts";
import { argumentOf } from "./names.ts";
import type { DocumentedOperation } from "./operations.ts";

/** Lists the arguments of an operation's method by name, such as `type` and `options?`. */
export function listArguments(pathOperation: DocumentedOperation): string[] {
  const { operation, pathValues, inputs } = pathOperation;
  const areInputsRequired = inputs.some(({ parameter }) => parameter.required);
  const input = inputs.length > 0 ? [areInputsRequired ? "inputs" : "inputs?"] : [];
  const body = operation.requestBody ? [operation.requestBody.required ? "body" : "body?"] : [];
  const contents = isInputsFirst(pathOperation) ? [...input, ...body] : [...body, ...input];
  return [...pathValues.map(argumentOf), ...contents, "options?"];
}

/** Required arguments precede optional ones. */
export const isInputsFirst = ({ operation: { requestBody }, inputs }: DocumentedOperation): boolean =>
  requestBody !== undefined && !requestBody.required && inputs.some(({ parameter }) => parameter.required);

/** Writes the type at a place of an operation, such as `responses`, `2XX`, `content` and `application/json`. */
export type TypeWriter = (pathOperation: DocumentedOperation, keys: string[], direction: Direction) => string;

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
