import { loadPeers } from "../commands/peers.ts";
import { asList, asObject, isObject, type JsonObject } from "../openapi/json.ts";
import { listOmitted, mapSchemas, toSelfContained } from "../openapi/schema.ts";
import { compose } from "./compose.ts";
import { listValues, typesOf } from "./merge.ts";
import { noValue } from "./sample.ts";

/** What of Prism is used. Its whole type names types of packages that this one doesn't depend on. */
type Prism = Pick<typeof import("@stoplight/prism-http"), "generateHttpParam">;

export async function loadPrism(): Promise<Prism> {
  const peers = await loadPeers("generate random bodies", {
    "@stoplight/prism-http": () => import("@stoplight/prism-http"),
  });
  return peers["@stoplight/prism-http"];
}

/** Creates the function that prepares a schema for Prism. It returns the one that generates a random value of it. */
export const createRandomGenerator =
  (document: JsonObject) =>
  async (schema: JsonObject): Promise<() => unknown> => {
    const prism = await loadPrism();
    const { type, ...keywords } = prepareSchema(toSelfContained(document, schema));
    // A list of types: of one type, Prism would narrow the bounds.
    const prismSchema = { ...keywords, ...(type !== undefined && { type: [type].flat() }) };
    return () => {
      const body = prism.generateHttpParam({ schema: prismSchema } as never);
      return body._tag === "None" ? noValue : body.value;
    };
  };

/**
 * Copies a schema without the properties that only requests have: Prism keeps those after a reference. Schemas of any
 * type get one: Prism would take the schema itself for the value.
 */
function prepareSchema(root: JsonObject): JsonObject {
  function prepare(schema: unknown, keyword: string): unknown {
    if (!isObject(schema)) return schema;
    // A part has the type of its whole.
    if (keyword !== "allOf" && keyword !== "$defs" && hasAnyType(schema)) return { type: "string" };
    const names = "$ref" in schema ? [] : listOmitted(root, schema, "writeOnly");
    const keptEntries = Object.entries(asObject(schema["properties"])).filter(([name]) => !names.includes(name));
    const required = asList(schema["required"]).filter((name) => !names.includes(String(name)));
    const changes = names.length > 0 ? { properties: Object.fromEntries(keptEntries), required } : {};
    return mapSchemas({ ...schema, ...changes }, prepare);
  }
  function hasAnyType(schema: JsonObject): boolean {
    const { schemas } = compose(root, [schema], 0);
    return typesOf(schemas).length === 0 && !listValues(schemas) && !schemas.some(({ not }) => not);
  }
  return prepare(root, "") as JsonObject;
}
