import { asList, asObject, isObject, type JsonObject } from "../openapi/json.ts";
import { noValue } from "../openapi/sample/sample.ts";
import { listOmitted, toSelfContained } from "../openapi/schema.ts";
import { loadPeers } from "./peers.ts";

/** Creates the function that prepares a schema for Prism. It returns the one that generates a random value of it. */
export const createRandomGenerator =
  (document: JsonObject) =>
  async (schema: JsonObject): Promise<() => unknown> => {
    const { "@stoplight/prism-http": prism } = await loadPeers("generate random bodies", {
      "@stoplight/prism-http": () => import("@stoplight/prism-http"),
    });
    const { type, ...keywords } = omitWriteOnly(toSelfContained(document, schema));
    // A list of types: of one type, Prism would narrow the bounds.
    const prismSchema = { ...keywords, ...(type !== undefined && { type: [type].flat() }) };
    return () => {
      const body = prism.generateHttpParam({ schema: prismSchema } as never);
      return body._tag === "None" ? noValue : body.value;
    };
  };

/** Copies a schema without the properties that only requests have. Prism keeps those after a reference. */
function omitWriteOnly(schema: JsonObject): JsonObject {
  const omitFrom = (_key: string, value: unknown): unknown => {
    const names = isObject(value) && !("$ref" in value) ? listOmitted(schema, value, "writeOnly") : [];
    if (!isObject(value) || names.length === 0) return value;
    const keptEntries = Object.entries(asObject(value["properties"])).filter(([name]) => !names.includes(name));
    const required = asList(value["required"]).filter((name) => !names.includes(String(name)));
    return { ...value, properties: Object.fromEntries(keptEntries), required };
  };
  return JSON.parse(JSON.stringify(schema, omitFrom));
}
