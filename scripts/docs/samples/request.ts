import {
  type Contract,
  type Example,
  type Json,
  type Parameter,
  type PathOperation,
  resolve,
  type Schema,
} from "../../contract.ts";
import { onTheWire, textOf } from "./wire.ts";

/** A request that the contract accepts, made of its examples. */
export interface SampleRequest {
  /** With its values, encoded. */
  path: string;
  pathValues: Json[];
  /** The query and header inputs, by the names that a named call gives them. */
  inputs: Record<string, Json>;
  /** Query parameters on the wire, without the token. */
  query: [name: string, value: string][];
  headers: [name: string, value: string][];
  body?: { type: string; value: Json };
  /** Whether the operation takes the token. */
  token: boolean;
}

/** What has a schema, and examples of its own before those of the schema. */
interface Given {
  schema?: Schema;
  example?: Json;
  examples?: Record<string, Example>;
}

/**
 * A request that the contract accepts. Each value is its first example or, where it has none, a simple one that the
 * schema allows. An optional input without an example is left out.
 */
export function sampleRequest(contract: Contract, located: PathOperation): SampleRequest {
  const { path, operation, pathValues } = located;
  const { parameters = [], requestBody, security } = operation;
  const inPath = new Map(parameters.flatMap((each) => (each.in === "path" ? [[each.name, each] as const] : [])));
  const valueInPath = (name: string) => exampleValue(contract, inPath.get(name) ?? {});
  const given = located.inputs
    .filter(({ parameter }) => parameter.required || hasExample(parameter))
    .map(({ name, parameter }) => ({ name, parameter, value: exampleValue(contract, parameter) }));
  const sent = (place: Parameter["in"]) => given.filter(({ parameter }) => parameter.in === place);
  const [[type, media] = []] = Object.entries(requestBody?.content ?? {});
  return {
    path: path.replaceAll(/\{([^}]+)\}/g, (_, name) => encodeURIComponent(textOf(valueInPath(name)))),
    pathValues: pathValues.map(valueInPath),
    inputs: Object.fromEntries(given.map(({ name, value }) => [name, value])),
    query: sent("query").flatMap(({ parameter, value }) => onTheWire(parameter, value)),
    headers: sent("header").map(({ parameter, value }) => [parameter.name, textOf(value)]),
    ...(type && media && { body: { type, value: exampleValue(contract, media) } }),
    token: security?.length !== 0,
  };
}

const hasExample = ({ example, examples }: Given) => example !== undefined || examples !== undefined;

function exampleValue(contract: Contract, { schema = {}, example, examples = {} }: Given): Json {
  const [first] = Object.values(examples);
  return example ?? (first ? first.value : simpleValue(contract, schema));
}

const scalars: Record<string, Json> = { boolean: true, integer: 1, number: 1, null: null };

/** Patterns and bounds are not looked at: a value that is under one needs an example. */
function simpleValue(contract: Contract, schema: Schema, above: unknown[] = []): Json {
  const node = resolve(contract, schema);
  const list = (keyword: string) => (node[keyword] ?? []) as Json[];
  const inner = (part: Json | undefined) => simpleValue(contract, (part ?? {}) as Schema, [...above, node]);
  const [told] = [
    ...list("examples"),
    ...(["default", "const"] as const).flatMap((keyword) => (keyword in node ? [node[keyword] as Json] : [])),
    ...list("enum"),
  ];
  if (told !== undefined) return told;
  const [choice] = [...list("anyOf"), ...list("oneOf")];
  if (choice !== undefined && !node["properties"]) return inner(choice);
  const [type] = [node["type"] ?? (node["allOf"] || node["properties"] ? "object" : "string")].flat();
  // A schema within itself ends where it begins again.
  if (type === "array") return above.includes(node) ? [] : [inner(node["items"])];
  if (type !== "object") return scalars[`${type}`] ?? "example";
  const properties = (node["properties"] ?? {}) as Record<string, Schema>;
  const own = list("required").flatMap((name) => {
    const property = properties[`${name}`];
    return resolve(contract, property)?.["readOnly"] === true ? [] : [[name, inner(property)]];
  });
  return Object.assign({}, ...list("allOf").map(inner), Object.fromEntries(own));
}
