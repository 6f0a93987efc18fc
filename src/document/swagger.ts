import { asList, asObject, isObject, type JsonObject } from "../openapi/json.ts";
import { pointerOf } from "../openapi/pointer.ts";
import { resolve } from "../openapi/reference.ts";

/**
 * Prepares the operations of an OpenAPI 2.0 document for the upgrade, which loses some of what they have: media types
 * that differ from the document's, referenced bodies, and of the fields of forms all but their types. Removes what the
 * upgrade fails on.
 * @param warn Gets what isn't valid and is removed, each with its place.
 */
export function prepareSwagger(document: Record<string, unknown>, warn: (problem: string) => void): void {
  const report = (place: readonly (string | number)[], rule: string) => warn(`#${pointerOf(place)}: ${rule}.`);
  const listTexts = (value: unknown, place: readonly string[]): string[] | undefined => {
    if (value === undefined) return undefined;
    const isValid = Array.isArray(value) && value.every((text) => typeof text === "string");
    if (!isValid) report(place, "must be a list of texts");
    return isValid ? value : undefined;
  };
  const produces = listTexts(document["produces"], ["produces"]);
  const consumes = listTexts(document["consumes"], ["consumes"]);
  delete document["produces"];
  delete document["consumes"];

  function prepareOperation(
    operation: Record<string, unknown>,
    sharedParameters: readonly JsonObject[],
    place: readonly string[],
  ): void {
    const operationProduces = listTexts(operation["produces"], [...place, "produces"]) ?? produces;
    const operationConsumes = listTexts(operation["consumes"], [...place, "consumes"]) ?? consumes;
    delete operation["produces"];
    delete operation["consumes"];
    if (operationProduces) operation["produces"] = operationProduces;
    if (operationConsumes) operation["consumes"] = operationConsumes;
    const declaredParameters = [...sharedParameters, ...readParameters(operation["parameters"], place)];
    // A parameter of the operation replaces the shared one.
    const parameters = [
      ...new Map(
        declaredParameters.map((parameter) => [`${parameter["in"]} ${parameter["name"]}`, parameter]),
      ).values(),
    ];
    const fields = parameters.filter((parameter) => parameter["in"] === "formData");
    operation["parameters"] = parameters.filter((parameter) => !fields.includes(parameter));
    if (fields.length > 0) operation["requestBody"] = createForm(fields, operationConsumes ?? []);
    const responses = asObject(operation["responses"]);
    const validResponses = Object.entries(responses).filter(([code, response]) => {
      if (!isObject(response)) report([...place, "responses", code], "must be an object");
      return isObject(response);
    });
    operation["responses"] = Object.fromEntries(validResponses);
  }

  const readParameters = (list: unknown, place: readonly string[]): JsonObject[] =>
    asList(list).flatMap((item, index) => {
      const target = resolve<unknown>(document, item);
      const parameter = asObject(target);
      if (locations.includes(String(parameter["in"])) && typeof parameter["name"] === "string") return [parameter];
      const rule = `needs a name, and in: ${locations.join(", ")}`;
      const problem = target === undefined ? `Unresolved reference: ${asObject(item)["$ref"]}` : rule;
      report([...place, "parameters", index], problem);
      return [];
    });

  const paths = asObject(document["paths"]) as Record<string, unknown>;
  for (const [path, item] of Object.entries(paths)) {
    if (!isObject(item)) continue;
    const sharedParameters = readParameters(item["parameters"], ["paths", path]);
    delete item["parameters"];
    for (const [method, operation] of Object.entries(item)) {
      if (isObject(operation)) prepareOperation(operation, sharedParameters, ["paths", path, method]);
      else if (!/^(\$ref$|x-)/.test(method)) {
        report(["paths", path, method], "must be an object");
        delete item[method];
      }
    }
  }
  // The operations contain them.
  delete document["parameters"];
}

const locations = ["path", "query", "header", "formData", "body"];

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
