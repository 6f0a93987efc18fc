import { type Contract, type Json, resolve, type Schema } from "../../contract.ts";
import { createScalar } from "./scalar.ts";

/** Creates a value of a schema: an example, the default, `const`, the first of `enum`, or else a simple value. */
export function createSampleValue(contract: Contract, schema: Schema, ancestors: unknown[] = []): Json {
  const node = resolve(contract, schema);
  const list = (keyword: string) => (node[keyword] ?? []) as Json[];
  const inner = (part: Json | undefined) => createSampleValue(contract, (part ?? {}) as Schema, [...ancestors, node]);
  const [listedValue] = [
    ...list("examples"),
    ...(["default", "const"] as const).flatMap((keyword) => (keyword in node ? [node[keyword] as Json] : [])),
    ...list("enum"),
  ];
  if (listedValue !== undefined) return listedValue;
  const [choice] = [...list("anyOf"), ...list("oneOf")];
  if (choice !== undefined && !node["properties"]) return inner(choice);
  const parts = list("allOf").map((part) => resolve(contract, part as Schema));
  const [type = inferType(parts, node)] = [node["type"] ?? []].flat();
  if (type === "array") {
    // A list of a schema that contains itself is empty at the second level.
    const length = ancestors.includes(node) ? 0 : Math.max(1, Number(node["minItems"] ?? 1));
    return Array.from({ length }, () => inner(node["items"]));
  }
  if (type !== "object") return createScalar(`${type}`, Object.assign({}, ...parts, node));
  const properties = (node["properties"] ?? {}) as Record<string, Schema>;
  const required = list("required").flatMap((name) => {
    const property = properties[`${name}`];
    return resolve(contract, property)?.["readOnly"] === true ? [] : [[name, inner(property)]];
  });
  return Object.assign({}, ...list("allOf").map(inner), Object.fromEntries(required));
}

/** Infers the type of a schema without `type` from its parts or its keywords. Without either, it's `string`. */
function inferType(parts: Schema[], node: Schema): Json {
  const [type] = parts.flatMap((part) => part["type"] ?? []);
  if (type) return type;
  if (parts.length > 0 || node["properties"]) return "object";
  return ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"].some((keyword) => keyword in node)
    ? "number"
    : "string";
}
