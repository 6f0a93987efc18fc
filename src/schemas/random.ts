import { asList, asObject, isObject, type JsonObject } from "../openapi/json.ts";
import { canMatchInManyWays } from "../openapi/pattern.ts";
import { isReference, targetOf } from "../openapi/reference.ts";
import { isAnnotation, listOmitted, mapSchemas } from "../openapi/schema.ts";
import { findMissing, loadPeer } from "../platform/peers.ts";
import { compose, discriminate } from "./compose.ts";
import { listValues, typesOf } from "./merge.ts";
import { maxItems, noValue, sampleSchema } from "./sample.ts";
import { loadTextSampler, maxTextLength, type SampleText } from "./sample-text.ts";

/**
 * What of Prism is used. Its whole type names types of packages that this one doesn't depend on.
 */
type Prism = Pick<typeof import("@stoplight/prism-http"), "generateHttpParam">;

const purpose = "generate random bodies";
const specifier = "@stoplight/prism-http";
export const findMissingPrism = () => findMissing(purpose, specifier);

export const loadPrism = (): Promise<Prism> =>
  loadPeer(purpose, specifier, () => import("@stoplight/prism-http"));

/**
 * Creates the function that prepares a schema for Prism. It returns the one that generates a random
 * value of it.
 */
export const createRandomGenerator =
  (document: JsonObject) =>
  async (schema: JsonObject): Promise<() => unknown> => {
    const prism = await loadPrism();
    const sampleText = await loadTextSampler(document, schema);
    const { type, ...keywords } = prepareSchema(document, schema, sampleText);
    // A list of types: of one type, Prism would narrow the bounds.
    const prismSchema = { ...keywords, ...(type !== undefined && { type: [type].flat() }) };
    return () => {
      const body = prism.generateHttpParam({ schema: prismSchema } as never);
      return body._tag === "None" ? noValue : withoutMarks(body.value);
    };
  };

/** Begins the names of properties: Prism takes those that are keywords elsewhere for keywords. */
const mark = "\ue000";

function withoutMarks(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutMarks);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([name, inner]) => [
    name.startsWith(mark) ? name.slice(mark.length) : name,
    withoutMarks(inner),
  ]);
  return Object.fromEntries(entries);
}

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
  !canMatchInManyWays(pattern) &&
  [...pattern.matchAll(/\{(?:\d+,)?(\d+)/g)].reduce(
    (length, [, count]) => length * Number(count || 1),
    1,
  ) <= maxTextLength;

/** In schemas. Beyond it, a random value has plain parts. */
const budget = 1_000;

/**
 * Copies a schema without the properties that only requests have, and with the targets of its
 * references in their places: Prism follows each a few times only. What is within itself has its
 * plain value. Schemas of any type get one: Prism would take the schema itself for the value.
 */
function prepareSchema(document: object, root: JsonObject, sampleText: SampleText): JsonObject {
  const plainSchemas = new Map<unknown, JsonObject>();
  let count = 0;

  function toPlain(schema: JsonObject): JsonObject {
    const known = plainSchemas.get(schema);
    if (known) return known;
    const value = sampleSchema(document, schema, sampleText);
    const plain = value === noValue ? { type: "null" } : { enum: [value] };
    plainSchemas.set(schema, plain);
    return plain;
  }

  /**
   * @param room How many values the lists in a list, and the objects in an object, may have
   * together.
   * @param entered The schemas that contain this one.
   */
  function prepare(
    schema: unknown,
    keyword: string,
    room: number,
    entered: readonly unknown[],
  ): unknown {
    if (!isObject(schema)) return schema;
    if (++count > budget || entered.includes(schema)) return toPlain(schema);
    const { schemas } = compose(document, [schema], 0);
    const isPart = keyword === "allOf";
    const hasAnyType =
      typesOf(schemas).length === 0 && !listValues(schemas) && !schemas.some(({ not }) => not);
    // A part has the type of its whole.
    if (!isPart && hasAnyType) return { type: "string" };
    if (isReference(schema)) {
      const { $ref, ...siblings } = schema;
      const names = isPart ? [] : schemas.filter(({ oneOf, anyOf }) => !oneOf && !anyOf);
      const parts = [
        targetOf(document, $ref),
        ...(Object.keys(siblings).every(isAnnotation) ? [] : [siblings]),
        ...names.flatMap((part) => requireName(document, part, $ref)),
      ];
      if (parts.length === 1) return prepare(parts[0], keyword, room, entered);
      return { allOf: parts.map((part) => prepare(part, "allOf", room, entered)) };
    }
    const boundSchema = bound(markProperties(document, schema), room);
    const { minItems = 1, minProperties = 1 } = boundSchema;
    const innerRoom = Math.floor(room / Math.max(Number(minItems), Number(minProperties), 1));
    return mapSchemas(boundSchema, (inner, innerKeyword) => {
      const isRepeated = /^(items|additionalProperties)$/.test(innerKeyword);
      const path = [...entered, schema];
      const prepared = prepare(inner, innerKeyword, isRepeated ? innerRoom : room, path);
      const isNamed = /^(oneOf|anyOf)$/.test(innerKeyword) && isReference(inner);
      const names = isNamed ? requireName(document, schema, inner.$ref) : [];
      if (names.length === 0) return prepared;
      return { allOf: [prepared, ...names.map((part) => prepare(part, "allOf", room, path))] };
    });
  }
  return prepare(root, "", maxItems ** 2, []) as JsonObject;
}

/**
 * Copies what of a schema says which values are valid, and its properties under marked names,
 * without those that only requests have.
 */
function markProperties(document: object, schema: JsonObject): JsonObject {
  const omittedNames = listOmitted(document, schema, "writeOnly");
  const keywords = Object.entries(schema).filter(([key]) => !isAnnotation(key) && key[0] !== "$");
  const { properties, required, ...others } = Object.fromEntries(keywords);
  const keptProperties = Object.entries(asObject(properties)).filter(
    ([name]) => !omittedNames.includes(name),
  );
  const keptNames = asList(required).filter((name) => !omittedNames.includes(String(name)));
  return {
    ...others,
    ...(properties !== undefined && {
      properties: Object.fromEntries(keptProperties.map(([name, inner]) => [mark + name, inner])),
    }),
    ...(required !== undefined && { required: keptNames.map((name) => `${mark}${name}`) }),
  };
}

/** Requires the value of a discriminator that names the target of a reference. */
function requireName(document: object, { discriminator }: JsonObject, $ref: string): JsonObject[] {
  if (!isObject(discriminator)) return [];
  const name = String(discriminator["propertyName"]);
  const value = discriminate(document, discriminator, $ref);
  return [{ properties: { [name]: { enum: [value] } }, required: [name] }];
}
