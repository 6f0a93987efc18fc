import { isObject, type JsonObject } from "../openapi/json.ts";
import type { PathOperation } from "../openapi/operations.ts";
import { createContradictionWriter } from "./contradictions.ts";
import { cutLists } from "./cut.ts";
import { createRedactor, MaskedTypeError } from "./redact.ts";
import { responseSchemaOf } from "./schemas.ts";
import { ToolError, type ToolResult } from "./tool.ts";

/** The most bytes of a response that an agent receives. */
const maxBytes = 2 ** 18;

const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1_000)} kB`;

/**
 * Creates the function that converts a response of an operation to the result of its tool: masked, cut to what an agent
 * can read, and with its contradictions.
 * @param inputNames The tool's inputs, which may narrow a call.
 */
export function createResultWriter(
  contract: JsonObject,
  pathOperation: PathOperation,
  token: string,
  inputNames: readonly string[],
) {
  const id = `${pathOperation.operation["operationId"]}`;
  const redact = createRedactor(contract, responseSchemaOf(pathOperation), token);
  const describeContradictions = createContradictionWriter(id, token);

  function redactOrThrow(response: unknown, contradictions: string) {
    try {
      return redact(response);
    } catch (error) {
      if (error instanceof RangeError) throw new ToolError(`${id}: The response is nested too deeply.`);
      if (!(error instanceof MaskedTypeError)) throw error;
      const reason = "A place whose values are masked has another type, so the response isn't returned.";
      throw new ToolError([`${id}:`, contradictions, reason].filter(Boolean).join(" "));
    }
  }

  return (response: unknown): ToolResult => {
    if (response === undefined) return { texts: ["Done. There is no response body, or none is documented."] };
    if (response instanceof ReadableStream) {
      void response.cancel();
      return { texts: ["Done. The response isn't text, so it wasn't read."] };
    }
    const contradictions = describeContradictions(response);
    const { value, omitted } = redactOrThrow(response, contradictions);
    const { bytes, cuts } = cutLists(value, maxBytes);
    const advice =
      inputNames.length > 0 ? `Inputs may narrow it: ${inputNames.join(", ")}.` : "No input is known that narrows it.";
    const size = `The response has ${kilobytes(bytes)}, and an agent gets ${kilobytes(maxBytes)} at most. ${advice}`;
    if (!cuts) throw new ToolError(`${id}: ${size}`);
    const cutTexts = cuts.map(
      ({ place, itemCount, omittedCount }) => `Left out of ${place || "the list"}: ${omittedCount} of ${itemCount}.`,
    );
    const notes = [
      ...(contradictions ? [contradictions] : []),
      ...(omitted > 0 ? [`Undocumented fields left out: ${omitted}.`] : []),
      ...(cuts.length > 0 ? [[...cutTexts, size].join(" ")] : []),
    ];
    return { texts: [JSON.stringify(value), ...notes], structured: isObject(value) ? value : undefined };
  };
}
