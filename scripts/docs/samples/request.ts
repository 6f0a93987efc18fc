import type { Contract, Example, Json, Parameter, PathOperation, Schema } from "../../contract.ts";
import { createSampleValue } from "./value.ts";
import { textOf, writeQuery } from "./wire.ts";

/** The sources of a sample value: examples, or else a schema. */
interface ExampleSource {
  schema?: Schema;
  example?: Json;
  examples?: Record<string, Example>;
}

/**
 * Creates a request that the contract accepts. Each value is the first example or, without one, a simple value that the
 * schema allows. Optional inputs without an example are left out.
 */
export function createSampleRequest(contract: Contract, pathOperation: PathOperation) {
  const { path, operation, pathValues } = pathOperation;
  const { parameters = [], requestBody, security } = operation;
  const pathParameters = new Map(
    parameters.flatMap((parameter) => (parameter.in === "path" ? [[parameter.name, parameter] as const] : [])),
  );
  const valueInPath = (name: string) => exampleValue(contract, pathParameters.get(name) ?? {});
  const sampleInputs = pathOperation.inputs
    .filter(({ parameter }) => parameter.required || hasExample(parameter))
    .map(({ name, parameter }) => ({ name, parameter, value: exampleValue(contract, parameter) }));
  const inputsIn = (location: Parameter["in"]) => sampleInputs.filter(({ parameter }) => parameter.in === location);
  const [[type, media] = []] = Object.entries(requestBody?.content ?? {});
  return {
    path: path.replaceAll(/\{([^}]+)\}/g, (_, name) => encodeURIComponent(textOf(valueInPath(name)))),
    pathValues: pathValues.map(valueInPath),
    inputs: Object.fromEntries(sampleInputs.map(({ name, value }) => [name, value])),
    query: inputsIn("query").flatMap(({ parameter, value }) => writeQuery(parameter, value)),
    headers: inputsIn("header").map(({ parameter, value }): [string, string] => [parameter.name, textOf(value)]),
    ...(type && media && { body: { type, value: exampleValue(contract, media) } }),
    token: security?.length !== 0,
  };
}

const hasExample = ({ example, examples }: ExampleSource) => example !== undefined || examples !== undefined;

function exampleValue(contract: Contract, { schema = {}, example, examples = {} }: ExampleSource): Json {
  const [first] = Object.values(examples);
  return example ?? (first ? first.value : createSampleValue(contract, schema));
}
