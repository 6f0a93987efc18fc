import { asList, asObject, isObject, type JsonObject } from "./json.ts";
import { isJson } from "./media-type.ts";
import { type AdditionalQuery, locations, type Parameter } from "./operation.ts";
import { pathValueNamesOf } from "./path.ts";
import { resolve } from "./reference.ts";
import { valueTypesOf } from "./value-types.ts";

/**
 * Reads the parameters that a request can have. One of the body is left over from OpenAPI 2.0, some
 * headers are ignored (OpenAPI 3.1, 4.8.12.2), and no request has a path value that isn't in the
 * path.
 */
export function readParameters(
  document: object,
  path: string,
  nodes: readonly JsonObject[],
): Parameter[] {
  const pathNames = pathValueNamesOf(path);
  const isUsed = ({ in: location, name }: JsonObject) =>
    typeof name === "string" &&
    locations.includes(String(location)) &&
    (location !== "path" || pathNames.includes(name)) &&
    !(location === "header" && /^(accept|content-type|authorization)$/i.test(name));
  return nodes.filter(isUsed).map((node) => readParameter(document, node));
}

function readParameter(document: object, node: JsonObject): Parameter {
  const { name, in: location, style, explode, required, content } = node;
  const [[type, media] = []] = Object.entries(asObject(content));
  const declared = {
    name,
    in: location,
    style,
    explode,
    json: type === undefined ? undefined : isJson(type),
    isFreeForm: isFreeForm(document, node),
    required: required === true,
    schema: type === undefined ? node["schema"] : asObject(media)["schema"],
    node,
  } as Parameter;
  const valueTypes = valueTypesOf(document, checkedSchemaOf(declared), [style]);
  return String(valueTypes.types) === "string" ? declared : { ...declared, valueTypes };
}

/** Returns the schema that a server reads and checks the value of a parameter by. */
export const checkedSchemaOf = (parameter: Parameter): JsonObject =>
  parameter.json === false || hasUnsupportedStyle(parameter) || isNegotiated(parameter)
    ? {}
    : (parameter.schema ?? {});

/** Returns whether a header is a list of values with qualities, such as `en-US,en;q=0.9`. */
const isNegotiated = ({ in: location, name }: Parameter): boolean =>
  location === "header" && /^accept-(language|encoding|charset)$/i.test(name);

/** Returns whether a path value has a style that servers don't read: `.a` or `;name=a`. */
export const hasUnsupportedStyle = ({ style }: Pick<Parameter, "style">): boolean =>
  style === "label" || style === "matrix";

/** Returns whether a parameter is the whole query, in a type that servers don't read. */
export const isWholeQuery = ({ in: location }: JsonObject): boolean => location === "querystring";

/** Returns whether a parameter only represents others, so that its own name is never sent. */
export const isPlaceholder = ({ isFreeForm, valueTypes }: Parameter): boolean =>
  isFreeForm === true && valueTypes?.properties === undefined;

/** Reads the inputs of any name that a query can have. */
export function readFreeForm(
  document: object,
  parameters: readonly Parameter[],
  nodes: readonly JsonObject[],
): AdditionalQuery | undefined {
  const parameter = parameters.find((item) => item.isFreeForm);
  if (!parameter?.node) return nodes.some(isWholeQuery) ? {} : undefined;
  const types = unnamedQueryInputs(document, parameter.node).map(({ type }) => type);
  const isTyped = types.every((type) => typeof type === "string");
  return { name: parameter.name, types: isTyped ? [...new Set(types)] : undefined };
}

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
export function unnamedQueryInputs(document: object, parameter: object): JsonObject[] {
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
