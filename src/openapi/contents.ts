import { isSendableHeader } from "./header.ts";
import { asObject, isObject, type JsonObject } from "./json.ts";
import { orderedEntries } from "./key-order.ts";
import { isJson, isSendableType, isXml } from "./media-type.ts";
import {
  type Content,
  type DeclaredHeader,
  type DeclaredResponse,
  type Operation,
  type RequestBody,
  type RequestContent,
  toExamples,
} from "./operation.ts";
import { resolve } from "./reference.ts";
import { acceptsAnything, exampleFromSchema, exampleOf } from "./schema.ts";
import { findContents } from "./status.ts";
import { isText, valueTypesOf } from "./value-types.ts";
import { writeXml } from "./xml.ts";

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
    node: response,
  };
}

/** Reads the body that an operation takes. */
export const readRequestBody = (document: object, node: JsonObject): RequestBody => ({
  required: node["required"] === true,
  contents: readContents(document, node["content"]).map((content) => ({
    ...content,
    ...readForm(document, content),
  })),
  node,
});

/** Reads how the text of a body that isn't JSON has its values. */
function readForm(
  document: object,
  { mediaType, schema, node }: Content,
): Pick<RequestContent, "valueTypes" | "encoding"> {
  if (isJson(mediaType)) return {};
  const fields = Object.entries(asObject(node?.["encoding"])).flatMap(([name, fieldEncoding]) => {
    const { style, explode, contentType } = asObject(fieldEncoding);
    return [style, explode, contentType].every((value) => value === undefined)
      ? []
      : [[name, { style, explode, contentType }] as const];
  });
  return {
    valueTypes: valueTypesOf(
      document,
      schema,
      fields.map(([, { style }]) => style),
    ),
    encoding:
      fields.length > 0 ? (Object.fromEntries(fields) as RequestContent["encoding"]) : undefined,
  };
}

const readContents = (document: object, content: unknown): Content[] =>
  Object.entries(asObject(content))
    .filter(([type]) => isSendableType(type))
    .map(([type, media]) => readContent(document, type, asObject(media)));

function readContent(document: object, mediaType: string, node: JsonObject): Content {
  const schema = schemaOf(node);
  const toText = (value: unknown) =>
    isXml(mediaType) && typeof value !== "string" ? writeXml(document, schema, value) : value;
  const stated = exampleOf(asObject(resolve(document, schema)));
  const ownExamples = listExamples(node);
  // A text is the body of its type, such as a file. The mock can make no other.
  const isBody = ownExamples.length === 0 && typeof stated === "string" && !isJson(mediaType);
  const listedExamples = isBody ? listExamples({ example: stated }) : ownExamples;
  const entries = listedExamples.map(
    ([name, value]) => [toWellFormed(name), toText(value)] as const,
  );
  const hasValue = entries.length > 0 && !isJson(mediaType);
  return {
    mediaType,
    schema,
    specified: hasValue || stated !== undefined || isShaped(document, mediaType, schema),
    examples: toExamples(entries, "contract"),
    node,
  };
}

/** Reads a schema. One that is `true` or `false` is an object, too: it takes anything, or nothing. */
const schemaOf = ({ schema }: JsonObject): JsonObject | undefined =>
  typeof schema === "boolean" ? (schema ? {} : { enum: [] }) : (schema as JsonObject | undefined);

/**
 * Returns the schema that the body of a response must meet; `undefined` if the contract has none.
 * Of several contents, it must meet one.
 */
export function responseSchemaOf(
  { responses }: Pick<Operation, "responses">,
  status?: number,
  mediaType?: string,
): JsonObject | undefined {
  const contents = findContents(responses, status, mediaType);
  const schemas = [...new Set(contents.map(({ schema }) => schema))];
  if (schemas.length <= 1) return schemas[0];
  return schemas.includes(undefined) ? undefined : { anyOf: schemas };
}

export const examplesOf = ({
  example,
  examples,
}: JsonObject): [name: string, object: JsonObject][] =>
  orderedEntries({
    ...(example !== undefined && { default: { value: example } }),
    ...asObject(examples),
  }).map(([name, object]) => [name, asObject(object)]);

const listExamples = (media: JsonObject): [name: string, value: unknown][] =>
  examplesOf(media).flatMap(([name, object]) =>
    "value" in object ? [[name, object["value"]]] : [],
  );

/** Returns whether a schema says something about a body. That bytes are a string says nothing. */
const isShaped = (document: object, mediaType: string, schema: unknown): boolean =>
  !acceptsAnything(document, schema) &&
  (isJson(mediaType) || mediaType.startsWith("text/") || !isText(document, schema));

/** Reads a header, and the first value that the contract gives for it. */
export function readHeader(
  document: object,
  name: string,
  { required, ...header }: JsonObject,
): DeclaredHeader {
  const [[type, media] = []] = Object.entries(asObject(header["content"]));
  const { schema, ...rest } = type === undefined ? header : asObject(media);
  const [[, example] = []] = listExamples(rest);
  const isExploded = header["explode"] === true;
  const style = type !== undefined ? "text" : isExploded ? "exploded" : "simple";
  return {
    name: name.toLowerCase(),
    value: writeHeader(example ?? exampleFromSchema(asObject(resolve(document, schema))), style),
    required: required === true,
    style,
    schema: acceptsAnything(document, schema) ? undefined : (schema as JsonObject),
  };
}

const toText = (value: unknown): string =>
  typeof value === "string" ? value : JSON.stringify(value);

/** Writes the value of a header. */
export function writeHeader(
  value: unknown,
  style: DeclaredHeader["style"] = "simple",
): string | undefined {
  if (value === undefined) return undefined;
  const join = ([name, inner]: [string, unknown]) =>
    `${name}${style === "exploded" ? "=" : ","}${toText(inner)}`;
  const items = isObject(value) ? Object.entries(value).map(join) : [value].flat().map(toText);
  const text = style === "text" ? toText(value) : items.join(",");
  return toWellFormed(text).replace(/[^\t -~]+/g, encodeURIComponent);
}

/** Replaces halves of characters, which a header can't have. */
export const toWellFormed = (text: string): string => text.replace(/\p{Cs}/gu, "\ufffd");

/**
 * Returns what is documented of the bodies of a response or a request, as keywords: those of their
 * schemas, and others such as `examples`.
 */
export const documentedKeywords = ({ content }: { readonly content?: unknown } = {}): string[] =>
  Object.values(asObject(content))
    .filter(isObject)
    .flatMap(({ schema, ...media }) => Object.keys({ ...(schema as object), ...media }));
