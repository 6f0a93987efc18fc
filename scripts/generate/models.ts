import { type Contract, isJson, type PathOperation, pathOperations, webhooksOf } from "../contract.ts";
import { writeComment } from "./comment.ts";
import { writeInputs } from "./inputs.ts";
import { hasSides, localNameOf, modelNameOf, partNameOf, type Side } from "./names.ts";
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
    listUnnamedParts(contract, pathOperation, types).map(({ name, type, description }) =>
      writeDeclaration(name, type, description),
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
  const local = localNameOf(name);
  const code = isObject ? `interface ${local} ${text}` : `type ${local} = ${text};`;
  const comment = writeComment([description]);
  return local === name ? `${comment}export ${code}` : `${comment}${code}\nexport type { ${local} as ${name} };`;
}

/** A body without a name in the contract. */
interface UnnamedPart {
  name: string;
  /** Its place in the operation. */
  keys: string[];
  type: NamedType;
  description: string;
}

/** Lists an operation's JSON bodies whose types contain an object without a name, and whose own names are free. */
export function listUnnamedParts(
  contract: Contract,
  pathOperation: PathOperation,
  types: ContractTypes,
): UnnamedPart[] {
  const { requestBody, operationId } = pathOperation.operation;
  const bodies = Object.keys(requestBody?.content ?? {}).map((mediaType) => ({
    part: "Body",
    side: "sent" as const,
    keys: ["requestBody", "content", mediaType],
    description: requestBody?.description ?? "",
  }));
  const responses = pathOperation.successes.map(({ status, mediaType = "", response }) => ({
    part: pathOperation.successes.length > 1 ? `Response${status}` : "Response",
    side: "received" as const,
    keys: ["responses", status, "content", mediaType],
    description: response.description ?? "",
  }));
  const parts = [...bodies, ...responses].flatMap(({ part, side, keys, description }) => {
    const type = types.at(["operations", operationId, ...keys], side);
    const name = partNameOf(pathOperation, part);
    const isFree = !(name in contract.components.schemas);
    return type?.text.includes("{") && isJson(`${keys.at(-1)}`) && isFree ? [{ name, keys, type, description }] : [];
  });
  // Of several media types with different bodies, neither can have the name.
  return parts.filter(({ name }) => parts.filter((part) => part.name === name).length === 1);
}
