import { listOmitted } from "../../src/mock/schemas.ts";
import { type Contract, isObject, type Json, resolve, type Schema } from "../contract.ts";

/**
 * The treatment of properties that no schema names. `whole`: they are reported. `part`: the schema is a part of another
 * one, which reports them; nested schemas report their own. `open`: they pass, since the schema decides between others,
 * and an unknown property must not decide.
 */
type Mode = "whole" | "part" | "open";

/**
 * Copies the schemas of received values, `roots`, and all that they refer to, without annotations. The copies reject
 * properties that no schema names, so that these can be reported, and require none that is write-only. They refer to
 * each other by id; the returned `roots` maps names to ids.
 */
export function closeSchemas(contract: Contract, roots: Record<string, Schema>) {
  const idsByKey = new Map<string, string>();
  const schemas = new Map<string, Json>();

  function idOf(name: string, schema: Schema, mode: Mode): string {
    if (isAlias(schema)) return idOf(`${schema.$ref}`, resolve<Schema>(contract, { $ref: `${schema.$ref}` }), mode);
    const key = `${mode} ${name}`;
    const knownId = idsByKey.get(key);
    if (knownId) return knownId;
    const id = `s${idsByKey.size}`;
    idsByKey.set(key, id);
    schemas.set(id, copy(schema, mode));
    return id;
  }

  function copy(schema: Json, mode: Mode): Json {
    if (Array.isArray(schema)) return schema.map((item) => copy(item, mode));
    if (!isSchema(schema)) return schema;
    const nestedMode = mode === "open" ? "open" : "whole";
    const partMode = mode === "open" ? "open" : "part";
    const inner = (key: string) => (deciding.has(key) ? "open" : inPlace.has(key) ? partMode : nestedMode);
    const omitted = listOmitted(contract, schema, "writeOnly");
    const result = Object.fromEntries(
      Object.entries(schema).flatMap(([key, value]): [string, Json][] => {
        if (key === "$ref") return [[key, idOf("", { $ref: `${value}` }, isAlias(schema) ? mode : partMode)]];
        if (key === "required") return [[key, [value].flat().filter((name) => !omitted.includes(`${name}`))]];
        if (annotations.test(key)) return [];
        if (data.has(key)) return [[key, value]];
        if (maps.has(key)) return [[key, mapValues(value, (child) => copy(child, inner(key)))]];
        return [[key, copy(value, inner(key))]];
      }),
    );
    if (mode === "open") return result;
    const closingChoices = choicesOf(schema).filter((choice) => closesWithin(choice));
    // The choice that matches reports what its nested schemas don't name.
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    const rules = closingChoices.map((choice) => ({ if: copy(choice, "open"), then: copy(choice, "part") }));
    if (rules.length > 0) result["allOf"] = [...[result["allOf"] ?? []].flat(), ...rules];
    return mode === "whole" && !isAlias(schema) && closes(schema)
      ? { ...result, unevaluatedProperties: false }
      : result;
  }

  /** Returns whether a schema names the properties of an object, itself or by its choices, and no others. */
  function closes(unresolved: Json, ancestors: Json[] = []): boolean {
    const schema = resolve(contract, unresolved);
    if (!isSchema(schema) || ancestors.includes(schema)) return false;
    if ("additionalProperties" in schema || "unevaluatedProperties" in schema) return false;
    const alternatives = choicesOf(schema);
    if (alternatives.some((choice) => takesAnything(resolve(contract, choice)))) return false;
    if ([schema["type"]].flat().includes("object") || "properties" in schema || "allOf" in schema) return true;
    return alternatives.some((choice) => closes(choice, [...ancestors, schema]));
  }

  /** Returns whether an unknown property may be found somewhere below the top of a schema. */
  function closesWithin(unresolved: Json, ancestors: Json[] = []): boolean {
    const schema = resolve(contract, unresolved);
    if (!isSchema(schema) || ancestors.includes(schema)) return false;
    return Object.entries(schema).some(([key, value]) => {
      if (data.has(key) || annotations.test(key)) return false;
      const children = maps.has(key) ? Object.values(value as Schema) : [value].flat();
      const isInPlace = inPlace.has(key) || deciding.has(key);
      return children.some((child) => (!isInPlace && closes(child)) || closesWithin(child, [...ancestors, schema]));
    });
  }

  const ids = Object.entries(roots).map(([name, schema]) => [name, idOf(name, schema, "whole")]);
  return { roots: Object.fromEntries(ids) as Record<string, string>, schemas };
}

const isSchema = (value: unknown): value is Schema => isObject(value);
const choicesOf = (schema: Schema): Json[] => [schema["anyOf"] ?? [], schema["oneOf"] ?? []].flat();
const takesAnything = (schema: Json) =>
  schema === true || (isSchema(schema) && Object.keys(schema).every((key) => annotations.test(key)));

/** Returns whether a schema is nothing but a reference and annotations. */
const isAlias = (schema: Schema) =>
  "$ref" in schema && Object.keys(schema).every((key) => key === "$ref" || annotations.test(key));

const mapValues = (value: Json, change: (child: Json) => Json): Json =>
  Object.fromEntries(Object.entries(value as Schema).map(([name, child]) => [name, change(child)]));

/** The keywords whose values are neither schemas nor lists of schemas, but maps of schemas, or data. */
const maps = new Set(["properties", "patternProperties", "dependentSchemas"]);
const data = new Set(["const", "enum", "required", "dependentRequired"]);
const deciding = new Set(["anyOf", "oneOf", "not", "if", "contains"]);
const inPlace = new Set(["allOf", "then", "else", "dependentSchemas"]);
const annotations =
  /^(x-.*|title|summary|description|default|examples?|deprecated|readOnly|writeOnly|format|discriminator|xml|externalDocs)$/;
