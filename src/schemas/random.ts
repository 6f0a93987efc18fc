import { asList, asObject, isObject, type JsonObject } from "../openapi/json.ts";
import { hasNestedRepetition } from "../openapi/pattern.ts";
import { listOmitted, mapSchemas, toSelfContained } from "../openapi/schema.ts";
import { loadPeers } from "../platform/peers.ts";
import { compose } from "./compose.ts";
import { listValues, typesOf } from "./merge.ts";
import { maxItems, noValue } from "./sample.ts";
import { maxTextLength } from "./sample-text.ts";

/**
 * What of Prism is used. Its whole type names types of packages that this one doesn't depend on.
 */
type Prism = Pick<typeof import("@stoplight/prism-http"), "generateHttpParam">;

export async function loadPrism(): Promise<Prism> {
  const peers = await loadPeers("generate random bodies", {
    "@stoplight/prism-http": () => import("@stoplight/prism-http"),
  });
  return peers["@stoplight/prism-http"];
}

/**
 * Creates the function that prepares a schema for Prism. It returns the one that generates a random
 * value of it.
 */
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
 * Bounds what keywords count to as many values as there is room: Prism generates as much, however
 * much it is.
 */
function bound({ pattern, patternProperties, ...schema }: JsonObject, room: number): JsonObject {
  const maximumOf = (keyword: string) => {
    if (/Items$|^minProperties$/.test(keyword)) return Math.min(maxItems, room);
    return /Length$/.test(keyword) ? Math.min(maxTextLength, 100 * room) : Number.POSITIVE_INFINITY;
  };
  const entries = Object.entries(schema).map(
    ([keyword, value]) =>
      [keyword, typeof value === "number" ? Math.min(value, maximumOf(keyword)) : value] as const,
  );
  const properties = Object.entries(asObject(patternProperties)).filter(([name]) =>
    isBounded(name),
  );
  const { minItems = 1, maxItems: most = minItems } = schema as Readonly<Record<string, number>>;
  return {
    ...Object.fromEntries(entries),
    // A list in long lists is as short as it may be.
    ...(room < maxItems && { maxItems: Math.min(minItems, most, room) }),
    ...(typeof pattern === "string" && isBounded(pattern) && { pattern }),
    // Prism would look for further names forever.
    ...(patternProperties !== undefined && {
      patternProperties: Object.fromEntries(properties),
      additionalProperties: false,
      minProperties: 0,
      maxProperties: undefined,
    }),
  };
}

/** Returns whether texts of a pattern are short enough, as far as its repetitions tell. */
const isBounded = (pattern: string): boolean =>
  !hasNestedRepetition(pattern) &&
  [...pattern.matchAll(/\{(?:\d+,)?(\d+)/g)].reduce(
    (length, [, count]) => length * Number(count || 1),
    1,
  ) <= maxTextLength;

/**
 * Copies a schema without the properties that only requests have: Prism keeps those after a
 * reference. Schemas of any type get one: Prism would take the schema itself for the value.
 */
function prepareSchema(root: JsonObject): JsonObject {
  /**
   * @param room How many values the lists in a list, and the objects in an object, may have
   * together.
   */
  function prepare(schema: unknown, keyword: string, room = maxItems ** 2): unknown {
    if (!isObject(schema)) return schema;
    // A part has the type of its whole.
    if (keyword !== "allOf" && keyword !== "$defs" && hasAnyType(schema)) return { type: "string" };
    const names = "$ref" in schema ? [] : listOmitted(root, schema, "writeOnly");
    const keptEntries = Object.entries(asObject(schema["properties"])).filter(
      ([name]) => !names.includes(name),
    );
    const required = asList(schema["required"]).filter((name) => !names.includes(String(name)));
    const changes =
      names.length > 0 ? { properties: Object.fromEntries(keptEntries), required } : {};
    const boundSchema = bound({ ...schema, ...changes }, room);
    const { minItems = 1, minProperties = 1 } = boundSchema;
    const innerRoom = Math.floor(room / Math.max(Number(minItems), Number(minProperties), 1));
    return mapSchemas(boundSchema, (inner, innerKeyword) =>
      prepare(
        inner,
        innerKeyword,
        /^(items|additionalProperties)$/.test(innerKeyword) ? innerRoom : room,
      ),
    );
  }
  function hasAnyType(schema: JsonObject): boolean {
    const { schemas } = compose(root, [schema], 0);
    return typesOf(schemas).length === 0 && !listValues(schemas) && !schemas.some(({ not }) => not);
  }
  return prepare(root, "") as JsonObject;
}
