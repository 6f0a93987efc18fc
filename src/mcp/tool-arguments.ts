import { operations } from "#generated/operations.ts";
import type { JunkInboxInputNames } from "../client/options.ts";
import type { OperationSpec } from "../client/spec.ts";
import { asList, asObject, type JsonObject } from "../openapi/json.ts";
import { type JunkInboxInputs, junkInboxInputs } from "../openapi/junk-inbox.ts";
import type { Operation, Parameter } from "../openapi/operation.ts";
import { pathValueNamesOf } from "../openapi/path.ts";
import { resolve } from "../openapi/reference.ts";
import { toSelfContained } from "../openapi/schema.ts";

/**
 * Reads the arguments of a tool that calls an operation. `undefined` if two of them share a name,
 * or if it needs a body that an agent can't write, such as a file.
 * @param wireNames The names of the junk inbox inputs, which the contract doesn't know.
 * @param row The operation of the client.
 */
export function toolArgumentsOf(
  contract: JsonObject,
  { id, parameters, body: requestBody }: Operation,
  wireNames: JunkInboxInputNames = {},
  row: OperationSpec = operations[id as keyof typeof operations],
) {
  const { schema: bodySchema } =
    requestBody?.contents.find(({ mediaType }) => /json|urlencoded|^text\//.test(mediaType)) ?? {};
  if (requestBody?.required && !bodySchema) return undefined;
  const isPathValue = ({ in: location }: Parameter) => location === "path";
  const pathValues = parameters
    .filter(isPathValue)
    .flatMap((parameter) => argumentOf(contract, parameter));
  const inputs = parameters
    .filter((parameter) => !isPathValue(parameter))
    .flatMap((parameter, index) => [
      // The client renames inputs, but keeps the order of the parameters.
      ...argumentOf(contract, parameter).map((argument) => ({
        ...argument,
        clientName: row.inputs?.[index] ?? "",
      })),
      ...purposeArgumentsOf(parameter, wireNames),
    ]);
  const body = bodySchema
    ? [{ name: "body", schema: bodySchema, required: requestBody?.required === true }]
    : [];
  const toolArguments = [...pathValues, ...inputs, ...body];
  const required = toolArguments.flatMap((argument) => (argument.required ? argument.name : []));
  const properties = Object.fromEntries(toolArguments.map(({ name, schema }) => [name, schema]));
  if (Object.keys(properties).length < toolArguments.length) return undefined;
  return {
    inputNames: inputs.map(({ name }) => name),
    schema: toSelfContained(contract, {
      type: "object",
      properties,
      required,
      additionalProperties: false,
    }),
    /** Converts the tool's input to the arguments of the client's method, in its order. */
    toCall(input: JsonObject): unknown[] {
      const pathInput = pathValueNamesOf(row.path).map((name) => input[name]);
      const entries = inputs.flatMap(({ name, clientName }) =>
        name in input ? [[clientName, input[name]]] : [],
      );
      const inputsOfCall = row.inputs ? [Object.fromEntries(entries)] : [];
      const bodyOfCall = row.body ? [input["body"]] : [];
      return [...pathInput, ...bodyOfCall, ...inputsOfCall];
    },
  };
}

/**
 * Returns the argument for a parameter; none for a cookie or nameless inputs, which an agent would
 * have to guess.
 */
function argumentOf(contract: JsonObject, parameter: Parameter) {
  const { in: location, name, required, schema, isFreeForm, node } = parameter;
  const description = node?.["description"];
  const { properties } = asObject(resolve(contract, schema));
  if (location === "cookie" || (isFreeForm && !properties)) return [];
  const argumentSchema = {
    ...(description !== undefined && { description }),
    ...(isFreeForm ? { type: "object", properties, additionalProperties: false } : schema),
  };
  return [{ name, schema: argumentSchema, required: required === true }];
}

/**
 * Returns the arguments for nameless inputs whose names the user gave, by the words of
 * `--junk-input-name`.
 */
function purposeArgumentsOf({ schema }: Parameter, wireNames: JunkInboxInputNames) {
  const { anyOf } = asObject(schema?.["additionalProperties"]);
  return Object.entries(junkInboxInputs).flatMap(([name, { purpose }]) => {
    const schema = asList(anyOf).find((input) => asObject(input)["x-pagination"] === purpose);
    if (!schema || !wireNames[name as keyof JunkInboxInputs]) return [];
    const { type, description } = asObject(schema);
    return [{ name, clientName: name, schema: { type, description }, required: false }];
  });
}
