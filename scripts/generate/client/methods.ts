import { documentedKeywords } from "../../../src/openapi/contents.ts";
import { asList } from "../../../src/openapi/json.ts";
import { isJson, isMultipart, isUrlEncoded } from "../../../src/openapi/media-type.ts";
import type { Operation, RequestBody } from "../../../src/openapi/operation.ts";
import { pathValueNamesOf } from "../../../src/openapi/path.ts";
import { isSuccessStatus } from "../../../src/openapi/status.ts";
import { pageInputOf } from "../../contract/client-spec.ts";
import { descriptionOf } from "../../contract/descriptions.ts";
import type { Contract } from "../../contract/document.ts";
import { listArguments, responseTypeOf, type TypeWriter } from "../../contract/method.ts";
import { type Direction, inputsNameOf, listUnnamedParts } from "../../contract/model-names.ts";
import { argumentOf, inputsOf } from "../../contract/names.ts";
import { successesOf } from "../../contract/successes.ts";
import { writeComment } from "../code.ts";
import type { ContractTypes } from "../types/read-types.ts";

/** Writes the types at places of operations, and collects the models that these name. */
interface TypePrinter extends TypeWriter {
  models: Set<string>;
}

export function createTypePrinter(contract: Contract, types: ContractTypes): TypePrinter {
  const models = new Set<string>();
  const print = (operation: Operation, keys: string[], direction: Direction) => {
    const part = listUnnamedParts(contract, operation).find(
      (candidate) => candidate.keys.join() === keys.join(),
    );
    const type = part
      ? { text: part.name, models: [part.name] }
      : types.at(["operations", operation.id, ...keys], direction);
    for (const name of type.models) models.add(name);
    return type.text;
  };
  return Object.assign(print, { models });
}

export function writeSignature(operation: Operation, print: TypePrinter): string {
  const { id, path, node, body } = operation;
  const pathValues = pathValueNamesOf(path);
  const parametersByName = new Map(
    operation.parameters.map((parameter) => [parameter.name, parameter]),
  );
  if (inputsOf(operation).length > 0) print.models.add(inputsNameOf(operation));
  const names = listArguments(operation);
  const absent = names.includes("body") && !body?.required ? " | undefined" : "";
  const types: Record<string, string> = {
    ...Object.fromEntries(
      pathValues.map((name) => [
        argumentOf(name),
        print(operation, ["parameters", "path", name], "sent"),
      ]),
    ),
    ...(body && { body: bodyTypeOf(operation, body, print) + absent }),
    inputs: inputsNameOf(operation),
    options: "Options",
  };
  const parameters = names.map((name) => `${name}: ${types[name.replace("?", "")]}`);
  const summary = `${node["summary"]}`;
  const comment = [
    `${toSentence(summary)} ${descriptionOf(operation)}`,
    ...pathValues.map(
      (name) => `@param ${argumentOf(name)} ${descriptionOf(parametersByName.get(name))}`,
    ),
    ...(body
      ? [
          `@param body ${descriptionOf(body)} Sent as ${body.contents.map(({ mediaType }) => mediaType).join(" or ")}.`,
        ]
      : []),
    "@throws PhoneAgentError",
    `@see The contract, ${asList(node["tags"])[0]}: ${summary}`,
    ...(node["deprecated"] ? ["@deprecated"] : []),
  ];
  return `${writeComment(comment, "  ")}  ${id}(${parameters.join(", ")}): Promise<${responseTypeOf(operation, print)}>;`;
}

/**
 * Returns the type of a body: `FormData` if multipart, the schema's for JSON and other forms, else
 * text or bytes.
 */
function bodyTypeOf(operation: Operation, { contents }: RequestBody, print: TypePrinter): string {
  const bodyTypes = contents.map(({ mediaType }) => {
    if (isMultipart(mediaType)) return "FormData";
    if (/^text\//.test(mediaType)) return "string";
    if (!isJson(mediaType) && !isUrlEncoded(mediaType)) return "Blob | ArrayBufferView";
    const type = print(operation, ["requestBody", "content", mediaType], "sent");
    return isUrlEncoded(mediaType) && contents.length > 1 ? `URLSearchParams | ${type}` : type;
  });
  return [...new Set(bodyTypes)].join(" | ");
}

export function writeItemType(operation: Operation, print: TypePrinter): string[] {
  const { id, pagination } = operation;
  const page = successesOf(operation).find(({ content }) => content && isJson(content.mediaType));
  // The names of the junk inbox's are an option.
  const isSelectable =
    id === "listJunkInbox" || (pagination && pageInputOf(pagination, inputsOf(operation)));
  if (!pagination || !page?.content || !isSelectable) return [];
  const keys = ["responses", page.response.code, "content", page.content.mediaType];
  const type = print(operation, keys, "received");
  return [`  ${id}: NonNullable<(${type})[${JSON.stringify(pagination.items)}]>[number];`];
}

export function writeErrorBodies(operation: Operation, print: TypePrinter): string[] {
  const failures = operation.responses.filter(({ code }) => !isSuccessStatus(code));
  if (failures.every(({ node }) => documentedKeywords(node).length === 0)) return [];
  const bodies = failures.map(({ code, contents }) => {
    const types = contents.map(({ mediaType }) =>
      isJson(mediaType)
        ? print(operation, ["responses", code, "content", mediaType], "received")
        : "string",
    );
    return `${/^\d+$/.test(code) ? code : JSON.stringify(code)}: ${[...new Set(types)].join(" | ") || "undefined"}`;
  });
  return [`  ${operation.id}: { ${bodies.join("; ")} };`];
}

const toSentence = (text: string) => (/[.?!]$/.test(text) ? text : `${text}.`);
