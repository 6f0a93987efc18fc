import type { Schema } from "../../contract.ts";
import { formKeywordOf } from "../accumulate/formats.ts";
import { countOf, createShape, mergeShapes, type Shape, type Type } from "../accumulate/shape.ts";

/** If this many responses agree, at most 1 % of all differ, with 95 % confidence (the rule of three). */
export const sufficientCount = 300;

/**
 * Returns the schema of observed values. It has no fields, which are separate facts, and no enumeration, bound or
 * default, which would be values or claims about all values. A form of texts needs `sufficientCount` exchanges.
 */
export function schemaOf(shape: Shape, exchanges: number): Schema {
  const types = typesOf(shape);
  const [type = "", ...otherTypes] = types;
  const schema: Schema = types.length === 0 ? {} : { type: otherTypes.length > 0 ? types : type };
  if (types.includes("string") && exchanges >= sufficientCount && (shape.types.string ?? 0) >= sufficientCount) {
    Object.assign(schema, formKeywordOf(shape.forms));
  }
  if (types.includes("array")) schema["items"] = shape.items ? schemaOf(shape.items, exchanges) : {};
  // Entries next to fields get no type: it would have to fit the fields, too.
  if (isMap(shape) || (shape.entries && shape.fields.size === 0)) {
    schema["additionalProperties"] = schemaOf(entriesOf(shape), exchanges);
  }
  return schema;
}

/** Returns the observed types in a fixed order. Integers are left out if there are other numbers. */
export function typesOf({ types }: Shape): Type[] {
  const order: Type[] = ["object", "array", "string", "integer", "number", "boolean", "null"];
  return order.filter((type) => types[type] && !(type === "integer" && types.number));
}

const maxRecordFields = 60;

/** Returns whether the names of an object are data: there are many, and most of them are rare. */
export function isMap({ fields, types }: Shape): boolean {
  const objects = types.object ?? 0;
  const rareCount = [...fields.values()].filter((field) => countOf(field) < 0.2 * objects).length;
  return fields.size > maxRecordFields && rareCount > 0.8 * fields.size;
}

/** Merges the shapes of all values of an object. */
export function entriesOf({ fields, entries }: Shape): Shape {
  const shapes = [...fields.values(), entries].map((shape) => structuredClone(shape));
  return shapes.reduce(mergeShapes, undefined) ?? createShape();
}
