import { isJson, isXml } from "../core/media.ts";
import type { Content, DeclaredHeader, DeclaredResponse } from "../core/operation.ts";
import { asList, asObject, type JsonObject } from "../openapi/json.ts";
import { resolve } from "../openapi/reference.ts";
import { isOpen, isText } from "./value-types.ts";

/** Reads a declared response. Only its schemas may have references. */
export function readDeclaredResponse(document: object, code: string, response: JsonObject): DeclaredResponse {
  const headers = Object.entries(asObject(response["headers"])).filter(([name]) => !/^content-type$/i.test(name));
  const unknowns = Object.keys(asObject(response["x-not-shown"]));
  return {
    code,
    ...(unknowns.length > 0 && { unknowns }),
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
  const namedExamples = Object.entries(asObject(examples)).map(([name, value]) => [name, asObject(value)] as const);
  const entries = example === undefined ? namedExamples : [["default", { value: example }] as const, ...namedExamples];
  const isUnknown = isOpen(document, schema) || (!isJson(mediaType) && isText(document, schema));
  return {
    mediaType,
    specified: isUnknown && !isJson(mediaType) ? entries.length > 0 : !isUnknown,
    examples: new Map(
      entries.flatMap(([name, object]) =>
        "value" in object ? [[name, { value: object["value"], source: "contract" }]] : [],
      ),
    ),
  };
}

/** Reads a header, and the first value that the contract gives for it. */
function readHeader(
  document: object,
  name: string,
  { example, examples, schema: unresolved }: JsonObject,
): DeclaredHeader {
  const schema = asObject(resolve(document, unresolved));
  const [value] = [
    example,
    ...Object.values(asObject(examples)).map((object) => asObject(object)["value"]),
    schema["const"],
    schema["example"],
    ...asList(schema["examples"]),
    schema["default"],
    ...asList(schema["enum"]),
  ].filter((candidate) => candidate !== undefined);
  if (value === undefined) return { name: name.toLowerCase() };
  return { name: name.toLowerCase(), value: String(value).replace(/[^\t -~]+/g, encodeURIComponent) };
}
