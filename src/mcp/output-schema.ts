import { asObject, isObject, type JsonObject } from "../openapi/json.ts";
import type { PathOperation } from "../openapi/operations.ts";
import { resolve, selfContained } from "../openapi/reference.ts";
import { isSuccessStatus } from "../openapi/status.ts";

/** The schema of a success's JSON body; `undefined` if the contract has none, or if it can be one of several. */
export function responseSchema({ responses }: PathOperation): unknown {
  const successes = responses.filter(([status]) => isSuccessStatus(status));
  const schemas = successes.flatMap(([, response]) =>
    Object.entries(asObject(response["content"])).map(([type, media]) =>
      /[/+]json\b/i.test(type) ? asObject(media)["schema"] : undefined,
    ),
  );
  return schemas.length === successes.length && new Set(schemas).size === 1 ? schemas[0] : undefined;
}

/**
 * The schema of what a tool returns, if the contract says that it is an object. It describes names and types: values can
 * be masked, and while the presence of fields is unknown, each can be absent or null.
 */
export function outputSchema(contract: JsonObject, located: PathOperation): JsonObject | undefined {
  const schema = responseSchema(located);
  const target = asObject(resolve(contract, schema));
  if (target["type"] !== "object" && !target["allOf"]) return undefined;
  const isPresenceUnknown = "field-presence" in asObject(contract["x-not-shown"]);
  // The protocol demands the type at the top, beside whatever the schema refers to.
  const { $defs, ...rest } = selfContained(contract, { allOf: [schema] });
  const lenient = (value: unknown) => shapeOf(value, isPresenceUnknown);
  return {
    type: "object",
    ...asObject(lenient(rest)),
    ...(isObject($defs) && { $defs: mapValues($defs, lenient) }),
  };
}

/** A copy that describes the shape, and no values. */
function shapeOf(schema: unknown, isPresenceUnknown: boolean): unknown {
  if (!isObject(schema)) return schema;
  const shape = (value: unknown) => shapeOf(value, isPresenceUnknown);
  const optional = (value: unknown) => (isPresenceUnknown ? { anyOf: [shape(value), { type: "null" }] } : shape(value));
  const all = (value: unknown) => (Array.isArray(value) ? value.map(shape) : shape(value));
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
      if (["type", "title", "description", "$ref"].includes(key)) return [[key, value]];
      if (key === "required") return isPresenceUnknown ? [] : [[key, value]];
      if (key === "properties") return [[key, mapValues(asObject(value), optional)]];
      if (key === "items" || key === "allOf" || key === "anyOf") return [[key, all(value)]];
      // Without their values, several alternatives can match.
      if (key === "oneOf") return [["anyOf", all(value)]];
      return [];
    }),
  );
}

const mapValues = (map: JsonObject, change: (value: unknown) => unknown): JsonObject =>
  Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(value)]));
