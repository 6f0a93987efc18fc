import { asList, asObject, isObject, type JsonObject } from "../openapi/json.ts";
import { resolve } from "../openapi/reference.ts";

/**
 * Prepares the operations of an OpenAPI 2.0 document for the upgrade, which loses some of what they have: media types
 * that differ from the document's, referenced bodies, and of the fields of forms all but their types.
 */
export function prepareSwagger(document: Record<string, unknown>): void {
  for (const item of Object.values(asObject(document["paths"]))) {
    if (!isObject(item)) continue;
    const sharedParameters = asList(item["parameters"]);
    delete item["parameters"];
    for (const operation of Object.values(item)) {
      if (isObject(operation)) prepareOperation(document, operation, sharedParameters);
    }
  }
  delete document["produces"];
}

function prepareOperation(
  document: JsonObject,
  operation: Record<string, unknown>,
  sharedParameters: readonly unknown[],
): void {
  const produces = operation["produces"] ?? document["produces"];
  if (produces !== undefined) operation["produces"] = produces;
  const declaredParameters = [...sharedParameters, ...asList(operation["parameters"])]
    .map((parameter) => asObject(resolve(document, parameter)))
    .map((parameter) => [`${parameter["in"]} ${parameter["name"]}`, parameter] as const);
  // A parameter of the operation replaces the shared one.
  const parameters = [...new Map(declaredParameters).values()];
  const fields = parameters.filter((parameter) => parameter["in"] === "formData");
  operation["parameters"] = parameters.filter((parameter) => !fields.includes(parameter));
  if (fields.length > 0) {
    operation["requestBody"] = createForm(fields, asList(operation["consumes"] ?? document["consumes"]).map(String));
  }
}

/** Creates the body of a form, as OpenAPI 3.0 has it. */
function createForm(fields: readonly JsonObject[], consumedTypes: readonly string[]): JsonObject {
  const declaredTypes = consumedTypes.filter((type) => /form/.test(type));
  const hasFile = fields.some(({ type }) => type === "file");
  const usualType = hasFile ? "multipart/form-data" : "application/x-www-form-urlencoded";
  const required = fields.filter((field) => field["required"] === true).map(({ name }) => name);
  const schema = { type: "object", properties: Object.fromEntries(fields.map(readField)), required };
  const lists = fields.filter(({ type, collectionFormat }) => type === "array" && collectionFormat !== "multi");
  const encoding = Object.fromEntries(lists.map((list) => [list["name"], { style: "form", explode: false }]));
  const types = declaredTypes.length > 0 ? declaredTypes : [usualType];
  return {
    required: required.length > 0,
    content: Object.fromEntries(types.map((type) => [type, { schema, encoding }])),
  };
}

/** Returns the name and the schema of a field. A parameter of OpenAPI 2.0 has the keywords of its schema itself. */
function readField({ in: _, name, required, collectionFormat, allowEmptyValue, ...schema }: JsonObject) {
  const { minLength = 1 } = schema;
  const isFilled = allowEmptyValue === false && schema["type"] === "string";
  return [String(name), isFilled ? { ...schema, minLength } : schema] as const;
}
