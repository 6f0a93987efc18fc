import { type Contract, pathOperations, webhooksOf } from "../contract.ts";
import { writeComment } from "./comment.ts";
import { writeInputs } from "./inputs.ts";
import { hasSides, listUnnamedParts, modelNameOf, type Side } from "./names.ts";
import type { ContractTypes, NamedType } from "./types.ts";

/** Writes `generated/models.ts`: the contract's schemas, its unnamed bodies, inputs, and payloads of webhooks. */
export function writeModels(contract: Contract, types: ContractTypes): string {
  const schemas = Object.entries(contract.components.schemas).flatMap(([schema, { description }]) => {
    const sides: Side[] = hasSides(contract, schema) ? ["received", "sent"] : ["received"];
    return sides.map((side) => {
      const type = types.at(["components", "schemas", schema], side);
      return writeDeclaration(modelNameOf(contract, schema, side), type, String(description ?? ""));
    });
  });
  const parts = pathOperations(contract).flatMap((pathOperation) =>
    listUnnamedParts(contract, pathOperation).map(({ name, keys, side, description }) =>
      writeDeclaration(name, types.at(["operations", pathOperation.operation.operationId, ...keys], side), description),
    ),
  );
  const webhooks = webhooksOf(contract).map(({ name, operation: { summary, description, requestBody: body } }) => {
    const [mediaType = ""] = Object.keys(body?.content ?? {});
    const type = types.at(["webhooks", name, "post", "requestBody", "content", mediaType], "received");
    return `${writeComment([`${summary}. ${description}`], "  ")}  ${JSON.stringify(name)}: ${type?.text};\n`;
  });
  return `${[...schemas, ...parts, ...writeInputs(contract, types)].join("\n\n")}

/** The payloads of the contract's webhooks, by name. */
export interface WebhookPayloads {${webhooks.length > 0 ? `\n${webhooks.join("")}` : ""}}
`;
}

function writeDeclaration(name: string, type: NamedType | undefined, description: string): string {
  const { text = "unknown", isObject } = type ?? {};
  const code = isObject ? `interface ${name} ${text}` : `type ${name} = ${text};`;
  return `${writeComment([description])}export ${code}`;
}
