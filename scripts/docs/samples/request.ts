import {
  type Contract,
  type Example,
  isJson,
  type Json,
  listFields,
  type Parameter,
  type PathOperation,
  resolve,
  type Schema,
} from "../../contract.ts";
import { isInputsFirst } from "../../generate/rows.ts";
import type { SampleCall, SampleResult } from "./call.ts";
import { createSampleValue } from "./value.ts";
import { textOf, writeQuery } from "./wire.ts";

/** The sources of a sample value: examples, or else a schema. */
interface ExampleSource {
  schema?: Schema;
  example?: Json;
  examples?: Record<string, Example>;
}

/** The call that the samples and the form of an operation make, and the names of the values that weren't found. */
export type OperationCall = SampleCall & { gaps: string[] };

/**
 * Creates the call of an operation: a request that the contract accepts, and the kind of its result. Each value is the
 * first example or, without one, a simple value that the schema allows. Optional inputs without an example are left out.
 * If no value is found, its name in braces is the value.
 */
export function createCall(contract: Contract, pathOperation: PathOperation): OperationCall {
  const { method, path, operation, inputs } = pathOperation;
  const { parameters = [], requestBody, security, operationId } = operation;
  const gaps = new Set<string>();
  const sampleValueOf = (name: string, { schema = {}, example, examples = {} }: ExampleSource): Json => {
    const [first] = Object.values(examples);
    const value = example ?? (first ? first.value : createSampleValue(contract, schema));
    if (value !== undefined) return value;
    gaps.add(name);
    return `{${name}}`;
  };
  const pathValues = pathOperation.pathValues.map((name) =>
    sampleValueOf(name, parameters.find((candidate) => candidate.in === "path" && candidate.name === name) ?? {}),
  );
  const sampleInputs = inputs
    .filter(({ parameter }) => parameter.required || hasExample(parameter))
    .map(({ name, parameter }) => ({ name, parameter, value: sampleValueOf(parameter.name, parameter) }));
  const inputsIn = (location: Parameter["in"]) => sampleInputs.filter(({ parameter }) => parameter.in === location);
  const [[type, media] = []] = Object.entries(requestBody?.content ?? {});
  const body = type && media && { type, value: sampleValueOf("body", media) };
  return {
    ...{ operationId, method, pathValues, token: security?.length !== 0, gaps: [...gaps] },
    path: path.replaceAll(/\{([^}]+)\}/g, (gap, name) =>
      gaps.has(name) ? gap : encodeURIComponent(textOf(pathValues[pathOperation.pathValues.indexOf(name)] ?? "")),
    ),
    inputs: Object.fromEntries(sampleInputs.map(({ name, value }) => [name, value])),
    query: inputsIn("query").flatMap(({ parameter, value }) => writeQuery(parameter, value)),
    headers: inputsIn("header").map(({ parameter, value }) => [parameter.name, textOf(value)]),
    ...(body && { body }),
    takesInputs: inputs.length > 0,
    inputsFirst: isInputsFirst(pathOperation),
    result: resultOf(contract, pathOperation),
  };
}

const hasExample = ({ example, examples }: ExampleSource) => example !== undefined || examples !== undefined;

function resultOf(contract: Contract, { successes, redirects }: PathOperation): SampleResult {
  if (redirects) return { kind: "location" };
  const [success, ...otherSuccesses] = successes;
  if (!success?.mediaType && otherSuccesses.length === 0) return { kind: "nothing" };
  if (!success?.mediaType || otherSuccesses.length > 0) return { kind: "unknown" };
  if (success.mediaType.startsWith("text/")) return { kind: "text" };
  if (!isJson(success.mediaType)) return { kind: "bytes" };
  const fields = listFields(contract, success.media?.schema ?? {}, "writeOnly").filter(
    ({ path, required, alternative }) => required && !alternative && !/[.[]/.test(path),
  );
  const firstOf = (type: string) =>
    fields.find(({ path, schema }) => /^[a-z_]\w*$/i.test(path) && resolve(contract, schema).type === type)?.path;
  return { kind: fields.length > 0 ? "object" : "unknown", list: firstOf("array"), record: firstOf("object") };
}
