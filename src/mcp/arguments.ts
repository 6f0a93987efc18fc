import { type OperationRow, operations } from "../../generated/operations.ts";
import { asObject, type JsonObject } from "../openapi/json.ts";
import type { PathOperation } from "../openapi/operations.ts";
import { isFreeForm } from "../openapi/parameter.ts";
import { pathValueNamesOf } from "../openapi/path.ts";
import { resolve, toSelfContained } from "../openapi/reference.ts";

/** The arguments of a tool that calls an operation. */
export interface ToolArguments {
  /** The JSON Schema of the arguments. */
  readonly schema: JsonObject;
  /** Converts the tool's input to the arguments of the client's method, in its order. */
  toCall(input: JsonObject): unknown[];
}

/** An argument as a property of the schema: a path value, an input, or the body. */
interface Argument {
  readonly group: "path" | "inputs" | "body";
  readonly name: string;
  readonly schema: JsonObject;
  readonly required: boolean;
}

/** Reads the arguments of an operation. `undefined` if it needs a body that an agent can't write, such as a file. */
export function toolArgumentsOf(contract: JsonObject, pathOperation: PathOperation): ToolArguments | undefined {
  const { operation } = pathOperation;
  const body = bodyOf(contract, operation);
  if (body?.required && !body.schema) return undefined;
  const argumentList: Argument[] = [
    ...pathOperation.parameters.flatMap((parameter) => argumentOf(contract, parameter)),
    ...(body?.schema
      ? [{ group: "body", name: "body", schema: asObject(body.schema), required: body.required } as const]
      : []),
  ];
  const isFlat = new Set(argumentList.map(({ name }) => name)).size === argumentList.length;
  const row = operations[operation["operationId"] as keyof typeof operations];
  return {
    schema: toSelfContained(contract, isFlat ? objectSchemaOf(argumentList) : groupedSchemaOf(argumentList)),
    toCall: (input) => toPositional(row, isFlat ? groupInput(argumentList, input) : input),
  };
}

/** Returns the argument for a parameter; none for a cookie or for nameless inputs, which an agent would have to guess. */
function argumentOf(contract: JsonObject, parameter: JsonObject): Argument[] {
  const { in: location, name, description, required = false } = parameter;
  if (location === "cookie") return [];
  const content = Object.values(asObject(parameter["content"]))[0];
  const schema = asObject(parameter["schema"] ?? asObject(content)["schema"]);
  const { properties } = asObject(resolve(contract, schema));
  const isNameless = isFreeForm(contract, parameter);
  if (isNameless && !properties) return [];
  return [
    {
      group: location === "path" ? "path" : "inputs",
      name: String(name),
      schema: {
        ...(description !== undefined && { description }),
        ...(isNameless ? { type: "object", properties, additionalProperties: false } : schema),
      },
      required: required === true,
    },
  ];
}

/** Returns the schema of an object with these arguments. */
function objectSchemaOf(argumentList: readonly Argument[]): JsonObject {
  return {
    type: "object",
    properties: Object.fromEntries(argumentList.map(({ name, schema }) => [name, schema])),
    required: argumentList.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}

/** Returns the schema of arguments of which two share a name: path values in `path`, inputs in `inputs`, and `body`. */
function groupedSchemaOf(argumentList: readonly Argument[]): JsonObject {
  const groups = (["path", "inputs"] as const).flatMap((group): Argument[] => {
    const members = argumentList.filter((argument) => argument.group === group);
    const required = members.some((argument) => argument.required);
    return members.length > 0 ? [{ group, name: group, schema: objectSchemaOf(members), required }] : [];
  });
  return objectSchemaOf([...groups, ...argumentList.filter(({ group }) => group === "body")]);
}

/** Groups the input of a tool whose arguments aren't grouped. */
function groupInput(argumentList: readonly Argument[], input: JsonObject): JsonObject {
  const members = (groupName: string) =>
    Object.fromEntries(
      argumentList.flatMap(({ group, name }) => (group === groupName && name in input ? [[name, input[name]]] : [])),
    );
  return { path: members("path"), inputs: members("inputs"), body: input["body"] };
}

/** Returns whether an operation needs a body, and the schema of a body that an agent can write, if there is one. */
function bodyOf(contract: JsonObject, { requestBody }: JsonObject) {
  if (!requestBody) return undefined;
  const { content, required = false } = resolve(contract, requestBody) as { content: JsonObject; required?: boolean };
  const [, media] = Object.entries(content).find(([type]) => /json|urlencoded|^text\//.test(type)) ?? [];
  return { required, schema: asObject(media)["schema"] };
}

/** Converts grouped input to the arguments of the client's method, in its order. */
function toPositional(row: OperationRow, { path, inputs, body }: JsonObject): unknown[] {
  const values = pathValueNamesOf(row.path).map((name) => asObject(path)[name]);
  const bodies = row.body ? [body] : [];
  const inputValues = row.inputs ? [renameInputs(row, asObject(inputs))] : [];
  return row.bodyLast ? [...values, ...inputValues, ...bodies] : [...values, ...bodies, ...inputValues];
}

/** Renames inputs from the contract's names, which agents use, to the client's arguments. */
function renameInputs({ names = {} }: OperationRow, inputs: JsonObject): JsonObject {
  const argumentNames = new Map(Object.entries(names).map(([argument, wire]) => [wire, argument]));
  return Object.fromEntries(Object.entries(inputs).map(([wire, value]) => [argumentNames.get(wire) ?? wire, value]));
}
