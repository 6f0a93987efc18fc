import { type OperationRow, operations } from "../../generated/operations.ts";
import { asObject, type JsonObject } from "../openapi/json.ts";
import type { PathOperation } from "../openapi/operations.ts";
import { isFreeForm } from "../openapi/parameter.ts";
import { pathValueNames } from "../openapi/path.ts";
import { resolve, selfContained } from "../openapi/reference.ts";

/** The arguments of an operation's tool. */
export interface ToolArguments {
  /** As JSON Schema. */
  readonly schema: JsonObject;
  /** The arguments in the order in which the client takes them. */
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
export function toolArguments(contract: JsonObject, located: PathOperation): ToolArguments | undefined {
  const { operation } = located;
  const body = bodyOf(contract, operation);
  if (body?.required && !body.schema) return undefined;
  const list: Argument[] = [
    ...located.parameters.flatMap((parameter) => argumentOf(contract, parameter)),
    ...(body?.schema
      ? [{ group: "body", name: "body", schema: asObject(body.schema), required: body.required } as const]
      : []),
  ];
  const isFlat = new Set(list.map(({ name }) => name)).size === list.length;
  const row = operations[operation["operationId"] as keyof typeof operations];
  return {
    schema: selfContained(contract, isFlat ? objectOf(list) : grouped(list)),
    toCall: (input) => positional(row, isFlat ? byGroup(list, input) : input),
  };
}

/** Without those that the contract can't name: an agent would have to guess. */
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

function objectOf(list: readonly Argument[]): JsonObject {
  return {
    type: "object",
    properties: Object.fromEntries(list.map(({ name, schema }) => [name, schema])),
    required: list.filter(({ required }) => required).map(({ name }) => name),
    additionalProperties: false,
  };
}

/** Two arguments share a name: each is within its group, and the body stays as it is. */
function grouped(list: readonly Argument[]): JsonObject {
  const groups = (["path", "inputs"] as const).flatMap((group): Argument[] => {
    const members = list.filter((argument) => argument.group === group);
    const required = members.some((argument) => argument.required);
    return members.length > 0 ? [{ group, name: group, schema: objectOf(members), required }] : [];
  });
  return objectOf([...groups, ...list.filter(({ group }) => group === "body")]);
}

function byGroup(list: readonly Argument[], input: JsonObject): JsonObject {
  const members = (wanted: string) =>
    Object.fromEntries(
      list.flatMap(({ group, name }) => (group === wanted && name in input ? [[name, input[name]]] : [])),
    );
  return { path: members("path"), inputs: members("inputs"), body: input["body"] };
}

function bodyOf(contract: JsonObject, { requestBody }: JsonObject) {
  if (!requestBody) return undefined;
  const { content, required = false } = resolve(contract, requestBody) as { content: JsonObject; required?: boolean };
  const [, media] = Object.entries(content).find(([type]) => /json|urlencoded|^text\//.test(type)) ?? [];
  return { required, schema: asObject(media)["schema"] };
}

function positional(row: OperationRow, { path, inputs, body }: JsonObject): unknown[] {
  const values = pathValueNames(row.path).map((name) => asObject(path)[name]);
  const bodies = row.body ? [body] : [];
  const named = row.inputs ? [byArgument(row, asObject(inputs))] : [];
  return row.bodyLast ? [...values, ...named, ...bodies] : [...values, ...bodies, ...named];
}

/** Agents name inputs as the contract does, the client by arguments. */
function byArgument({ names = {} }: OperationRow, inputs: JsonObject): JsonObject {
  const known = new Map(Object.entries(names).map(([argument, wire]) => [wire, argument]));
  return Object.fromEntries(Object.entries(inputs).map(([wire, value]) => [known.get(wire) ?? wire, value]));
}
