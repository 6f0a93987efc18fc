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
 * schema allows. Optional inputs without an example are left out. If no value is found, its name in braces is the value.
 */
export function createSampleRequest(contract: Contract, pathOperation: PathOperation) {
  const { path, operation, pathValues } = pathOperation;
  const { parameters = [], requestBody, security } = operation;
  const gaps = new Set<string>();
  const sampleValueOf = (name: string, { schema = {}, example, examples = {} }: ExampleSource): Json => {
    const [first] = Object.values(examples);
    const value = example ?? (first ? first.value : createSampleValue(contract, schema));
    if (value !== undefined) return value;
    gaps.add(name);
    return `{${name}}`;
  };
  const valuesInPath = new Map(
    pathValues.map((name) => {
      const parameter = parameters.find((candidate) => candidate.in === "path" && candidate.name === name);
      return [name, sampleValueOf(name, parameter ?? {})];
    }),
  );
  const sampleInputs = pathOperation.inputs
    .filter(({ parameter }) => parameter.required || hasExample(parameter))
    .map(({ name, parameter }) => ({ name, parameter, value: sampleValueOf(parameter.name, parameter) }));
  const inputsIn = (location: Parameter["in"]) => sampleInputs.filter(({ parameter }) => parameter.in === location);
  const [[type, media] = []] = Object.entries(requestBody?.content ?? {});
  const body = type && media && { type, value: sampleValueOf("body", media) };
  return {
    path: path.replaceAll(/\{([^}]+)\}/g, (gap, name) =>
      gaps.has(name) ? gap : encodeURIComponent(textOf(valuesInPath.get(name) ?? "")),
    ),
    pathValues: [...valuesInPath.values()],
    inputs: Object.fromEntries(sampleInputs.map(({ name, value }) => [name, value])),
    query: inputsIn("query").flatMap(({ parameter, value }) => writeQuery(parameter, value)),
    headers: inputsIn("header").map(({ parameter, value }): [string, string] => [parameter.name, textOf(value)]),
    ...(body && { body }),
    token: security?.length !== 0,
    /** The names of the values that weren't found. */
    gaps: [...gaps],
  };
}

const hasExample = ({ example, examples }: ExampleSource) => example !== undefined || examples !== undefined;
