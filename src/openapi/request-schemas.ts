import type { JsonObject } from "./json.ts";
import { locations, type Operation, type Parameter } from "./operation.ts";
import { checkedSchemaOf, isPlaceholder } from "./parameter.ts";
import { acceptsAnything } from "./schema.ts";
import { isText } from "./value-types.ts";

/**
 * Creates the schema of `{ path, query, header, cookie }` of an operation's requests, each values by
 * name; `undefined` if none of them can be missing or invalid.
 */
export function inputSchemaOf(
  document: object,
  { parameters }: Pick<Operation, "parameters">,
): JsonObject | undefined {
  const inputs = parameters.filter((parameter) => !isPlaceholder(parameter));
  const isChecked = (input: Parameter) => {
    const schema = checkedSchemaOf(input);
    const isAny = isText(document, schema) || acceptsAnything(document, schema);
    return (input.required && input.in !== "path") || !isAny;
  };
  if (!inputs.some(isChecked)) return undefined;
  const schemaOf = (input: Parameter) => {
    const schema = checkedSchemaOf(input);
    return input.node?.["allowEmptyValue"] === true ? { anyOf: [schema, { const: "" }] } : schema;
  };
  const createSchema = (location: string) => {
    // The names of headers ignore case.
    const nameOf = ({ name }: Parameter) => (location === "header" ? name.toLowerCase() : name);
    const ownInputs = inputs.filter((input) => input.in === location);
    return {
      properties: Object.fromEntries(ownInputs.map((input) => [nameOf(input), schemaOf(input)])),
      required: ownInputs.filter(({ required }) => required).map(nameOf),
    };
  };
  return {
    properties: Object.fromEntries(locations.map((location) => [location, createSchema(location)])),
  };
}

/** Creates the schemas of `{ body }` of an operation's requests, by media type. */
export const bodySchemasOf = (
  document: object,
  { body }: Pick<Operation, "body">,
): Readonly<Record<string, JsonObject>> =>
  Object.fromEntries(
    (body?.contents ?? []).flatMap(({ mediaType, schema }) =>
      schema === undefined || acceptsAnything(document, schema)
        ? []
        : [[mediaType, { properties: { body: schema } }]],
    ),
  );
