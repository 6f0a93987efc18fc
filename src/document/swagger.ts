import { asList, asObject, isObject, type JsonObject } from "../openapi/json.ts";
import { pointerOf } from "../openapi/pointer.ts";
import { resolve } from "../openapi/reference.ts";

/**
 * Prepares the operations of an OpenAPI 2.0 document for the upgrade, which loses some of what they
 * have: media types that differ from the document's, referenced bodies, and of the fields of forms
 * all but their types. Leaves out what the upgrade fails on.
 * @param warn Gets each parameter that is left out, with its pointer.
 */
export function prepareSwagger(
  document: Record<string, unknown>,
  warn: (problem: string) => void,
): void {
  const { produces, consumes } = document;
  delete document["produces"];
  delete document["consumes"];

  const readParameters = (list: unknown, keys: readonly string[]): JsonObject[] =>
    asList(list).flatMap((item, index) => {
      const target = resolve<unknown>(document, item);
      const parameter = asObject(target);
      if (locations.includes(String(parameter["in"])) && typeof parameter["name"] === "string")
        return [parameter];
      const rule = `needs a name, and in: ${locations.join(", ")}`;
      const problem =
        target === undefined ? `Unresolved reference: ${asObject(item)["$ref"]}` : rule;
      warn(`#${pointerOf([...keys, "parameters", index])}: ${problem}.`);
      return [];
    });

  function prepareOperation(
    { schemes: _, ...operation }: JsonObject,
    shared: readonly JsonObject[],
    keys: readonly string[],
  ): JsonObject {
    const own = { produces, consumes, ...operation };
    const [producedTypes, consumedTypes] = [listStrings(own.produces), listStrings(own.consumes)];
    const declaredParameters = [...shared, ...readParameters(operation["parameters"], keys)];
    // A parameter of the operation replaces the shared one.
    const parametersByKey = new Map(
      declaredParameters.map((item) => [`${item["in"]} ${item["name"]}`, item]),
    );
    const parameters = [...parametersByKey.values()];
    const fields = parameters.filter((parameter) => parameter["in"] === "formData");
    const responses = Object.entries(asObject(operation["responses"])).filter(([, response]) =>
      isObject(response),
    );
    return {
      ...operation,
      produces: producedTypes.length > 0 ? producedTypes : undefined,
      consumes: consumedTypes.length > 0 ? consumedTypes : undefined,
      parameters: parameters.filter((parameter) => !fields.includes(parameter)),
      ...(fields.length > 0 && { requestBody: createForm(fields, consumedTypes) }),
      responses: Object.fromEntries(responses),
    };
  }

  const paths = asObject(document["paths"]) as Record<string, unknown>;
  for (const [path, item] of Object.entries(paths)) {
    if (!isObject(item)) {
      delete paths[path];
      continue;
    }
    const shared = readParameters(item["parameters"], ["paths", path]);
    delete item["parameters"];
    for (const [method, operation] of Object.entries(item)) {
      if (isObject(operation))
        item[method] = prepareOperation(operation, shared, ["paths", path, method]);
      else if (!/^(\$ref$|x-)/.test(method)) delete item[method];
    }
  }
  // The operations contain them.
  delete document["parameters"];
}

const locations = ["path", "query", "header", "formData", "body"];

const listStrings = (value: unknown): string[] =>
  asList(value).filter((item) => typeof item === "string");

function createForm(fields: readonly JsonObject[], consumedTypes: readonly string[]): JsonObject {
  const declaredTypes = consumedTypes.filter((type) => /form/.test(type));
  const hasFile = fields.some(({ type }) => type === "file");
  const defaultType = hasFile ? "multipart/form-data" : "application/x-www-form-urlencoded";
  const required = fields.filter((field) => field["required"] === true).map(({ name }) => name);
  const schema = {
    type: "object",
    properties: Object.fromEntries(fields.map(readField)),
    required,
  };
  const lists = fields.filter(
    ({ type, collectionFormat }) => type === "array" && collectionFormat !== "multi",
  );
  const encoding = Object.fromEntries(
    lists.map((list) => [list["name"], { style: "form", explode: false }]),
  );
  const types = declaredTypes.length > 0 ? declaredTypes : [defaultType];
  return {
    required: required.length > 0,
    content: Object.fromEntries(types.map((type) => [type, { schema, encoding }])),
  };
}

/**
 * Returns the name and the schema of a field. A parameter of OpenAPI 2.0 has the keywords of its
 * schema itself.
 */
function readField({
  in: _,
  name,
  required,
  collectionFormat,
  allowEmptyValue,
  ...schema
}: JsonObject) {
  const { minLength = 1 } = schema;
  const isFilled = allowEmptyValue === false && schema["type"] === "string";
  return [String(name), isFilled ? { ...schema, minLength } : schema] as const;
}
