import { type Contract, pathOperations, resolve, type Schema } from "../contract.ts";
import { writeComment } from "./comment.ts";
import { inputsNameOf } from "./names.ts";
import type { ContractTypes } from "./types.ts";

/** Writes an interface of the query and header inputs for each operation that takes any. */
export function writeInputs(contract: Contract, types: ContractTypes): string[] {
  const operations = pathOperations(contract).filter(({ inputs }) => inputs.length > 0);
  return operations.map((pathOperation) => {
    const id = pathOperation.operation.operationId;
    const fields = pathOperation.inputs.map(({ name, parameter }) => {
      const type = types.at(["operations", id, "parameters", parameter.in, parameter.name], "sent")?.text ?? "unknown";
      const facts = describeFacts({ ...resolve(contract, parameter.schema), ...parameter } as never);
      const comment = writeComment([parameter.description, ...facts], "  ");
      return `${comment}  ${name}${parameter.required ? "" : "?"}: ${type};`;
    });
    const name = inputsNameOf(pathOperation);
    return `/** The inputs of \`${id}\`. */\nexport interface ${name} {\n${fields.join("\n")}\n}`;
  });
}

/** Describes an input in the lines of its doc comment: its values, format, bounds, default and example. */
function describeFacts(schema: Schema): string[] {
  const { default: standard, format, minimum, maximum, deprecated, enum: values } = schema;
  const example = exampleOf(schema);
  return [
    ...(Array.isArray(values) ? [`One of ${values.map(printValue).join(", ")}.`] : []),
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
