import { validators } from "phone-agent-api/validate";
import type { OperationId } from "../../generated/operations.ts";
import { asList, asObject, isObject, type JsonObject } from "../openapi/json.ts";
import { withDescendants } from "../openapi/nodes.ts";
import type { PathOperation } from "../openapi/operations.ts";
import { parsePointer } from "../openapi/pointer.ts";
import { isOpen } from "../openapi/schema.ts";
import { cutLists } from "./cut.ts";
import { createRedactor, mask } from "./redact.ts";
import { responseSchemaOf } from "./schemas.ts";
import { createTokenTest } from "./token-test.ts";
import { ToolError, type ToolResult } from "./tool.ts";

/** The most bytes of a response that an agent receives. */
const maxBytes = 2 ** 18;
/** More places say no more about what contradicts the contract. */
const maxPlaces = 20;
const maxPlaceLength = 200;

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
  const { path, operation } = pathOperation;
  const id = operation["operationId"] as OperationId;
  const schema = responseSchemaOf(pathOperation);
  const isHook = /hook|relay/i.test([id, path, ...asList(operation["tags"])].join(" "));
  const redact = createRedactor(contract, schema, token, isHook);
  const parts = withDescendants(contract, schema);
  const declaredNames = new Set(parts.flatMap(({ properties }) => Object.keys(asObject(properties))));
  const isShapeUnknown = schema !== undefined && isOpen(contract, schema);
  const containsToken = createTokenTest(token);
  const advice =
    inputNames.length > 0 ? `Inputs may narrow it: ${inputNames.join(", ")}.` : "No input is known that narrows it.";

  /** Names the places at which a response contradicts the contract, each once for all items of a list. */
  function describeContradictions(response: unknown): string[] {
    const findings = validators(id, response).filter(({ kind }) => kind === "contradiction");
    const places = [...new Set(findings.map(({ pointer, message }) => `${placeOf(pointer)} ${message}`))];
    if (places.length === 0) return [];
    const remainder = places.length > maxPlaces ? `; and ${places.length - maxPlaces} more` : "";
    return [`The response contradicts the contract: ${places.slice(0, maxPlaces).join("; ")}${remainder}.`];
  }

  function placeOf(pointer: string): string {
    const keys = parsePointer(pointer).map((key) => (/^\d+$/.test(key) ? "[]" : key));
    if (containsToken(keys.filter((key) => !declaredNames.has(key)).join("."))) return mask;
    const place = keys.join(".").replaceAll(".[]", "[]") || "the response";
    return place.slice(0, maxPlaceLength);
  }

  return (response: unknown): ToolResult => {
    if (response === undefined) return { texts: ["Done. There is no response body, or none is documented."] };
    if (response instanceof ReadableStream) {
      void response.cancel();
      return { texts: ["Done. The response isn't text, so it wasn't read."] };
    }
    const { value, omitted } = redact(response);
    const { bytes, cuts } = cutLists(value, maxBytes);
    const size = `The response has ${kilobytes(bytes)}, and an agent gets ${kilobytes(maxBytes)} at most. ${advice}`;
    if (!cuts) throw new ToolError(`${id}: ${size}`);
    const cutTexts = cuts.map(
      ({ place, itemCount, omittedCount }) => `Left out of ${place || "the list"}: ${omittedCount} of ${itemCount}.`,
    );
    const notes = [
      ...(isShapeUnknown ? ["The contract doesn't know the shape of this response."] : []),
      ...describeContradictions(response),
      ...(omitted > 0 ? [`Undocumented fields left out: ${omitted}.`] : []),
      ...(cuts.length > 0 ? [[...cutTexts, size].join(" ")] : []),
    ];
    return { texts: [JSON.stringify(value), ...notes], structured: isObject(value) ? value : undefined };
  };
}
