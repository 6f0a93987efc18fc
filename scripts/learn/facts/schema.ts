import type { Schema } from "../../contract.ts";
import { formKeyword } from "../accumulate/formats.ts";
import { countOf, emptyShape, mergeShape, type Shape, type Type } from "../accumulate/shape.ts";

/** From so many responses on, what was so in all of them is proposed: at most 1 % of the others differ. */
export const enough = 300;

/**
 * The schema of observed values, without the fields of objects: each is a fact of its own. Never an enumeration, a bound
 * or a default: those are values, or claims about all.
 */
export function schemaOf(shape: Shape, exchanges: number): Schema {
  const types = typesOf(shape);
  const [type = "", ...others] = types;
  const schema: Schema = types.length === 0 ? {} : { type: others.length > 0 ? types : type };
  if (types.includes("string") && exchanges >= enough && (shape.types.string ?? 0) >= enough) {
    Object.assign(schema, formKeyword(shape.forms));
  }
  if (types.includes("array")) schema["items"] = shape.items ? schemaOf(shape.items, exchanges) : {};
  // Next to named fields, the type of all others would have to fit these, too.
  if (isMap(shape) || (shape.entries && shape.fields.size === 0)) {
    schema["additionalProperties"] = schemaOf(entriesOf(shape), exchanges);
  }
  return schema;
}

/** The observed types, in an order of their own. A whole number is a number, too. */
export function typesOf({ types }: Shape): Type[] {
  const order: Type[] = ["object", "array", "string", "integer", "number", "boolean", "null"];
  return order.filter((type) => types[type] && !(type === "integer" && types.number));
}

const mostFields = 60;

/** Returns whether the names of an object are data: many, and each seldom. */
export function isMap({ fields, types }: Shape): boolean {
  const objects = types.object ?? 0;
  const seldom = [...fields.values()].filter((field) => countOf(field) < 0.2 * objects).length;
  return fields.size > mostFields && seldom > 0.8 * fields.size;
}

/** What the values of an object have in common, whatever their names. */
export function entriesOf({ fields, entries }: Shape): Shape {
  const all = emptyShape();
  for (const field of fields.values()) mergeShape(all, field);
  if (entries) mergeShape(all, entries);
  return all;
}
