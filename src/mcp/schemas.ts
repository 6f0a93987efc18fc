import { operations } from "../../generated/operations.ts";
import type { JunkInboxInputNames } from "../client/options.ts";
import type { OperationSpec } from "../client/spec.ts";
import { purposes } from "../core/junk-inbox.ts";
import { asList, asObject, isObject, type JsonObject } from "../openapi/json.ts";
import { isJson } from "../openapi/media-type.ts";
import type { PathOperation } from "../openapi/operations.ts";
import { isFreeForm } from "../openapi/parameter.ts";
import { pathValueNamesOf } from "../openapi/path.ts";
import { resolve } from "../openapi/reference.ts";
import { mapSchemas, toSelfContained } from "../openapi/schema.ts";
import { isSuccessStatus } from "../openapi/status.ts";
import { isPresenceUnknown } from "../openapi/unknowns.ts";

/**
 * Reads the arguments of a tool that calls an operation. `undefined` if the operation needs a body that an agent can't
 * write, such as a file.
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
  const [, media] = Object.entries(asObject(content)).find(([type]) => /json|urlencoded|^text\//.test(type)) ?? [];
  const bodySchema = asObject(media)["schema"];
  if (needsBody && !bodySchema) return undefined;
  const argumentList = parameters.flatMap((parameter) => [
    ...argumentOf(contract, parameter),
    ...purposeArgumentsOf(parameter, wireNames),
  ]);
  if (bodySchema) {
    argumentList.push({ location: "body", name: "body", schema: asObject(bodySchema), required: needsBody === true });
  }
  const names = argumentList.map(({ name }) => name);
  const toolArguments = argumentList.map(({ location, name, ...argument }) => {
    const isUnique = names.indexOf(name) === names.lastIndexOf(name);
    return { ...argument, location, name, nameInTool: isUnique ? name : `${location}_${name}` };
  });
  const required = toolArguments.flatMap((argument) => (argument.required ? argument.nameInTool : []));
  const properties = Object.fromEntries(toolArguments.map(({ nameInTool, schema }) => [nameInTool, schema]));
  return {
    /** The names of the inputs: query parameters and headers. */
    inputNames: toolArguments.flatMap(({ location, nameInTool }) => (/path|body/.test(location) ? [] : nameInTool)),
    schema: toSelfContained(contract, { type: "object", properties, required, additionalProperties: false }),
    /** Converts the tool's input to the arguments of the client's method, in its order. */
    toCall(input: JsonObject): unknown[] {
      const findValue = (location: unknown, name: unknown) => {
        const argument = toolArguments.find((argument) => argument.location === location && argument.name === name);
        return argument && input[argument.nameInTool];
      };
      const pathValues = pathValueNamesOf(row.path).map((name) => findValue("path", name));
      // The client renames inputs, but keeps the order of the parameters.
      const inputs = parameters
        .filter(({ in: location }) => location !== "path")
        .map(({ in: location, name }, index) => [row.inputs?.[index], findValue(location, name)]);
      const purposeInputs = Object.keys(purposes).map((purpose) => [purpose, findValue("purpose", purpose)]);
      const inputEntries = [...inputs, ...purposeInputs].filter(([, value]) => value !== undefined);
      const inputValues = row.inputs ? [Object.fromEntries(inputEntries)] : [];
      const bodies = row.body ? [findValue("body", "body")] : [];
      return row.bodyLast ? [...pathValues, ...inputValues, ...bodies] : [...pathValues, ...bodies, ...inputValues];
    },
  };
}

/** Returns the argument for a parameter; none for a cookie or nameless inputs, which an agent would have to guess. */
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
  return [{ location: `${location}`, name: `${name}`, schema: argumentSchema, required: required === true }];
}

/** Returns the arguments for nameless inputs whose names the user gave, by the words of `--junk-input-name`. */
function purposeArgumentsOf(parameter: JsonObject, wireNames: JunkInboxInputNames) {
  const { anyOf } = asObject(asObject(parameter["schema"])["additionalProperties"]);
  return Object.entries(purposes).flatMap(([name, purpose]) => {
    const schema = asList(anyOf).find((input) => asObject(input)["x-pagination"] === purpose);
    if (!schema || !wireNames[name as keyof typeof purposes]) return [];
    const { type, description } = asObject(schema);
    return [{ location: "purpose", name, schema: { type, description }, required: false }];
  });
}

/** Returns the JSON schema of all successes; `undefined` if they differ, or if one has another body or none. */
export function responseSchemaOf({ responses }: PathOperation): unknown {
  const successes = responses.filter(([status]) => isSuccessStatus(status));
  const schemas = successes.flatMap(([, response]) =>
    Object.entries(asObject(response["content"])).map(([type, media]) =>
      isJson(type) ? asObject(media)["schema"] : undefined,
    ),
  );
  return schemas.length === successes.length && new Set(schemas).size === 1 ? schemas[0] : undefined;
}

/**
 * Returns the schema of a tool's result, if the contract says that it is an object. The schema describes names and
 * types only, since values can be masked. While the presence of fields is unknown, each can be absent or null.
 */
export function outputSchemaOf(contract: JsonObject, pathOperation: PathOperation): JsonObject | undefined {
  const schema = responseSchemaOf(pathOperation);
  const target = asObject(resolve(contract, schema));
  if (target["type"] !== "object" && !target["allOf"]) return undefined;
  const shape = shapeOf(toSelfContained(contract, { allOf: [schema] }), isPresenceUnknown(contract));
  // The protocol demands `type` at the top, even if the schema is a reference.
  return { type: "object", ...asObject(shape) };
}

/** Copies a schema without the keywords that constrain values. Fields of unknown presence become optional, nullable. */
function shapeOf(schema: unknown, isOpen: boolean): unknown {
  if (!isObject(schema)) return schema;
  const shape = mapSchemas(schema, (inner, keyword) => {
    const innerShape = shapeOf(inner, isOpen);
    return isOpen && keyword === "properties" ? { anyOf: [innerShape, { type: "null" }] } : innerShape;
  });
  return Object.fromEntries(
    Object.entries(shape)
      .filter(([keyword]) => shapeKeywords.has(keyword) || (keyword === "required" && !isOpen))
      // Without their values, several alternatives can match.
      .map(([keyword, value]) => [keyword === "oneOf" ? "anyOf" : keyword, value]),
  );
}

const shapeKeywords = new Set("type title description $ref properties $defs items allOf anyOf oneOf".split(" "));
