import { operationsOf, webhooksOf } from "../../../src/openapi/operations.ts";
import { descriptionOf } from "../../contract/descriptions.ts";
import type { Contract } from "../../contract/document.ts";
import {
  type Direction,
  differsByDirection,
  inputsNameOf,
  listUnnamedParts,
  modelNameOf,
} from "../../contract/model-names.ts";
import { inputsOf } from "../../contract/names.ts";
import { writeComment } from "../code.ts";
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
  const parts = operationsOf(contract).flatMap((operation) =>
    listUnnamedParts(contract, operation).map(({ name, keys, direction, description }) =>
      writeDeclaration(
        name,
        types.at(["operations", operation.id, ...keys], direction),
        description,
      ),
    ),
  );
  const webhooks = webhooksOf(contract).map(({ name, method, node, body }) => {
    const mediaType = body?.contents[0]?.mediaType ?? "";
    const type = types.at(
      ["webhooks", name, method.toLowerCase(), "requestBody", "content", mediaType],
      "received",
    );
    const comment = writeComment([`${node["summary"]}. ${descriptionOf({ node })}`], "  ");
    return `${comment}  ${JSON.stringify(name)}: ${type.text};\n`;
  });
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
  return operationsOf(contract).flatMap((operation) => {
    const { id } = operation;
    const inputs = inputsOf(operation);
    if (inputs.length === 0) return [];
    const fields = inputs.map(({ name, parameter }) => {
      const { text } = types.at(
        ["operations", id, "parameters", parameter.in, parameter.name],
        "sent",
      );
      const isDeprecated = parameter.node?.["deprecated"] === true;
      const comment = writeComment(
        [descriptionOf(parameter), ...(isDeprecated ? ["@deprecated"] : [])],
        "  ",
      );
      return `${comment}  ${name}${parameter.required ? "" : "?"}: ${text};`;
    });
    return `/** The inputs of \`${id}\`. */\nexport interface ${inputsNameOf(operation)} {\n${fields.join("\n")}\n}`;
  });
}
