import {
  type Content,
  type DeclaredHeader,
  type DeclaredResponse,
  type GenerateBody,
  toExamples,
} from "../core/model.ts";
import { isSendableHeader } from "../openapi/header.ts";
import { asObject, type JsonObject } from "../openapi/json.ts";
import { isJson, isSendableType, isXml } from "../openapi/media-type.ts";
import { resolve } from "../openapi/reference.ts";
import { exampleOf, isOpen, statedBySchema } from "../openapi/schema.ts";
import { writeXml } from "../schemas/xml.ts";
import { isText } from "./value-types.ts";

export function readDeclaredResponse(
  document: object,
  code: string,
  response: JsonObject,
): DeclaredResponse {
  const headers = Object.entries(asObject(response["headers"])).filter(
    ([name]) => isSendableHeader(name) && !/^content-type$/i.test(name),
  );
  const unknowns = Object.keys(asObject(response["x-not-shown"]));
  return {
    code,
    unknowns: unknowns.length > 0 ? unknowns : undefined,
    headers: headers.map(([name, header]) => readHeader(document, name, asObject(header))),
    contents: readContents(document, response["content"]),
  };
}

export const readContents = (document: object, content: unknown): Content[] =>
  Object.entries(asObject(content))
    .filter(([type]) => isSendableType(type))
    .map(([type, media]) => readContent(document, type, asObject(media)));

function readContent(
  document: object,
  mediaType: string,
  { schema, example, examples }: JsonObject,
): Content {
  const toText = (value: unknown) =>
    isXml(mediaType) && typeof value !== "string" ? writeXml(document, schema, value) : value;
  const entries = listExamples({ example, examples }).map(([name, value]) => [
    toWellFormed(name),
    toText(value),
  ]);
  const hasValue = entries.length > 0 && !isJson(mediaType);
  return {
    mediaType,
    schema,
    specified:
      hasValue ||
      exampleOf(asObject(resolve(document, schema))) !== undefined ||
      isShaped(document, mediaType, schema),
    examples: toExamples(Object.fromEntries(entries), "contract"),
  };
}

export const examplesOf = ({
  example,
  examples,
}: JsonObject): [name: string, object: JsonObject][] =>
  Object.entries({
    ...(example !== undefined && { default: { value: example } }),
    ...asObject(examples),
  }).map(([name, object]) => [name, asObject(object)]);

const listExamples = (media: JsonObject): [name: string, value: unknown][] =>
  examplesOf(media).flatMap(([name, object]) =>
    "value" in object ? [[name, object["value"]]] : [],
  );

/** Returns whether a schema says something about a body. That bytes are a string says nothing. */
const isShaped = (document: object, mediaType: string, schema: unknown): boolean =>
  !isOpen(document, schema) &&
  (isJson(mediaType) || mediaType.startsWith("text/") || !isText(document, schema));

/**
 * Reads a header, and the first value that the contract gives for it; if it is required and has
 * none, its schema.
 */
export function readHeader(
  document: object,
  name: string,
  { schema, ...header }: JsonObject,
): DeclaredHeader {
  const [[, example] = []] = listExamples(header);
  const value = example ?? statedBySchema(asObject(resolve(document, schema)));
  const isGenerated =
    value === undefined && header["required"] === true && !isOpen(document, schema);
  return {
    name: name.toLowerCase(),
    ...(isGenerated ? { schema } : { value: writeHeader(value) }),
  };
}

function writeHeader(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  const text = [value]
    .flat()
    .map((item) => (typeof item === "string" ? item : JSON.stringify(item)))
    .join(",");
  return toWellFormed(text).replace(/[^\t -~]+/g, encodeURIComponent);
}

/** Generates the headers that have a schema in place of a value. */
export async function generateHeaders<Part extends { readonly headers: readonly DeclaredHeader[] }>(
  part: Part,
  generate: GenerateBody,
): Promise<Part> {
  const headers = part.headers.map(async ({ schema, ...header }) => {
    if (schema === undefined) return header;
    const { value, problem } = await generate({ schema, mediaType: "" });
    return problem === undefined ? { ...header, value: writeHeader(value) } : header;
  });
  return { ...part, headers: await Promise.all(headers) };
}

/** Replaces halves of characters, which a header can't have. */
export const toWellFormed = (text: string): string => text.replace(/\p{Cs}/gu, "\ufffd");
