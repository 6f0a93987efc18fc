import type { Contract } from "../../contract/document.ts";
import {
  type Direction,
  differsByDirection,
  inputsNameOf,
  listUnnamedParts,
  modelNameOf,
} from "../../contract/model-names.ts";
import { documentedOperations, documentedWebhooks } from "../../contract/operations.ts";
import { writeComment } from "../comment.ts";
import type { ContractTypes, NamedType } from "./read-types.ts";

/**
 * Writes `generated/models.ts`: the contract's schemas, its unnamed bodies, inputs, and payloads of
 * webhooks.
 */
export function writeModels(contract: Contract, types: ContractTypes): string {
  const schemas = Object.entries(contract.components.schemas).flatMap(
    ([schema, { description }]) => {
      const directions: Direction[] = differsByDirection(contract, schema)
        ? ["received", "sent"]
        : ["received"];
      return directions.map((direction) => {
        const type = types.at(["components", "schemas", schema], direction);
        return writeDeclaration(
          modelNameOf(contract, schema, direction),
          type,
          String(description ?? ""),
        );
      });
    },
  );
  const parts = documentedOperations(contract).flatMap((pathOperation) =>
    listUnnamedParts(contract, pathOperation).map(({ name, keys, direction, description }) =>
      writeDeclaration(
        name,
        types.at(["operations", pathOperation.operation.operationId, ...keys], direction),
        description,
      ),
    ),
  );
  const webhooks = documentedWebhooks(contract).map(
    ({ name, method, operation: { summary, description, requestBody: body } }) => {
      const [mediaType = ""] = Object.keys(body?.content ?? {});
      const type = types.at(
        ["webhooks", name, method.toLowerCase(), "requestBody", "content", mediaType],
        "received",
      );
      return `${writeComment([[`${summary}.`, description].filter(Boolean).join(" ")], "  ")}  ${JSON.stringify(name)}: ${type.text};\n`;
    },
  );
  return `${[...schemas, ...parts, ...writeInputs(contract, types)].join("\n\n")}

/** The payloads of the contract's webhooks, by name. */
export interface WebhookPayloads {${webhooks.length > 0 ? `\n${webhooks.join("")}` : ""}}
`;
}

function writeDeclaration(
  name: string,
  { text, isObject }: NamedType,
  description: string,
): string {
  const code = isObject ? `interface ${name} ${text}` : `type ${name} = ${text};`;
  return `${writeComment([description])}export ${code}`;
}

/** Writes an interface of the query and header inputs for each operation that takes any. */
export function writeInputs(contract: Contract, types: ContractTypes): string[] {
  const operations = documentedOperations(contract).filter(({ inputs }) => inputs.length > 0);
  return operations.map((pathOperation) => {
    const id = pathOperation.operation.operationId;
    const fields = pathOperation.inputs.map(({ name, parameter }) => {
      const { text } = types.at(
        ["operations", id, "parameters", parameter.in, parameter.name],
        "sent",
      );
      const comment = writeComment(
        [parameter.description, ...(parameter.deprecated ? ["@deprecated"] : [])],
        "  ",
      );
      return `${comment}  ${name}${parameter.required ? "" : "?"}: ${text};`;
    });
    return `/** The inputs of \`${id}\`. */\nexport interface ${inputsNameOf(pathOperation)} {\n${fields.join("\n")}\n}`;
  });
}
