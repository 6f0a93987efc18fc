import { type Contract, type Input, type PathOperation, pathOperations, resolve, type Schema } from "../contract.ts";
import { docComment } from "./comment.ts";

/** `generated/inputs.ts`: the query and header inputs of each operation that takes any. */
export function inputs(contract: Contract): string {
  const taking = pathOperations(contract).filter((located) => located.inputs.length > 0);
  const interfaces = taking.map((located) => {
    const fields = located.inputs.map((input) => field(located, input, contract));
    return `/** The inputs of \`${located.operation.operationId}\`. */\nexport interface ${inputsName(located)} {\n${fields.join("\n")}\n}`;
  });
  return interfaces.length > 0
    ? `import type { operations as schema } from "./schema.ts";\n\n${interfaces.join("\n\n")}\n`
    : "export {};\n";
}

/** The name of the interface. */
export const inputsName = ({ operation: { operationId: id } }: PathOperation): string =>
  `${id.charAt(0).toUpperCase()}${id.slice(1)}Inputs`;

function field({ operation }: PathOperation, { name, parameter }: Input, contract: Contract): string {
  const at = [operation.operationId, "parameters", parameter.in].map((key) => `[${JSON.stringify(key)}]`).join("");
  const type = `NonNullable<schema${at}>[${JSON.stringify(parameter.name)}]`;
  const schema = resolve(contract, parameter.schema);
  const comment = docComment([parameter.description, ...facts({ ...schema, ...parameter } as never)], "  ");
  return `${comment}  ${name}${parameter.required ? "" : "?"}: ${type};`;
}

/** What a schema says of its values, for the text that an editor shows. */
function facts(schema: Schema): string[] {
  const { default: standard, format, minimum, maximum, deprecated } = schema;
  const values = [schema["enum"] ?? []].flat().map(print);
  const example = exampleOf(schema);
  return [
    ...(values.length > 0 ? [`One of ${values.join(", ")}.`] : []),
    ...(format === undefined ? [] : [`Format: ${format}.`]),
    ...(minimum === undefined ? [] : [`Minimum: ${minimum}.`]),
    ...(maximum === undefined ? [] : [`Maximum: ${maximum}.`]),
    ...(standard === undefined ? [] : [`@default ${print(standard)}`]),
    ...(example === undefined ? [] : [`@example ${print(example)}`]),
    ...(deprecated ? ["@deprecated"] : []),
  ];
}

/** The first example, of a parameter or a schema. */
function exampleOf({ example, examples }: Schema): unknown {
  if (example !== undefined || !examples) return example;
  const [first] = Object.values(examples as object);
  return Array.isArray(examples) ? first : first?.value;
}

const print = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
