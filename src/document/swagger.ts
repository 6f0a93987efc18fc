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
    keys: readonly string[],
  ): JsonObject {
    const own = { produces, consumes, ...operation };
    const [producedTypes, consumedTypes] = [asList(own.produces), asList(own.consumes).map(String)];
    const parameters = readParameters(operation["parameters"], keys);
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
  for (const [path, value] of Object.entries(paths)) {
    if (!isObject(value)) delete paths[path];
    const item = asObject(value) as Record<string, unknown>;
    for (const [key, part] of Object.entries(item)) {
      const keys = ["paths", path, key];
      if (key === "parameters") item[key] = readParameters(part, keys.slice(0, -1));
      else if (isObject(part)) item[key] = prepareOperation(part, keys);
      else if (!/^(\$ref$|x-)/.test(key)) delete item[key];
    }
  }
  // The operations contain them.
  delete document["parameters"];
}

const locations = ["path", "query", "header", "formData", "body"];

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
