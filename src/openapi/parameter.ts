import { asList, asObject, isObject, type JsonObject } from "./json.ts";
import { resolve } from "./reference.ts";
import { propertiesOf } from "./schema.ts";

/**
 * Returns whether a query parameter represents others: an exploded object whose properties can have
 * any name. Each property is sent under its name, and the name of the parameter is never sent
 * (OpenAPI 3.1, 4.8.12.4).
 */
export function isFreeForm(document: object, parameter: object): boolean {
  const { in: location, style = "form", explode = true, schema } = asObject(parameter);
  if (location !== "query" || style !== "form" || explode !== true) return false;
  const { type, properties, additionalProperties } = asObject(resolve(document, schema));
  if (![type].flat().includes("object") || additionalProperties === false) return false;
  return additionalProperties !== undefined || properties === undefined;
}

/** Returns the schemas of the inputs that a free-form parameter represents. None has a name. */
export function namelessInputsOf(document: object, parameter: object): JsonObject[] {
  const values = entrySchemaOf(document, asObject(parameter)["schema"]);
  return (values?.["anyOf"] ? asList(values["anyOf"]) : [values ?? {}]).map((input) =>
    asObject(resolve(document, input)),
  );
}

export function entrySchemaOf(document: object, schema: unknown): JsonObject | undefined {
  const { items, additionalProperties } = asObject(resolve(document, schema));
  const entry = resolve(document, items ?? additionalProperties);
  return isObject(entry) ? entry : undefined;
}

/**
 * Returns the names under which a query parameter is sent. A free-form parameter can have other
 * names, too.
 */
export function queryNamesOf(document: object, parameter: object): string[] {
  const { name, style = "form", explode = true, schema } = asObject(parameter);
  const properties = Object.keys(propertiesOf(document, schema));
  if (style === "deepObject") return properties.map((property) => `${name}[${property}]`);
  const isExploded = style === "form" && explode === true;
  return isExploded && (properties.length > 0 || isFreeForm(document, parameter))
    ? properties
    : [String(name)];
}
