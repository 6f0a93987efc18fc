import { isJson, isMultipart, isUrlEncoded } from "../../../src/openapi/media-type.ts";
import { bodyFacts } from "../../../src/openapi/operation-index.ts";
import { isSuccessStatus } from "../../../src/openapi/status.ts";
import type { Contract, RequestBody } from "../../contract/document.ts";
import { listFields } from "../../contract/fields.ts";
import { listArguments, responseTypeOf, type TypeWriter } from "../../contract/method.ts";
import { type Direction, inputsNameOf, listUnnamedParts } from "../../contract/model-names.ts";
import { argumentOf } from "../../contract/names.ts";
import type { DocumentedOperation } from "../../contract/operations.ts";
import { writeComment } from "../comment.ts";
import type { ContractTypes } from "../types/read-types.ts";
import { pageInputOf } from "./spec.ts";

/** Writes the types at places of operations, and collects the models that these name. */
interface TypePrinter extends TypeWriter {
  models: Set<string>;
}

export function createTypePrinter(contract: Contract, types: ContractTypes): TypePrinter {
  const models = new Set<string>();
  const print = (pathOperation: DocumentedOperation, keys: string[], direction: Direction) => {
    const part = listUnnamedParts(contract, pathOperation).find(
      (candidate) => candidate.keys.join() === keys.join(),
    );
    const type = part
      ? { text: part.name, models: [part.name] }
      : types.at(["operations", pathOperation.operation.operationId, ...keys], direction);
    for (const name of type.models) models.add(name);
    return type.text;
  };
  return Object.assign(print, { models });
}

export function writeSignature(
  pathOperation: DocumentedOperation,
  contract: Contract,
  print: TypePrinter,
): string {
  const { operation, pathValues, inputs } = pathOperation;
  const { operationId, summary, description, requestBody } = operation;
  const parametersByName = new Map(
    operation.parameters?.map((parameter) => [parameter.name, parameter]),
  );
  if (inputs.length > 0) print.models.add(inputsNameOf(pathOperation));
  const names = listArguments(pathOperation);
  const absent = names.includes("body") && !requestBody?.required ? " | undefined" : "";
  const types: Record<string, string> = {
    ...Object.fromEntries(
      pathValues.map((name) => [
        argumentOf(name),
        print(pathOperation, ["parameters", "path", name], "sent"),
      ]),
    ),
    ...(requestBody && { body: bodyTypeOf(pathOperation, requestBody, print) + absent }),
    inputs: inputsNameOf(pathOperation),
    options: "Options",
  };
  const parameters = names.map((name) => `${name}: ${types[name.replace("?", "")]}`);
  const comment = [
    [toSentence(summary), description].filter(Boolean).join(" "),
    ...pathValues.map(
      (name) => `@param ${argumentOf(name)} ${parametersByName.get(name)?.description ?? ""}`,
    ),
    ...(requestBody
      ? [
          `@param body ${requestBody.description ?? ""} Sent as ${Object.keys(requestBody.content).join(" or ")}.${describeFormFields(contract, requestBody)}`,
        ]
      : []),
    `@see The contract, ${operation.tags[0]}: ${summary}`,
    ...(operation.deprecated ? ["@deprecated"] : []),
  ];
  return `${writeComment(comment, "  ")}  ${operationId}(${parameters.join(", ")}): Promise<${responseTypeOf(pathOperation, print)}>;`;
}

/** Describes the top-level fields of a multipart form, since `FormData` has no type for them. */
function describeFormFields(contract: Contract, { content }: RequestBody): string {
  const form = Object.entries(content).find(([mediaType]) => isMultipart(mediaType))?.[1];
  const fields = listFields(contract, form?.schema)
    .filter(({ path }) => !/[.[]/.test(path))
    .map(({ path, schema, required }) => {
      const notes = [required ? "required" : "optional", schema["description"]]
        .filter(Boolean)
        .join(": ");
      return `\`${path}\` (${notes.replace(/\.$/, "")})`;
    });
  return fields.length > 0 ? ` Fields: ${fields.join(", ")}.` : "";
}

/**
 * Returns the type of a body: `FormData` if multipart, the schema's for JSON and other forms, else
 * text or bytes.
 */
function bodyTypeOf(
  pathOperation: DocumentedOperation,
  body: RequestBody,
  print: TypePrinter,
): string {
  const types = Object.keys(body.content);
  const bodyTypes = types.map((mediaType) => {
    if (isMultipart(mediaType)) return "FormData";
    if (/^text\//.test(mediaType)) return "string";
    if (!isJson(mediaType) && !isUrlEncoded(mediaType)) return "Blob | ArrayBufferView";
    const type = print(pathOperation, ["requestBody", "content", mediaType], "sent");
    return isUrlEncoded(mediaType) && types.length > 1 ? `URLSearchParams | ${type}` : type;
  });
  return [...new Set(bodyTypes)].join(" | ");
}

export function writeItemType(pathOperation: DocumentedOperation, print: TypePrinter): string[] {
  const { "x-pagination": pagination, operationId } = pathOperation.operation;
  const page = pathOperation.successes.find(({ mediaType }) => mediaType && isJson(mediaType));
  // The names of the junk inbox's are an option.
  const isSelectable =
    operationId === "listJunkInbox" ||
    (pagination && pageInputOf(pagination, pathOperation.inputs));
  if (!pagination || !page?.mediaType || !isSelectable) return [];
  const type = print(
    pathOperation,
    ["responses", page.status, "content", page.mediaType],
    "received",
  );
  return [`  ${operationId}: NonNullable<(${type})[${JSON.stringify(pagination.items)}]>[number];`];
}

export function writeErrorBodies(pathOperation: DocumentedOperation, print: TypePrinter): string[] {
  const failures = pathOperation.responses.filter(([code]) => !isSuccessStatus(code));
  if (failures.every(([, response]) => bodyFacts(response).length === 0)) return [];
  const bodies = failures.map(([code, { content = {} }]) => {
    const types = Object.keys(content).map((mediaType) =>
      isJson(mediaType)
        ? print(pathOperation, ["responses", code, "content", mediaType], "received")
        : "string",
    );
    return `${/^\d+$/.test(code) ? code : JSON.stringify(code)}: ${[...new Set(types)].join(" | ") || "undefined"}`;
  });
  return [`  ${pathOperation.operation.operationId}: { ${bodies.join("; ")} };`];
}

const toSentence = (text: string) => (/[.?!]$/.test(text) ? text : `${text}.`);
