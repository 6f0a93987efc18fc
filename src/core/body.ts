import { parseJson } from "../openapi/json.ts";
import { essenceOf, findContent, isJson, isUrlEncoded } from "../openapi/media-type.ts";
import type { RequestBody, RequestContent } from "../openapi/operation.ts";
import { type Rejection, reject } from "./rejection.ts";
import { notJson } from "./text.ts";
import { convert, propertyTypesOf, readValue } from "./values.ts";

/**
 * Parses the body of a request by the content that the contract declares for it. Returns
 * `undefined` for an empty body that isn't required, and for one that isn't read.
 */
export async function parseBody(
  text: string,
  header: string | undefined,
  body: RequestBody | undefined,
): Promise<{ content: RequestContent; value: unknown } | Rejection | undefined> {
  if (text === "") return body?.required ? reject(422, "The body is missing.") : undefined;
  if (header !== undefined && !/^[^\s/*]+\/[^\s/*]+$/.test(essenceOf(header))) {
    return reject(400, "The header Content-Type is malformed.");
  }
  if (!body) return reject(415, "This operation takes no body.");
  const content = findContent(body.contents, header ?? "*/*");
  if (!content) {
    const mediaTypes = body.contents.map(({ mediaType }) => mediaType).join(" or ");
    return reject(415, `This operation takes a body of type ${mediaTypes}.`);
  }
  const mediaType = header ?? content.mediaType;
  const types = content.valueTypes?.types ?? [];
  // The body of a text is that text, even if it is JSON.
  if (String(types) === "string") return { content, value: text };
  if (isJson(mediaType)) {
    const value = parseJson(text);
    return value === undefined ? reject(400, notJson) : { content, value };
  }
  if (!canParse({ ...content, mediaType })) return undefined;
  if (!isForm(mediaType)) return { content, value: text };
  const value = await parseForm(text, mediaType, content);
  return value ? { content, value } : reject(400, "The body isn't a form.");
}

export const canParse = ({
  mediaType,
  valueTypes: { types } = { types: [] },
}: RequestContent): boolean =>
  isJson(mediaType) || isForm(mediaType) || types.length === 0 || types.includes("string");

const isForm = (mediaType: string) =>
  isUrlEncoded(mediaType) || essenceOf(mediaType) === "multipart/form-data";

/**
 * Parses a form to an object of its fields. A field of an object type is JSON, unless it is
 * URL-encoded in a style.
 */
async function parseForm(
  text: string,
  mediaType: string,
  { valueTypes = { types: [] }, encoding = {} }: RequestContent,
): Promise<Record<string, unknown> | undefined> {
  const form = await new Response(text, { headers: { "content-type": mediaType } })
    .formData()
    .catch(() => undefined);
  if (!form) return undefined;
  const fields = new URLSearchParams();
  for (const [name, value] of form)
    fields.append(name, typeof value === "string" ? value : await value.text());
  const styles = new Map(isUrlEncoded(mediaType) ? Object.entries(encoding) : []);
  // The properties of an object: `name[property]`.
  const fieldOf = (key: string) => (styles.has(key.split("[", 1)[0] ?? "") ? [] : [key]);
  const names = new Set([...styles.keys(), ...[...fields.keys()].flatMap(fieldOf)]);
  const entries = [...names].map((name) => {
    const types = propertyTypesOf(valueTypes, name);
    const style = styles.get(name);
    const value = style && readValue({ name, in: "query", ...style, valueTypes: types }, fields);
    // The schema rejects a malformed value.
    return [name, value ?? (fields.has(name) ? convert(fields.getAll(name), types) : undefined)];
  });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
