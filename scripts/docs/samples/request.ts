import type { Contract, Example, Json, Parameter, PathOperation, Schema } from "../../contract.ts";
import { sampleValue } from "./value.ts";
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

/** A value's schema and examples, which precede those of the schema. */
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
  return example ?? (first ? first.value : sampleValue(contract, schema));
}
