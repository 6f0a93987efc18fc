import { asObject, isObject, type JsonObject } from "./json.ts";
import { escapeMarkup } from "./markup.ts";
import { entrySchemaOf } from "./parameter.ts";
import { isReference, parseReference, resolve } from "./reference.ts";
import { propertiesOf } from "./schema.ts";

/**
 * Writes a value as XML: its fields are elements or attributes, with the names that its schema
 * gives them (`xml`).
 */
export function writeXml(document: object, schema: unknown, value: unknown): string {
  const name = isReference(schema) ? parseReference(schema.$ref).at(-1) : undefined;
  const items = Array.isArray(value)
    ? { ...asObject(resolve(document, schema)), xml: { wrapped: true, ...xmlOf(document, schema) } }
    : schema;
  return writeElement(document, items, value, name ?? "xml");
}

function writeElement(
  document: object,
  schema: unknown,
  value: unknown,
  fallbackName: string,
): string {
  const { wrapped } = xmlOf(document, schema);
  const name = nameOf(document, schema, fallbackName);
  if (Array.isArray(value)) {
    const items = entrySchemaOf(document, schema);
    const content = value.map((item) => writeElement(document, items, item, name)).join("");
    return wrapped === true ? `<${name}>${content}</${name}>` : content;
  }
  const fields = isObject(value) ? Object.entries(value) : [];
  const properties = propertiesOf(document, schema);
  const isAttribute = ([key]: [string, unknown]) =>
    xmlOf(document, properties[key])["attribute"] === true;
  const attributes = fields
    .filter(isAttribute)
    .map(
      ([key, field]) => ` ${nameOf(document, properties[key], key)}="${escapeMarkup(`${field}`)}"`,
    );
  const elements = fields
    .filter((field) => !isAttribute(field))
    .map(([key, field]) => writeElement(document, properties[key], field, key));
  const content = isObject(value)
    ? elements.join("")
    : value === null
      ? ""
      : escapeMarkup(`${value}`);
  return `<${name}${writeNamespace(xmlOf(document, schema))}${attributes.join("")}>${content}</${name}>`;
}

const xmlOf = (document: object, schema: unknown): JsonObject =>
  asObject(asObject(resolve(document, schema))["xml"]);

function nameOf(document: object, schema: unknown, fallbackName: string): string {
  const { name = fallbackName, prefix } = xmlOf(document, schema);
  return prefix === undefined ? String(name) : `${prefix}:${name}`;
}

const writeNamespace = ({ namespace, prefix }: JsonObject): string =>
  namespace === undefined
    ? ""
    : ` xmlns${prefix === undefined ? "" : `:${prefix}`}="${escapeMarkup(`${namespace}`)}"`;
