import type { Schema } from "../../contract/document.ts";
import { entriesOf, isMap, type Shape, type Type } from "./shape.ts";

/**
 * Returns the schema of observed values. It has no fields, which are separate facts, and no form, enumeration, bound or
 * default, which would be values or claims about all values.
 */
export function schemaOf(shape: Shape): Schema {
  const types = typesOf(shape);
  const [type = "", ...otherTypes] = types;
  const schema: Schema = types.length === 0 ? {} : { type: otherTypes.length > 0 ? types : type };
  if (types.includes("array")) schema["items"] = shape.items ? schemaOf(shape.items) : {};
  // Entries next to fields get no type: it would have to fit the fields, too.
  if (isMap(shape)) schema["additionalProperties"] = schemaOf(entriesOf(shape));
  return schema;
}

export const typeOrder: readonly Type[] = ["object", "array", "string", "integer", "number", "boolean", "null"];

/** Returns the observed types in order. Integers are left out if there are other numbers. */
export const typesOf = ({ types }: Shape): Type[] =>
  typeOrder.filter((type) => types[type] && !(type === "integer" && types.number));
