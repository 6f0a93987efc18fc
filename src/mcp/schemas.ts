import { operations } from "#generated/operations.ts";
import type { JunkInboxInputNames } from "../client/options.ts";
import type { OperationSpec } from "../client/spec.ts";
import { purposes } from "../core/junk-inbox.ts";
import { asList, asObject, type JsonObject } from "../openapi/json.ts";
import { isJson } from "../openapi/media-type.ts";
import type { PathOperation } from "../openapi/operations.ts";
import { isFreeForm } from "../openapi/parameter.ts";
import { pathValueNamesOf } from "../openapi/path.ts";
import { resolve } from "../openapi/reference.ts";
import { toSelfContained } from "../openapi/schema.ts";
import { isSuccessStatus } from "../openapi/status.ts";

/**
 * Reads the arguments of a tool that calls an operation. `undefined` if two of them share a name,
 * or if it needs a body that an agent can't write, such as a file.
 * @param wireNames The names of the junk inbox inputs, which the contract doesn't know.
 * @param row The operation of the client.
 */
export function toolArgumentsOf(
  contract: JsonObject,
  { operation, parameters }: PathOperation,
  wireNames: JunkInboxInputNames = {},
  row: OperationSpec = operations[operation["operationId"] as keyof typeof operations],
) {
  const { content, required: needsBody } = asObject(operation["requestBody"]);
  const [, media] =
    Object.entries(asObject(content)).find(([type]) => /json|urlencoded|^text\//.test(type)) ?? [];
  const { schema: bodySchema } = asObject(media);
  if (needsBody && !bodySchema) return undefined;
  const isPathValue = ({ in: location }: JsonObject) => location === "path";
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
    ? [{ name: "body", schema: bodySchema, required: needsBody === true }]
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
function argumentOf(contract: JsonObject, parameter: JsonObject) {
  const { in: location, name, description, required, content } = parameter;
  const [media] = Object.values(asObject(content));
  const schema = asObject(parameter["schema"] ?? asObject(media)["schema"]);
  const { properties } = asObject(resolve(contract, schema));
  const isNameless = isFreeForm(contract, parameter);
  if (location === "cookie" || (isNameless && !properties)) return [];
  const argumentSchema = {
    ...(description !== undefined && { description }),
    ...(isNameless ? { type: "object", properties, additionalProperties: false } : schema),
  };
  return [{ name: `${name}`, schema: argumentSchema, required: required === true }];
}

/**
 * Returns the arguments for nameless inputs whose names the user gave, by the words of
 * `--junk-input-name`.
 */
function purposeArgumentsOf(parameter: JsonObject, wireNames: JunkInboxInputNames) {
  const { anyOf } = asObject(asObject(parameter["schema"])["additionalProperties"]);
  return Object.entries(purposes).flatMap(([name, purpose]) => {
    const schema = asList(anyOf).find((input) => asObject(input)["x-pagination"] === purpose);
    if (!schema || !wireNames[name as keyof typeof purposes]) return [];
    const { type, description } = asObject(schema);
    return [{ name, clientName: name, schema: { type, description }, required: false }];
  });
}

/**
 * Returns the JSON schema of all successes; `undefined` if they differ, or if one has another body
 * or none.
 */
export function responseSchemaOf({ responses }: PathOperation): unknown {
  const successes = responses.filter(([status]) => isSuccessStatus(status));
  const schemas = successes.flatMap(([, response]) =>
    Object.entries(asObject(response["content"])).map(([type, media]) =>
      isJson(type) ? asObject(media)["schema"] : undefined,
    ),
  );
  return schemas.length === successes.length && new Set(schemas).size === 1
    ? schemas[0]
    : undefined;
}
