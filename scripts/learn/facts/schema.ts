import type { Json, Schema } from "../../contract.ts";
import { formKeyword } from "../accumulate/formats.ts";
import { countOf, emptyShape, mergeShape, type Shape, type Type } from "../accumulate/shape.ts";

/** From so many responses on, what was so in all of them is proposed: at most 1 % of the others differ. */
const enough = 300;

const description = "Observed; meaning unknown.";

/** The schema of what was seen. Never an enumeration, a bound or a default: those are values, or claims about all. */
export function schemaOf(shape: Shape, exchanges: number): Schema {
  const types = typesOf(shape);
  const [type = "", ...others] = types;
  const schema: Schema = types.length === 0 ? {} : { type: others.length > 0 ? types : type };
  if (types.includes("string") && exchanges >= enough && (shape.types.string ?? 0) >= enough) {
    Object.assign(schema, formKeyword(shape.forms));
  }
  if (types.includes("array")) schema["items"] = shape.items ? schemaOf(shape.items, exchanges) : {};
  if (types.includes("object")) Object.assign(schema, objectKeywords(shape, exchanges));
  return schema;
}

/** A property's schema, which says what it is for. */
export const propertyOf = (shape: Shape, exchanges: number): Schema => ({ description, ...schemaOf(shape, exchanges) });

/** The types that were seen, in an order of their own. A whole number is a number, too. */
export function typesOf({ types }: Shape): Type[] {
  const order: Type[] = ["object", "array", "string", "integer", "number", "boolean", "null"];
  return order.filter((type) => types[type] && !(type === "integer" && types.number));
}

function objectKeywords(shape: Shape, exchanges: number): Record<string, Json> {
  const objects = shape.types.object ?? 0;
  if (isMap(shape)) return { additionalProperties: propertyOf(entriesOf(shape), exchanges) };
  const fields = [...shape.fields].sort(([one], [other]) => (one < other ? -1 : 1));
  const required = fields.filter(([, field]) => countOf(field) === objects).map(([name]) => name);
  return {
    ...(Math.min(objects, exchanges) >= enough && required.length > 0 && { required }),
    ...(fields.length > 0 && {
      properties: Object.fromEntries(fields.map(([name, field]) => [name, propertyOf(field, exchanges)])),
    }),
    // Next to named fields, the type of all others would have to fit these, too.
    ...(shape.entries && fields.length === 0 && { additionalProperties: propertyOf(shape.entries, exchanges) }),
  };
}

const mostFields = 60;

/** Whether its names are data: many, and each seldom. */
export function isMap({ fields, types }: Shape): boolean {
  const objects = types.object ?? 0;
  const seldom = [...fields.values()].filter((field) => countOf(field) < 0.2 * objects).length;
  return fields.size > mostFields && seldom > 0.8 * fields.size;
}

export function entriesOf({ fields, entries }: Shape): Shape {
  const all = emptyShape();
  for (const field of fields.values()) mergeShape(all, field);
  if (entries) mergeShape(all, entries);
  return all;
}
