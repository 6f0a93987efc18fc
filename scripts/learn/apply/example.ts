import { asObject, isObject } from "../../../src/openapi/json.ts";
import { resolve } from "../../../src/openapi/reference.ts";
import { isSecretName } from "../../../src/openapi/secret-names.ts";
import type { Contract, Json, Schema } from "../../contract/document.ts";

type Extent = "full" | "empty" | "least";

/** The examples of an observed success; the first is enough for other bodies. */
export const exampleKinds: readonly { name: string; summary: string; extent: Extent }[] = [
  { name: "every-field", summary: "Every observed field", extent: "full" },
  { name: "empty-lists", summary: "Lists without entries", extent: "empty" },
  { name: "least-fields", summary: "Without optional fields", extent: "least" },
];

/**
 * Returns a synthetic example of a schema. Observed values are never used.
 * @param example An example whose values stay. It gets the fields of the schema that it doesn't have.
 */
export function exampleOf(contract: Contract, unresolved: unknown, extent: Extent, example?: Json, name = ""): Json {
  const schema = Object(resolve(contract, unresolved)) as Schema;
  const isNew = example === undefined;
  const [type] = [schema["type"] ?? []].flat() as string[];
  const parts = [schema["allOf"] ?? []].flat();
  const value = parts.reduce<Json>(
    (result, part) => exampleOf(contract, part, extent, result),
    isNew ? plainValueOf(type, name) : example,
  );
  if (Array.isArray(value)) {
    const items = Object(resolve(contract, schema["items"])) as Schema;
    const isEmpty = isNew ? extent === "empty" || !("type" in items) : value.length === 0 && !items["properties"];
    return isEmpty ? [] : [exampleOf(contract, items, extent, value[0], name), ...value.slice(1)];
  }
  if (!isObject(value)) return value;
  const required = (schema["required"] ?? []) as string[];
  const isShown = (field: string) => extent !== "least" || required.length === 0 || required.includes(field);
  const fields = Object.entries(asObject(schema["properties"]))
    .filter(([field]) => isShown(field))
    .map(([field, property]) => [field, exampleOf(contract, property, extent, value[field] as Json, field)]);
  return { ...(value as Record<string, Json>), ...Object.fromEntries(fields) };
}

function plainValueOf(type: string | undefined, name: string): Json {
  const text = isSecretName(name) ? "<EXAMPLE_SECRET>" : "Example text";
  const values: Record<string, Json> = { object: {}, array: [], string: text, integer: 1, number: 1.5, boolean: true };
  return values[`${type}`] ?? null;
}
