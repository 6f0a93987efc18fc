import {
  type Contract,
  type Example,
  isObject,
  type Json,
  type LocatedOperation,
  resolve,
  type Schema,
} from "../scripts/contract.ts";

/** What has a schema, and examples of its own before those of the schema. */
interface Given {
  schema: Schema;
  examples?: Record<string, Example>;
}

/**
 * A request that the contract accepts. Each value is its first example or, where it has none, a simple one that the
 * schema allows. An optional input without an example is left out.
 */
export function sampleRequest(contract: Contract, { path, operation }: LocatedOperation) {
  const { parameters = [], requestBody } = operation;
  const valueFor = ({ schema, examples = {} }: Given): Json => {
    const [example] = Object.values(examples);
    return example ? example.value : simple(contract, schema);
  };
  const inPath = (name: string) => parameters.find((parameter) => parameter.in === "path" && parameter.name === name);
  const [[type, media] = []] = Object.entries(requestBody?.content ?? {});
  return {
    path: path.replaceAll(/\{([^}]+)\}/g, (_, name) =>
      encodeURIComponent(String(valueFor(inPath(name) ?? { schema: {} }))),
    ),
    query: parameters
      .filter((parameter) => parameter.in === "query" && (parameter.required || parameter.examples))
      .flatMap((parameter) => exploded(parameter.name, valueFor(parameter))),
    ...(media && bodyOf(`${type}`, valueFor(media))),
  };
}

/** A query input or a form on the wire: an element, or a property, at a time. */
function exploded(name: string, value: Json): [string, string][] {
  if (Array.isArray(value)) return value.map((item) => [name, String(item)]);
  if (isObject(value)) return Object.entries(value).map(([key, item]) => [key, String(item)]);
  return [[name, String(value)]];
}

function bodyOf(type: string, value: Json): { body: BodyInit; headers?: Record<string, string> } {
  if (type !== "multipart/form-data") return { body: JSON.stringify(value), headers: { "content-type": type } };
  const body = new FormData();
  for (const field of exploded("", value)) body.append(...field);
  return { body };
}

const scalars: Record<string, Json> = { boolean: true, integer: 1, number: 1 };

/** Patterns and bounds are not looked at: a value that is under one needs an example. */
function simple(contract: Contract, schema: Schema): Json {
  const node = resolve(contract, schema);
  const list = (keyword: string) => (node[keyword] ?? []) as Json[];
  const inner = (part: Json | undefined) => simple(contract, (part ?? {}) as Schema);
  const [told] = [...list("examples"), ...list("enum"), ...("const" in node ? [node["const"] as Json] : [])];
  if (told !== undefined) return told;
  const [choice] = [...list("anyOf"), ...list("oneOf")];
  if (choice !== undefined) return inner(choice);
  const [type] = [node["type"] ?? (node["allOf"] ? "object" : "string")].flat();
  if (type === "array") return [inner(node["items"])];
  if (type !== "object") return scalars[`${type}`] ?? "example";
  const properties = (node["properties"] ?? {}) as Record<string, Json>;
  const own = list("required").map((name) => [name, inner(properties[`${name}`])]);
  return Object.assign({}, ...list("allOf").map(inner), Object.fromEntries(own));
}
