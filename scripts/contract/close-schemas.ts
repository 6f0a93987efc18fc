import { asObject, isObject } from "../../src/openapi/json.ts";
import { dataKeywords, mapKeywords } from "../../src/openapi/nodes.ts";
import { resolve } from "../../src/openapi/reference.ts";
import { copyForValidator, isAnnotation, isOpen } from "../../src/openapi/schema.ts";
import type { Contract, Json, Schema } from "./document.ts";

/**
 * The treatment of properties that no schema names. `whole`: they are reported. `part`: the schema is a part of another
 * one, which reports them; nested schemas report their own. `open`: they pass, since the schema decides between others,
 * and an unknown property must not decide.
 */
type Mode = "whole" | "part" | "open";

/**
 * Copies the schemas of values in one direction, `roots`, and all that they refer to, without annotations. The copies
 * reject properties that no schema names, so that these can be reported, and require none with `omitKeyword`. They refer
 * to each other by id; the returned `roots` maps names to ids.
 */
export function closeSchemas(
  contract: Contract,
  roots: Record<string, Schema>,
  omitKeyword: "readOnly" | "writeOnly" = "writeOnly",
) {
  const ids = new Map<Schema, Map<string, string>>();
  const schemas = new Map<string, Json>();

  function idOf(unresolved: Schema, mode: Mode, omittedNames: readonly string[] = []): string {
    const schema = isAlias(unresolved) ? resolve<Schema>(contract, { $ref: `${unresolved.$ref}` }) : unresolved;
    const schemaIds = ids.get(schema) ?? new Map<string, string>();
    ids.set(schema, schemaIds);
    const key = [mode, ...omittedNames].join(" ");
    const knownId = schemaIds.get(key);
    if (knownId) return knownId;
    const id = `s${schemas.size}`;
    schemaIds.set(key, id);
    // Reserves the id: the schema may contain itself.
    schemas.set(id, true);
    schemas.set(id, copy(schema, mode, omittedNames));
    return id;
  }

  function copy(schema: Json, mode: Mode, parentNames: readonly string[] = []): Json {
    if (!isSchema(schema)) return schema;
    const nestedMode = mode === "open" ? "open" : "whole";
    const partMode = mode === "open" ? "open" : "part";
    const copyInner = (value: unknown, keyword: string, omittedNames: readonly string[]) => {
      if (keyword === "$ref") return idOf({ $ref: `${value}` }, isAlias(schema) ? mode : partMode, omittedNames);
      const innerMode = deciding.has(keyword) ? "open" : inPlace.has(keyword) ? partMode : nestedMode;
      return copy(value as Json, innerMode, omittedNames);
    };
    const result = copyForValidator(contract, schema, omitKeyword, copyInner, parentNames) as Schema;
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

  /** Whether a schema names the properties of an object, itself or by its choices, and no others. */
  function closes(unresolved: Json, ancestors: Json[] = []): boolean {
    const schema = resolve(contract, unresolved);
    if (!isSchema(schema) || ancestors.includes(schema)) return false;
    if ("additionalProperties" in schema || "unevaluatedProperties" in schema) return false;
    const alternatives = choicesOf(schema);
    if (alternatives.some((choice) => isOpen(contract, choice))) return false;
    if ([schema["type"]].flat().includes("object") || "properties" in schema || "allOf" in schema) return true;
    return alternatives.some((choice) => closes(choice, [...ancestors, schema]));
  }

  /** Whether an unknown property may be found below the top of a schema. */
  function closesWithin(unresolved: Json, ancestors: Json[] = []): boolean {
    const schema = resolve(contract, unresolved);
    if (!isSchema(schema) || ancestors.includes(schema)) return false;
    return Object.entries(schema).some(([key, value]) => {
      if (dataKeywords.has(key) || isAnnotation(key)) return false;
      const children = mapKeywords.has(key) ? Object.values(asObject(value) as Schema) : [value].flat();
      const isInPlace = inPlace.has(key) || deciding.has(key);
      return children.some((child) => (!isInPlace && closes(child)) || closesWithin(child, [...ancestors, schema]));
    });
  }

  const rootIds = Object.entries(roots).map(([name, schema]) => [name, idOf(schema, "whole")]);
  return { roots: Object.fromEntries(rootIds) as Record<string, string>, schemas };
}

const isSchema = (value: unknown): value is Schema => isObject(value);
const choicesOf = (schema: Schema): Json[] => [schema["anyOf"] ?? [], schema["oneOf"] ?? []].flat();

const isAlias = (schema: Schema) =>
  "$ref" in schema && Object.keys(schema).every((key) => key === "$ref" || isAnnotation(key));

const deciding = new Set(["anyOf", "oneOf", "not", "if", "contains"]);
const inPlace = new Set(["allOf", "then", "else", "dependentSchemas"]);
