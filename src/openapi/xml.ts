import { asObject, isObject, type JsonObject } from "./json.ts";
import { escapeMarkup } from "./markup.ts";
import { entrySchemaOf } from "./parameter.ts";
import { isReference, parseReference, resolve } from "./reference.ts";
import { propertiesOf } from "./schema.ts";

/**
 * Writes a value as XML: its fields are elements or attributes, with the names that its schema
 * gives them (`xml`). The whole is one element.
 */
export function writeXml(document: object, schema: unknown, value: unknown): string {
  const name = isReference(schema) ? parseReference(schema.$ref).at(-1) : undefined;
  return writeElement(document, schema, value, name ?? "xml", true);
}

function writeElement(
  document: object,
  schema: unknown,
  value: unknown,
  fallbackName: string,
  isWhole = false,
): string {
  const { prefix, namespace, wrapped = isWhole } = xmlOf(document, schema);
  const name = nameOf(document, schema, fallbackName);
  if (Array.isArray(value)) {
    const items = entrySchemaOf(document, schema);
    const content = value.map((item) => writeElement(document, items, item, name)).join("");
    return wrapped === true ? `<${name}>${content}</${name}>` : content;
  }
  const properties = propertiesOf(document, schema);
  const attributes: [name: string, value: unknown][] = [];
  if (namespace !== undefined)
    attributes.push([prefix === undefined ? "xmlns" : `xmlns:${prefix}`, namespace]);
  const elements: string[] = [];
  for (const [key, field] of Object.entries(asObject(value))) {
    const property = properties[key];
    if (xmlOf(document, property)["attribute"] === true)
      attributes.push([nameOf(document, property, key), field]);
    else elements.push(writeElement(document, property, field, key));
  }
  const texts = attributes.map(([key, text]) => ` ${key}="${escapeMarkup(`${text}`)}"`);
  const content = isObject(value) ? elements.join("") : escapeMarkup(`${value ?? ""}`);
  return `<${name}${texts.join("")}>${content}</${name}>`;
}

const xmlOf = (document: object, schema: unknown): JsonObject =>
  asObject(asObject(resolve(document, schema))["xml"]);

function nameOf(document: object, schema: unknown, fallbackName: string): string {
  const { name = fallbackName, prefix } = xmlOf(document, schema);
  return prefix === undefined ? String(name) : `${prefix}:${name}`;
}
