import { type Contract, type Input, type PathOperation, pathOperations, resolve, type Schema } from "../contract.ts";
import { writeComment } from "./comment.ts";
import { inputsNameOf } from "./names.ts";
import type { ContractTypes } from "./types.ts";

/** Writes an interface of the query and header inputs for each operation that takes any. */
export function writeInputs(contract: Contract, types: ContractTypes): string[] {
  const taking = pathOperations(contract).filter((pathOperation) => pathOperation.inputs.length > 0);
  return taking.map((pathOperation) => {
    const fields = pathOperation.inputs.map((input) => {
      return writeField(input, types.at(inputKeysOf(pathOperation, input), "sent")?.text ?? "unknown", contract);
    });
    return `/** The inputs of \`${pathOperation.operation.operationId}\`. */\nexport interface ${inputsNameOf(pathOperation)} {\n${fields.join("\n")}\n}`;
  });
}

const inputKeysOf = ({ operation: { operationId } }: PathOperation, { parameter }: Input) => [
  "operations",
  operationId,
  "parameters",
  parameter.in,
  parameter.name,
];

function writeField({ name, parameter }: Input, type: string, contract: Contract): string {
  const schema = resolve(contract, parameter.schema);
  const comment = writeComment([parameter.description, ...describeFacts({ ...schema, ...parameter } as never)], "  ");
  return `${comment}  ${name}${parameter.required ? "" : "?"}: ${type};`;
}

/** Describes an input in the lines of its doc comment: its values, format, bounds, default and example. */
function describeFacts(schema: Schema): string[] {
  const { default: standard, format, minimum, maximum, deprecated } = schema;
  const values = [schema["enum"] ?? []].flat().map(printValue);
  const example = exampleOf(schema);
  return [
    ...(values.length > 0 ? [`One of ${values.join(", ")}.`] : []),
    ...(format === undefined ? [] : [`Format: ${format}.`]),
    ...(minimum === undefined ? [] : [`Minimum: ${minimum}.`]),
    ...(maximum === undefined ? [] : [`Maximum: ${maximum}.`]),
    ...(standard === undefined ? [] : [`@default ${printValue(standard)}`]),
    ...(example === undefined ? [] : [`@example ${printValue(example)}`]),
    ...(deprecated ? ["@deprecated"] : []),
  ];
}

/** Returns the first example of a parameter or a schema. */
function exampleOf({ example, examples }: Schema): unknown {
  if (example !== undefined || !examples) return example;
  const [first] = Object.values(examples as object);
  return Array.isArray(examples) ? first : first?.value;
}

const printValue = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
