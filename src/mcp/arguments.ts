import { type OperationRow, operations } from "../../generated/operations.ts";
import { asObject, type JsonObject } from "../openapi/json.ts";
import type { PathOperation } from "../openapi/operations.ts";
import { isFreeForm } from "../openapi/parameter.ts";
import { pathValueNamesOf } from "../openapi/path.ts";
import { resolve, toSelfContained } from "../openapi/reference.ts";

/** A path value, an input or the body, with its name in the contract. */
interface Argument {
  readonly location: string;
  readonly name: string;
  readonly schema: JsonObject;
  readonly required: boolean;
}

/**
 * Reads the arguments of a tool that calls an operation. `undefined` if the operation needs a body that an agent can't
 * write, such as a file.
 * @param row The operation of the client.
 */
export function toolArgumentsOf(
  contract: JsonObject,
  { operation, parameters }: PathOperation,
  row: OperationRow = operations[operation["operationId"] as keyof typeof operations],
) {
  const body = bodyOf(contract, operation);
  if (body?.required && !body.schema) return undefined;
  const argumentList: Argument[] = [
    ...parameters.flatMap((parameter) => argumentOf(contract, parameter)),
    ...(body?.schema ? [{ ...body, location: "body", name: "body", schema: asObject(body.schema) }] : []),
  ];
  const names = argumentList.map(({ name }) => name);
  const nameInTool = ({ location, name }: Argument) =>
    names.indexOf(name) === names.lastIndexOf(name) ? name : `${location}_${name}`;
  const required = argumentList.filter((argument) => argument.required).map(nameInTool);
  const properties = Object.fromEntries(argumentList.map((argument) => [nameInTool(argument), argument.schema]));
  const inputParameters = parameters.filter(({ in: location }) => location === "query" || location === "header");
  return {
    /** The JSON Schema of the arguments. */
    schema: toSelfContained(contract, { type: "object", properties, required, additionalProperties: false }),
    /** Converts the tool's input to the arguments of the client's method, in its order. */
    toCall(input: JsonObject): unknown[] {
      const findValue = (location: string, name: string) => {
        const argument = argumentList.find((argument) => argument.location === location && argument.name === name);
        return argument && input[nameInTool(argument)];
      };
      const pathValues = pathValueNamesOf(row.path).map((name) => findValue("path", name));
      // The client renames inputs, but keeps the order of the parameters.
      const inputs = inputParameters.flatMap(({ in: location, name }, index) => {
        const value = findValue(`${location}`, `${name}`);
        return value === undefined ? [] : [[row.inputs?.[index], value] as const];
      });
      const bodies = row.body ? [findValue("body", "body")] : [];
      const inputValues = row.inputs ? [Object.fromEntries(inputs)] : [];
      return row.bodyLast ? [...pathValues, ...inputValues, ...bodies] : [...pathValues, ...bodies, ...inputValues];
    },
  };
}

/** Returns the argument for a parameter; none for a cookie or nameless inputs, which an agent would have to guess. */
function argumentOf(contract: JsonObject, parameter: JsonObject): Argument[] {
  const { in: location, name, description, required = false } = parameter;
  if (location === "cookie") return [];
  const content = Object.values(asObject(parameter["content"]))[0];
  const schema = asObject(parameter["schema"] ?? asObject(content)["schema"]);
  const { properties } = asObject(resolve(contract, schema));
  const isNameless = isFreeForm(contract, parameter);
  if (isNameless && !properties) return [];
  const argumentSchema = {
    ...(description !== undefined && { description }),
    ...(isNameless ? { type: "object", properties, additionalProperties: false } : schema),
  };
  return [{ location: `${location}`, name: `${name}`, schema: argumentSchema, required: required === true }];
}

/** Returns whether an operation needs a body, and the schema of a body that an agent can write, if there is one. */
function bodyOf(contract: JsonObject, { requestBody }: JsonObject) {
  if (!requestBody) return undefined;
  const { content, required = false } = resolve(contract, requestBody) as { content: JsonObject; required?: boolean };
  const [, media] = Object.entries(content).find(([type]) => /json|urlencoded|^text\//.test(type)) ?? [];
  return { required, schema: asObject(media)["schema"] };
}
