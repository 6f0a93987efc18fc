import { valueTypesOf } from "../../../src/openapi/model/value-types.ts";
import { isFreeForm } from "../../../src/openapi/parameter.ts";
import {
  type Contract,
  type Example,
  type Input,
  isInputsFirst,
  isJson,
  type Json,
  listFields,
  type PathOperation,
  resolve,
  type Schema,
} from "../../contract.ts";
import { type Call, type CallParameter, type CallResult, isStructured } from "./call.ts";
import { createSampleValue } from "./value.ts";

/** The sources of a sample value: examples, or else a schema. */
interface ExampleSource {
  schema?: Schema;
  example?: Json;
  examples?: Record<string, Example>;
}

/**
 * Creates the call of an operation that its samples print: a request that the contract accepts. Each value is the first
 * example or, without one, a simple value that the schema allows. Optional inputs without an example are left out. If no
 * value is found, its name in braces is the value.
 */
export function createCall(contract: Contract, pathOperation: PathOperation): Call {
  const { method, path, operation, pathValues, inputs } = pathOperation;
  const { operationId, parameters = [], requestBody, security } = operation;
  const gaps = new Set<string>();
  const sampleValueOf = (name: string, { schema = {}, example, examples = {} }: ExampleSource, type?: string): Json => {
    const [first] = Object.values(examples);
    const value = example ?? (first ? first.value : createSampleValue(contract, schema));
    // Only a text can be the body of another type, such as XML.
    if (value !== undefined && !(type && typeof value === "object" && !isStructured(type))) return value;
    gaps.add(name);
    return `{${name}}`;
  };
  const toCallParameter = ({ name: input, parameter }: Input): CallParameter => {
    const { name, in: location, required, schema, style, explode } = parameter;
    const { types } = valueTypesOf(contract, schema);
    const isSent = required || location === "path" || hasExample(parameter);
    return {
      ...{ input, name, in: location, style, explode },
      isText: types.includes("string") || types.length === 0,
      isFree: isFreeForm(contract, parameter),
      value: isSent ? sampleValueOf(name, parameter) : undefined,
    };
  };
  const pathInputs = pathValues.flatMap((name) =>
    parameters.flatMap((parameter) => (parameter.in === "path" && parameter.name === name ? { name, parameter } : [])),
  );
  const [[type, media] = []] = Object.entries(requestBody?.content ?? {});
  return {
    ...{ operationId, method, path },
    parameters: [...pathInputs, ...inputs].map(toCallParameter),
    ...(type && media && { body: { type, value: sampleValueOf("body", media, type) } }),
    token: security?.length !== 0,
    inputsFirst: isInputsFirst(pathOperation),
    result: resultOf(contract, pathOperation),
    gaps: [...gaps],
  };
}

const hasExample = ({ example, examples }: ExampleSource) => example !== undefined || examples !== undefined;

function resultOf(contract: Contract, { successes, redirects }: PathOperation): CallResult {
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
