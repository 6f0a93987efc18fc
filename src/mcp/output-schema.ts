import { isJson } from "../core/media.ts";
import { asObject, isObject, type JsonObject } from "../openapi/json.ts";
import type { PathOperation } from "../openapi/operations.ts";
import { resolve, toSelfContained } from "../openapi/reference.ts";
import { isSuccessStatus } from "../openapi/status.ts";

/** Returns the JSON schema of all successes; `undefined` if they differ, or if one has another body or none. */
export function responseSchemaOf({ responses }: PathOperation): unknown {
  const successes = responses.filter(([status]) => isSuccessStatus(status));
  const schemas = successes.flatMap(([, response]) =>
    Object.entries(asObject(response["content"])).map(([type, media]) =>
      isJson(type) ? asObject(media)["schema"] : undefined,
    ),
  );
  return schemas.length === successes.length && new Set(schemas).size === 1 ? schemas[0] : undefined;
}

/**
 * Returns the schema of a tool's result, if the contract says that it is an object. The schema describes names and
 * types only, since values can be masked. While the presence of fields is unknown, each can be absent or null.
 */
export function outputSchemaOf(contract: JsonObject, pathOperation: PathOperation): JsonObject | undefined {
  const schema = responseSchemaOf(pathOperation);
  const target = asObject(resolve(contract, schema));
  if (target["type"] !== "object" && !target["allOf"]) return undefined;
  const isPresenceUnknown = "field-presence" in asObject(contract["x-not-shown"]);
  // The protocol demands `type` at the top, even if the schema is a reference.
  const { $defs, ...rest } = toSelfContained(contract, { allOf: [schema] });
  const copy = (value: unknown) => shapeOf(value, isPresenceUnknown);
  return {
    type: "object",
    ...asObject(copy(rest)),
    ...(isObject($defs) && { $defs: mapValues($defs, copy) }),
  };
}

/** Copies a schema without the keywords that constrain values. Fields of unknown presence become optional, nullable. */
function shapeOf(schema: unknown, isPresenceUnknown: boolean): unknown {
  if (!isObject(schema)) return schema;
  const copy = (value: unknown) => shapeOf(value, isPresenceUnknown);
  const copyOptional = (value: unknown) =>
    isPresenceUnknown ? { anyOf: [copy(value), { type: "null" }] } : copy(value);
  const copyAll = (value: unknown) => (Array.isArray(value) ? value.map(copy) : copy(value));
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
      if (["type", "title", "description", "$ref"].includes(key)) return [[key, value]];
      if (key === "required") return isPresenceUnknown ? [] : [[key, value]];
      if (key === "properties") return [[key, mapValues(asObject(value), copyOptional)]];
      if (key === "items" || key === "allOf" || key === "anyOf") return [[key, copyAll(value)]];
      // Without their values, several alternatives can match.
      if (key === "oneOf") return [["anyOf", copyAll(value)]];
      return [];
    }),
  );
}

const mapValues = (map: JsonObject, transform: (value: unknown) => unknown): JsonObject =>
  Object.fromEntries(Object.entries(map).map(([name, value]) => [name, transform(value)]));
