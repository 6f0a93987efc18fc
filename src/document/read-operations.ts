import type {
  Content,
  DeclaredResponse,
  FreeForm,
  MockOperation,
  Pagination,
  Parameter,
  RequestContent,
} from "../core/model.ts";
import { isSendableHeader } from "../openapi/header.ts";
import { asObject, isObject, type JsonObject } from "../openapi/json.ts";
import { isJson, isSendableType } from "../openapi/media-type.ts";
import { type PathOperation, pathOperations, webhookOperations } from "../openapi/operations.ts";
import { isFreeForm, namelessInputsOf } from "../openapi/parameter.ts";
import { pathValueNamesOf } from "../openapi/path.ts";
import { resolve } from "../openapi/reference.ts";
import { isOpen } from "../openapi/schema.ts";
import { toCredentials } from "../openapi/security.ts";
import { readContents, readDeclaredResponse, readHeader, toWellFormed } from "./responses.ts";
import { isText, valueTypesOf } from "./value-types.ts";

/** An operation of a contract, and the schemas that its requests are validated against. */
export interface ContractOperation {
  readonly id: string;
  readonly operation: MockOperation;
  readonly pathOperation: PathOperation;
  /** Of `{ path, query, header, cookie }`. */
  readonly inputs: JsonObject | undefined;
  /** Of `{ body }`, by media type. */
  readonly bodies: Readonly<Record<string, JsonObject>>;
}

/**
 * Reads what servers need of the operations of an OpenAPI document, by id; without an id, or with
 * one that an earlier operation has, by method and path.
 */
export function readOperations(document: object): Record<string, ContractOperation> {
  const operations = new Map<string, ContractOperation>();
  for (const pathOperation of pathOperations(document)) {
    const { method, path, operation } = pathOperation;
    const ownId =
      typeof operation["operationId"] === "string" ? toWellFormed(operation["operationId"]) : "";
    const id = ownId !== "" && !operations.has(ownId) ? ownId : toWellFormed(`${method} ${path}`);
    operations.set(id, readOperation(document, id, pathOperation));
  }
  return Object.fromEntries(operations);
}

function readOperation(
  document: object,
  id: string,
  pathOperation: PathOperation,
): ContractOperation {
  const { method, path, operation, security } = pathOperation;
  const names = pathValueNamesOf(path);
  const inputs = pathOperation.parameters.filter((input) => isUsed(input, names)).map(addSchema);
  // A parameter with `content` has no style.
  const freeForms = inputs.filter((input) => !("content" in input) && isFreeForm(document, input));
  const declaredInputs = inputs.filter(
    (input) =>
      !freeForms.includes(input) || asObject(resolve(document, input["schema"]))["properties"],
  );
  const [freeForm] = freeForms.map((input) => readFreeForm(document, input));
  const hasOpenQuery = pathOperation.parameters.some(isWholeQuery);
  const body = isObject(operation["requestBody"]) ? operation["requestBody"] : undefined;
  const contents = Object.entries(asObject(body?.["content"]))
    .filter(([type]) => isSendableType(type))
    .map(([type, media]) => [type, asObject(media)] as const);
  const bodies = contents.filter(
    ([, { schema }]) => schema !== undefined && !isOpen(document, schema),
  );
  const responses = pathOperation.responses
    // A response before the final one is never sent.
    .filter(([code]) => !code.startsWith("1"))
    .map(([code, response]) => readDeclaredResponse(document, code, response));
  return {
    operation: {
      method,
      path,
      parameters: declaredInputs.map((input) => readParameter(document, input)),
      freeForm: freeForm ?? (hasOpenQuery ? {} : undefined),
      body: body && {
        required: body["required"] === true,
        contents: contents.map(([mediaType, media]) =>
          readRequestContent(document, mediaType, media),
        ),
      },
      security: toCredentials(security),
      // An operation without responses may respond with anything.
      responses:
        responses.length > 0 ? responses : [{ code: "default", headers: [], contents: [] }],
      pagination: operation["x-pagination"] as Pagination | undefined,
    },
    id,
    pathOperation,
    inputs: createInputSchema(document, declaredInputs),
    bodies: Object.fromEntries(
      bodies.map(([type, { schema }]) => [type, { properties: { body: schema } }]),
    ),
  };
}

const locations = ["path", "query", "header", "cookie"];

