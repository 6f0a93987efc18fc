import type { Json, Schema } from "../../contract/document.ts";

/** Returns the type of a schema that openapi-typescript writes less exactly, as code. */
export function specialTypeOf(schema: Schema): string | undefined {
  const type = openSetOf(schema) ?? integerPairOf(schema);
  return type !== undefined && isNullable(schema) ? `${type} | null` : type;
}

/** Returns `"admin" | (string & {})`: a plain `"admin" | string` collapses to `string`, and nothing completes. */
function openSetOf({ anyOf }: Schema): string | undefined {
  if (!Array.isArray(anyOf)) return undefined;
  const members = anyOf as Schema[];
  const literals = members.flatMap(valuesOf).filter((value) => value !== null);
  const otherTypes = members.filter((member) => valuesOf(member).length === 0).flatMap(typesOf);
  const isOpen = otherTypes.filter((type) => type !== "null").join() === "string";
  if (!isOpen || literals.length === 0 || !literals.every((value) => typeof value === "string")) return undefined;
  return `${literals.map((value) => JSON.stringify(value)).join(" | ")} | (string & {})`;
}

/** Returns the type of the one pattern that TypeScript can express. */
const integerPairOf = ({ pattern }: Schema): string | undefined =>
  pattern === "^-?[0-9]+:-?[0-9]+$" ? `\`\${number}:\${number}\`` : undefined;

const valuesOf = (schema: Schema): Json[] => ("const" in schema ? [schema["const"]] : [schema["enum"] ?? []].flat());
const typesOf = ({ type }: Schema) => [type].flat();
const isNullable = (schema: Schema): boolean =>
  typesOf(schema).includes("null") ||
  valuesOf(schema).includes(null) ||
  ((schema["anyOf"] ?? []) as Schema[]).some(isNullable);
