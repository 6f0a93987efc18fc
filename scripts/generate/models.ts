import type { Contract, Schema } from "../contract.ts";
import { docComment } from "./comment.ts";
import { isMarked } from "./types.ts";

/** `generated/models.ts`: the contract's schemas by name, as responses have them. */
export function models(contract: Contract): string {
  const types = Object.entries(contract.components.schemas).map(([name, schema]: [string, Schema]) => {
    const type = `components["schemas"][${JSON.stringify(name)}]`;
    const comment = docComment([String(schema["description"] ?? "")]);
    return `${comment}export type ${name} = ${isMarked(contract, schema) ? `received<${type}>` : type};`;
  });
  return `import type { components${isMarked(contract, contract) ? ", Readable as received" : ""} } from "./schema.ts";

${types.join("\n\n")}
`;
}
