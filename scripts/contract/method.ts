import { isJson, isReadAsText } from "../../src/openapi/media-type.ts";
import type { Operation } from "../../src/openapi/operation.ts";
import { pathValueNamesOf } from "../../src/openapi/path.ts";
import type { Direction } from "./model-names.ts";
import { argumentOf, inputsOf } from "./names.ts";
import { isRedirected, successesOf } from "./successes.ts";

/** Lists the arguments of an operation's method by name, such as `type` and `options?`. */
export function listArguments(operation: Operation): string[] {
  const inputs = inputsOf(operation);
  const areInputsRequired = inputs.some(({ parameter }) => parameter.required);
  // What precedes a required argument can't be left out.
  const isBodyRequired = areInputsRequired || operation.body?.required;
  const body = operation.body ? [isBodyRequired ? "body" : "body?"] : [];
  const input = inputs.length > 0 ? [areInputsRequired ? "inputs" : "inputs?"] : [];
  return [...pathValueNamesOf(operation.path).map(argumentOf), ...body, ...input, "options?"];
}

/**
 * Writes the type at a place of an operation, such as `responses`, `2XX`, `content` and
 * `application/json`.
 */
export type TypeWriter = (operation: Operation, keys: string[], direction: Direction) => string;

export function responseTypeOf(operation: Operation, writeType: TypeWriter): string {
  if (isRedirected(operation)) return "string";
  const types = successesOf(operation).map(({ response: { code }, content }) => {
    if (!content) return "undefined";
    const { mediaType } = content;
    if (isReadAsText(mediaType)) return "string";
    if (!isJson(mediaType)) return "ReadableStream<Uint8Array>";
    return writeType(operation, ["responses", code, "content", mediaType], "received");
  });
  return types.every((type) => type === "undefined") ? "void" : [...new Set(types)].join(" | ");
}
