import { readFileSync } from "node:fs";
import { type Contract, isMarked, pathOperations, type Schema, webhooksOf } from "../contract.ts";
import { docComment } from "./comment.ts";
import { inputsName } from "./inputs.ts";

// TypeScript drops what `export *` exports where another type of the package has the name.
const own: string[] = readFileSync(new URL("../../src/index.ts", import.meta.url), "utf8").match(/\b[A-Z]\w*/g) ?? [];

/** The name under which the package exports a schema. */
export function modelName(contract: Contract, name: string): string {
  const inputs = pathOperations(contract).filter((one) => one.inputs.length > 0);
  return [...own, ...inputs.map(inputsName), "WebhookPayloads"].includes(name) ? `${name}Model` : name;
}

/** `generated/models.ts`: the contract's schemas by name, as responses have them, and what its webhooks send. */
export function models(contract: Contract): string {
  const marked = isMarked(contract, contract);
  const read = (type: string, schema: unknown) => (isMarked(contract, schema) ? `received<${type}>` : type);
  const types = Object.entries(contract.components.schemas).map(([name, schema]: [string, Schema]) => {
    const type = read(`components["schemas"][${JSON.stringify(name)}]`, schema);
    return `${docComment([String(schema["description"] ?? "")])}export type ${modelName(contract, name)} = ${type};`;
  });
  const webhooks = webhooksOf(contract).map(({ name, operation: { summary, description, requestBody: body } }) => {
    const [mediaType] = Object.keys(body?.content ?? {});
    const at = [name, "post", "requestBody"].map((key) => `[${JSON.stringify(key)}]`).join("");
    const type = read(`NonNullable<webhooks${at}>["content"][${JSON.stringify(mediaType)}]`, body);
    return `${docComment([`${summary}. ${description}`], "  ")}  ${JSON.stringify(name)}: ${type};\n`;
  });
  const imports = [
    "components",
    ...(webhooks.length > 0 ? ["webhooks"] : []),
    ...(marked ? ["Readable as received"] : []),
  ];
  return `import type { ${imports.join(", ")} } from "./schema.ts";

${types.join("\n\n")}

/** What the contract's webhooks send, by name. */
export interface WebhookPayloads {${webhooks.length > 0 ? `\n${webhooks.join("")}` : ""}}
`;
}
