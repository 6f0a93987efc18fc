import { isSecretName } from "../../../src/openapi/secret-names.ts";
import { type Example, isObject, type Json, type Schema } from "../../contract.ts";

/** The name of the first example. */
export const observedExample = "every-field";

/** Returns synthetic examples of an observed schema. Observed values are never used. */
export function examplesOf(schema: Schema): Record<string, Example> {
  return {
    [observedExample]: { summary: "Every observed field", value: exampleValueOf(schema, "full") },
    "empty-lists": { summary: "Lists without entries", value: exampleValueOf(schema, "empty") },
    "least-fields": { summary: "Without optional fields", value: exampleValueOf(schema, "least") },
  };
}

type Extent = "full" | "empty" | "least";

export function exampleValueOf(schema: Schema, extent: Extent = "full", name = ""): Json {
  const types = [schema["type"] ?? []].flat() as string[];
  const type = extent === "least" && types.includes("null") ? "null" : types[0];
  if (type === "object") return objectOf(schema, extent);
  if (type === "array") {
    const items = schema["items"];
    return extent === "empty" || !isObject(items) || !("type" in items)
      ? []
      : [exampleValueOf(items as Schema, extent, name)];
  }
  if (type === "string") return textOf(schema, name);
  if (type === "integer") return 1;
  if (type === "number") return 1.5;
  if (type === "boolean") return true;
  return null;
}

function objectOf(schema: Schema, extent: Extent): Json {
  const properties = isObject(schema["properties"]) ? Object.entries(schema["properties"]) : [];
  const required = (schema["required"] ?? []) as string[];
  const shownProperties = properties.filter(
    ([name]) => extent !== "least" || required.length === 0 || required.includes(name),
  );
  const entries = schema["additionalProperties"];
  return {
    ...Object.fromEntries(
      shownProperties.map(([name, property]) => [name, exampleValueOf(property as Schema, extent, name)]),
    ),
    ...(isObject(entries) && extent === "full" && { example: exampleValueOf(entries as Schema, extent) }),
  };
}

const texts: Record<string, string> = {
  uuid: "00000000-0000-4000-8000-000000000001",
  "date-time": "2024-01-01T00:00:00Z",
  date: "2024-01-01",
  email: "person@example.com",
  uri: "https://example.com/",
  ipv4: "192.0.2.1",
  "^\\+[1-9][0-9]{1,14}$": "+12025550100",
  "^[0-9]+$": "1700000000",
};

function textOf({ format, pattern }: Schema, name: string): string {
  const form = texts[`${format ?? pattern}`];
  return form ?? (isSecretName(name) ? "<EXAMPLE_SECRET>" : "Example text");
}
