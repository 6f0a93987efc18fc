import { type Contract, documentedOperations, isObject, resolve, type Schema } from "../../scripts/contract.ts";

/** Prose; everything else in a schema is a claim about the service. */
const prose = ["description", "title", "x-not-shown"];
/** Parts of an operation that have their own lines, or are prose. */
const handled = [
  "operationId",
  "tags",
  "summary",
  "description",
  "parameters",
  "responses",
  "x-repeatable",
  "x-pagination",
  "x-not-shown",
];
const structure = ["properties", "required", "items", "allOf", "anyOf", "$ref"];
const anything = "additionalProperties";

/** Every claim that the contract makes about requests and responses, one per line. */
export function facts(contract: Contract): string[] {
  return documentedOperations(contract).flatMap(({ method, path, operation }) => [
    `${method} ${path} ${operation.operationId}, ${operation["x-repeatable"] ? "repeatable" : "not repeatable"}`,
    ...Object.entries(operation)
      .filter(([key]) => !handled.includes(key))
      .map(([key, value]) => `  ${key}=${JSON.stringify(value)}`),
    ...(operation.parameters ?? []).flatMap(({ schema, name, in: place, required, description, ...rest }) => {
      const options = Object.entries(rest)
        .filter(([key]) => !prose.includes(key) && key !== "examples")
        .map(([key, value]) => ` ${key}=${value}`);
      return fields(schema, `  ${place} ${name}${required ? "!" : ""}${options.join("")}`, contract);
    }),
    ...Object.entries(operation.responses).flatMap(([status, { content = {}, ...response }]) => [
      ...Object.keys(response)
        .filter((key) => !["content", ...prose].includes(key))
        .map((key) => `  ${status} ${key}`),
      ...(Object.keys(content).length === 0 ? [`  ${status}`] : []),
      ...Object.entries(content).flatMap(([type, { schema }]) => fields(schema, `  ${status} ${type}`, contract)),
    ]),
  ]);
}

function fields(schema: Schema, at: string, contract: Contract): string[] {
  if (schema.$ref) return fields(resolve(contract, schema), at, contract);
  const required = (schema["required"] ?? []) as string[];
  const keywords = Object.entries(schema)
    .filter(([key, value]) => ![...prose, ...structure].includes(key) && !(key === anything && isObject(value)))
    .map(([key, value]) => (key === "type" ? `${value}` : `${key}=${JSON.stringify(value)}`));
  const children: [string, unknown][] = [
    ...Object.entries(schema["properties"] ?? {}).map(([name, inner]): [string, unknown] => [
      `.${name}${required.includes(name) ? "!" : "?"}`,
      inner,
    ]),
    ...(schema["items"] ? [["[]", schema["items"]] as [string, unknown]] : []),
    ...(isObject(schema[anything]) ? [["{*}", schema[anything]] as [string, unknown]] : []),
    ...((schema["anyOf"] ?? []) as Schema[]).map((inner): [string, unknown] => [
      inner["title"] ? `|"${inner["title"]}"` : "|",
      inner,
    ]),
  ];
  const parts = ((schema["allOf"] ?? []) as Schema[]).flatMap((inner) => fields(inner, at, contract));
  const own = keywords.length > 0 || (children.length === 0 && parts.length === 0);
  return [
    ...(own ? [`${at}: ${keywords.join(" ") || "unknown"}`] : []),
    ...parts,
    ...children.flatMap(([suffix, inner]) => fields(inner as Schema, at + suffix, contract)),
  ];
}