/**
 * One of the body is left over from OpenAPI 2.0, some headers are ignored (OpenAPI 3.1, 4.8.12.2),
 * and no request has a path value that isn't in the path.
 */
const isUsed = ({ in: location, name }: JsonObject, pathNames: readonly string[]) =>
  typeof name === "string" &&
  locations.includes(String(location)) &&
  (location !== "path" || pathNames.includes(name)) &&
  !(location === "header" && /^(accept|content-type|authorization)$/i.test(name));

/** Returns whether a parameter is the whole query, in a type that the mock doesn't read. */
export const isWholeQuery = ({ in: location }: JsonObject): boolean => location === "querystring";

/** Returns whether a path value has a style that the mock doesn't read: `.a` or `;name=a`. */
export const hasUnsupportedStyle = ({ style }: JsonObject): boolean =>
  style === "label" || style === "matrix";

function addSchema(parameter: JsonObject): JsonObject {
  if (hasUnsupportedStyle(parameter)) return { ...parameter, schema: {} };
  const [[type, media] = []] = Object.entries(asObject(parameter["content"]));
  if (type === undefined) return parameter;
  return {
    ...parameter,
    schema: isJson(type) ? (asObject(media)["schema"] ?? {}) : {},
    json: isJson(type),
  };
}

function readParameter(
  document: object,
  { name, in: location, style, explode, schema, json }: JsonObject,
): Parameter {
  const valueTypes = valueTypesOf(document, schema, [style]);
  const isText = String(valueTypes.types) === "string";
  return {
    name,
    in: location,
    style,
    explode,
    json,
    valueTypes: isText ? undefined : valueTypes,
  } as Parameter;
}

function readFreeForm(document: object, input: JsonObject): FreeForm {
  const types = namelessInputsOf(document, input).map(({ type }) => type);
  const isTyped = types.every((type) => typeof type === "string");
  return { name: String(input["name"]), types: isTyped ? [...new Set(types)] : undefined };
}

function readRequestContent(
  document: object,
  mediaType: string,
  { schema, encoding }: JsonObject,
): RequestContent {
  if (isJson(mediaType)) return { mediaType };
  const styles = Object.entries(asObject(encoding)).flatMap(([name, fieldEncoding]) => {
    const { style, explode } = asObject(fieldEncoding);
    return style === undefined && explode === undefined
      ? []
      : [[name, { style, explode }] as const];
  });
  return {
    mediaType,
    valueTypes: valueTypesOf(
      document,
      schema,
      styles.map(([, { style }]) => style),
    ),
    encoding:
      styles.length > 0 ? (Object.fromEntries(styles) as RequestContent["encoding"]) : undefined,
  };
}

/** Creates the schema of an operation's inputs, if one of them can be missing or invalid. */
function createInputSchema(
  document: object,
  inputs: readonly JsonObject[],
): JsonObject | undefined {
  const isChecked = ({ required, schema, in: location }: JsonObject) =>
    (required === true && location !== "path") ||
    !(isText(document, schema) || isOpen(document, schema));
  if (!inputs.some(isChecked)) return undefined;
  const schemaOf = ({ schema = {}, allowEmptyValue }: JsonObject) =>
    allowEmptyValue === true ? { anyOf: [schema, { const: "" }] } : schema;
  const createSchema = (location: string) => {
    const nameOf = ({ name }: JsonObject) =>
      location === "header" ? String(name).toLowerCase() : String(name);
    const ownInputs = inputs.filter((input) => input["in"] === location);
    return {
      properties: Object.fromEntries(ownInputs.map((input) => [nameOf(input), schemaOf(input)])),
      required: ownInputs.filter(({ required }) => required === true).map(nameOf),
    };
  };
  return {
    properties: Object.fromEntries(locations.map((location) => [location, createSchema(location)])),
  };
}

export interface Webhook {
  readonly method: string;
  readonly headers: DeclaredResponse["headers"];
  readonly contents: readonly Content[];
}

export const readWebhooks = (document: object): Map<string, Webhook> =>
  new Map(
    webhookOperations(document).map(({ name, method, parameters, operation: { requestBody } }) => {
      const inputs = parameters.filter(
        ({ in: place, name }) => place === "header" && isSendableHeader(`${name}`),
      );
      const headers = inputs.map((input) => readHeader(document, String(input["name"]), input));
      return [
        name,
        { method, headers, contents: readContents(document, asObject(requestBody)["content"]) },
      ];
    }),
  );
