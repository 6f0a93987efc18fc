import { asList, asObject, type JsonObject } from "../json.ts";
import { isJson, isXml } from "../media-type.ts";
import { resolve } from "../reference.ts";
import { isOpen } from "../schema.ts";
import { type Content, type DeclaredResponse, toExamples } from "./operation.ts";
import { isText } from "./value-types.ts";

/** Reads a declared response. Only its schemas may have references. */
export function readDeclaredResponse(document: object, code: string, response: JsonObject): DeclaredResponse {
  const headers = Object.entries(asObject(response["headers"])).filter(([name]) => !/^content-type$/i.test(name));
  const unknowns = Object.keys(asObject(response["x-not-shown"]));
  return {
    code,
    unknowns: unknowns.length > 0 ? unknowns : undefined,
    headers: headers.map(([name, header]) => readHeader(document, name, asObject(header))),
    contents: readContents(document, response["content"]),
  };
}

/** Reads the bodies of a response or a webhook, one for each media type; XML last, as the servers write none. */
export const readContents = (document: object, content: unknown): Content[] =>
  Object.entries(asObject(content))
    .map(([type, media]) => readContent(document, type, asObject(media)))
    .sort((a, b) => Number(isXml(a.mediaType)) - Number(isXml(b.mediaType)));

function readContent(document: object, mediaType: string, { schema, example, examples }: JsonObject): Content {
  const namedExamples = { ...(example !== undefined && { default: { value: example } }), ...asObject(examples) };
  const entries = Object.entries(namedExamples).flatMap(([name, object]) =>
    "value" in asObject(object) ? [[toWellFormed(name), asObject(object)["value"]] as const] : [],
  );
  const isUnknown = isOpen(document, schema) || (!isJson(mediaType) && isText(document, schema));
  return {
    mediaType,
    specified: !isUnknown || (!isJson(mediaType) && entries.length > 0),
    examples: toExamples(Object.fromEntries(entries), "contract"),
  };
}

/** Reads a header, and the first value that the contract gives for it. */
function readHeader(document: object, name: string, header: JsonObject): DeclaredResponse["headers"][number] {
  const schema = asObject(resolve(document, header["schema"]));
  const namedValues = Object.values(asObject(header["examples"])).map((object) => asObject(object)["value"]);
  const schemaExamples = [schema["const"], schema["example"], ...asList(schema["examples"])];
  const values = [header["example"], ...namedValues, ...schemaExamples, schema["default"], ...asList(schema["enum"])];
  const value = values.find((value) => value !== undefined);
  const text = value === undefined ? undefined : toWellFormed(String(value)).replace(/[^\t -~]+/g, encodeURIComponent);
  return { name: name.toLowerCase(), value: text };
}

/** Replaces halves of characters, which a header can't have. */
export const toWellFormed = (text: string): string => text.replace(/\p{Cs}/gu, "\ufffd");
