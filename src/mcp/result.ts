import { validators } from "phone-agent-api/validate";
import type { OperationId } from "#generated/operations.ts";
import { responseSchemaOf } from "../openapi/contents.ts";
import type { Finding } from "../openapi/differences.ts";
import { asList, asObject, isObject, type JsonObject } from "../openapi/json.ts";
import { reachableObjects } from "../openapi/nodes.ts";
import type { Operation } from "../openapi/operation.ts";
import { parsePointer } from "../openapi/pointer.ts";
import { acceptsAnything } from "../openapi/schema.ts";
import { createRedactor } from "./redact.ts";
import { ToolError, type ToolResult } from "./server.ts";

/** The most bytes of a response that an agent receives. */
const maxBytes = 2 ** 18;

const sizeOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

const kilobytes = (bytes: number) => `${Math.ceil(bytes / 1_000)} kB`;

/**
 * Creates the function that converts a response of an operation to the result of its tool: masked,
 * cut to what an agent can read, and with its contradictions.
 * @param inputNames The tool's inputs, which may narrow a call.
 */
export function createResultWriter(
  contract: JsonObject,
  operation: Operation,
  token: string,
  inputNames: readonly string[],
) {
  const { path, node } = operation;
  const id = operation.id as OperationId;
  const isHook = /hook|relay/i.test([id, path, ...asList(node["tags"])].join(" "));
  const advice =
    inputNames.length > 0
      ? `Inputs may narrow it: ${inputNames.join(", ")}.`
      : "No input is known that narrows it.";

  /**
   * Names the places at which a response contradicts the contract. A name that isn't in the
   * contract is `*`.
   */
  function describeContradictions(all: readonly Finding[], schema: unknown): string[] {
    const findings = all.filter(({ kind }) => kind === "contradiction");
    if (findings.length === 0) return [];
    const parts = reachableObjects(contract, schema);
    const declaredNames = new Set(
      parts.flatMap(({ properties }) => Object.keys(asObject(properties))),
    );
    const places = findings.map(({ pointer, message }) => {
      const keys = parsePointer(pointer).map((key) =>
        /^\d+$/.test(key) ? "[]" : declaredNames.has(key) ? key : "*",
      );
      return `${keys.join(".").replaceAll(".[]", "[]") || "the response"} ${message}`;
    });
    return [`The response contradicts the contract: ${[...new Set(places)].join("; ")}.`];
  }

  return (response: unknown, sent?: Response): ToolResult => {
    if (response === undefined)
      return { texts: ["Done. There is no response body, or none is documented."] };
    if (response instanceof ReadableStream) {
      void response.cancel();
      return { texts: ["Done. The response isn't text, so it wasn't read."] };
    }
    const mediaType = sent?.headers.get("content-type") ?? undefined;
    const schema = responseSchemaOf(operation, sent?.status, mediaType);
    const isShapeUnknown = schema !== undefined && acceptsAnything(contract, schema);
    const { value, omitted } = createRedactor(contract, schema, token, isHook)(response);
    const bytes = sizeOf(value);
    const size = `The response is ${kilobytes(bytes)}; the limit is ${kilobytes(maxBytes)}. ${advice}`;
    const isTooLarge = bytes > maxBytes;
    const cut = isTooLarge ? cutLargestList(value) : "";
    if (isTooLarge && sizeOf(value) > maxBytes) throw new ToolError(`${id}: ${size}`);
    const notes = [
      ...(isShapeUnknown ? ["The contract doesn't know the shape of this response."] : []),
      ...describeContradictions(validators(id, response, sent?.status, mediaType), schema),
      ...(omitted > 0 ? [`Undocumented fields left out: ${omitted}.`] : []),
      ...(cut ? [`${cut} ${size}`] : []),
    ];
    return {
      texts: [JSON.stringify(value), ...notes],
      structured: isObject(value) ? value : undefined,
    };
  };
}

/**
 * Cuts the largest list of a response, itself or one of its fields, in place, until its JSON fits.
 * Returns a note.
 */
function cutLargestList(response: unknown): string {
  const lists = [response, ...Object.values(asObject(response))].filter(Array.isArray);
  const [items = []] = lists.sort((first, second) => sizeOf(second) - sizeOf(first));
  const count = items.length;
  for (
    let bytes = sizeOf(response);
    bytes > maxBytes && items.length > 0;
    bytes = sizeOf(response)
  ) {
    items.length = Math.floor((items.length * maxBytes) / bytes);
  }
  return items.length < count
    ? `Left out of the largest list: ${count - items.length} of ${count} items.`
    : "";
}
