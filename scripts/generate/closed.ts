import { type Contract, isObject, type Json, resolve, type Schema } from "../contract.ts";

/**
 * What happens to properties that no schema names. `whole`: they are reported. `part`: the schema is one part of another,
 * which reports them; what lies within reports its own. `open`: they pass, since the schema decides between others, and
 * an unknown property must not decide.
 */
type Mode = "whole" | "part" | "open";

/**
 * Copies of the schemas of `roots` and of all that they refer to, which reject properties that no schema names, so that
 * they can be reported. Each stands once, under an id, and refers to the others by theirs; `roots` gives its names' ids.
 */
export function closedSchemas(contract: Contract, roots: Record<string, Schema>) {
  const ids = new Map<string, string>();
  const schemas = new Map<string, Json>();

  function idOf(name: string, schema: Schema, mode: Mode): string {
    const key = `${mode} ${name}`;
    const known = ids.get(key);
    if (known) return known;
    const id = `s${ids.size}`;
    ids.set(key, id);
    schemas.set(id, copy(schema, mode));
    return id;
  }

  const shared = ($ref: string, mode: Mode) => idOf($ref, resolve<Schema>(contract, { $ref }), mode);

  function copy(schema: Json, mode: Mode): Json {
    if (!isSchema(schema)) return schema;
    const within = mode === "open" ? "open" : "whole";
    const beside = mode === "open" ? "open" : "part";
    const inner = (key: string) => (deciding.has(key) ? "open" : inPlace.has(key) ? beside : within);
    const result = Object.fromEntries(
      Object.entries(schema).flatMap(([key, value]): [string, Json][] => {
        if (key === "$ref") return [[key, shared(String(value), isAlias(schema) ? mode : beside)]];
        if (key === "required") return [[key, [value].flat().filter((name) => !isWriteOnly(schema, name))]];
        if (lists.has(key)) return [[key, [value].flat().map((each) => copy(each, inner(key)))]];
        if (maps.has(key)) return [[key, mapped(value, (each) => copy(each, inner(key)))]];
        if (single.has(key)) return [[key, copy(value, inner(key))]];
        return annotations.test(key) ? [] : [[key, value]];
      }),
    );
    if (mode === "open") return result;
    const chosen = choices(schema).filter((choice) => closesWithin(choice));
    // What is chosen reports what lies within it.
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    const rules = chosen.map((choice) => ({ if: copy(choice, "open"), then: copy(choice, "part") }));
    if (rules.length > 0) result["allOf"] = [...[result["allOf"] ?? []].flat(), ...rules];
    return mode === "whole" && !isAlias(schema) && closes(schema)
      ? { ...result, unevaluatedProperties: false }
      : result;
  }

  /** A response leaves out what may only be sent. */
  function isWriteOnly({ properties }: Schema, name: Json): boolean {
    const property = isObject(properties) ? properties[String(name)] : undefined;
    return [property, resolve(contract, property)].some((each) => isObject(each) && each["writeOnly"] === true);
  }

  /** Whether a schema names the properties of an object, itself or by its choices, and does not speak of others. */
  function closes(written: Json, above: Json[] = []): boolean {
    const schema = resolve(contract, written);
    if (!isSchema(schema) || above.includes(schema)) return false;
    if ("additionalProperties" in schema || "unevaluatedProperties" in schema) return false;
    const chosen = choices(schema);
    if (chosen.some((choice) => takesAnything(resolve(contract, choice)))) return false;
    if ([schema["type"]].flat().includes("object") || "properties" in schema || "allOf" in schema) return true;
    return chosen.some((choice) => closes(choice, [...above, schema]));
  }

  /** Whether an unknown property may be found somewhere below the top of a schema. */
  function closesWithin(written: Json, above: Json[] = []): boolean {
    const schema = resolve(contract, written);
    if (!isSchema(schema) || above.includes(schema)) return false;
    return Object.entries(schema).some(([key, value]) => {
      const held = lists.has(key) || maps.has(key) || single.has(key) ? values(key, value) : [];
      const isBeside = inPlace.has(key) || deciding.has(key);
      return held.some((each) => (!isBeside && closes(each)) || closesWithin(each, [...above, schema]));
    });
  }

  return {
    roots: Object.fromEntries(
      Object.entries(roots).map(([name, schema]) => [
        name,
        isAlias(schema) ? shared(String(schema.$ref), "whole") : idOf(name, schema, "whole"),
      ]),
    ),
    schemas,
  };
}

const isSchema = (value: unknown): value is Schema => isObject(value);
const choices = (schema: Schema): Json[] => [schema["anyOf"] ?? [], schema["oneOf"] ?? []].flat();
const takesAnything = (schema: Json) =>
  schema === true || (isSchema(schema) && Object.keys(schema).every(isAnnotation));
const isAnnotation = (key: string) => annotations.test(key);

/** Whether a schema is nothing but a reference, and words beside it. */
const isAlias = (schema: Schema) =>
  "$ref" in schema && Object.keys(schema).every((key) => key === "$ref" || isAnnotation(key));

const mapped = (value: Json, change: (each: Json) => Json): Json =>
  Object.fromEntries(Object.entries(value as Schema).map(([name, each]) => [name, change(each)]));
const values = (key: string, value: Json): Json[] => (maps.has(key) ? Object.values(value as Schema) : [value].flat());

// The keywords of JSON Schema 2020-12 that hold schemas.
const lists = new Set(["allOf", "anyOf", "oneOf", "prefixItems"]);
const maps = new Set(["properties", "patternProperties", "dependentSchemas"]);
const single = new Set(
  "items additionalProperties unevaluatedProperties unevaluatedItems contains propertyNames not if then else".split(
    " ",
  ),
);
const deciding = new Set(["anyOf", "oneOf", "not", "if", "contains"]);
const inPlace = new Set(["allOf", "then", "else", "dependentSchemas"]);
const annotations =
  /^(x-.*|title|summary|description|default|examples?|deprecated|readOnly|writeOnly|format|discriminator|xml|externalDocs)$/;
