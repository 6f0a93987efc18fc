import { hash, randomBytes } from "node:crypto";
import { typeOf } from "../../../src/openapi/json.ts";
import type { Schema } from "../../contract.ts";
import { isData } from "./words.ts";

type Type = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

/**
 * The common shape of values: types, counts, forms of texts, names of fields, but no values. The facts from it don't
 * depend on the order in which values are added and shapes are merged.
 */
export interface Shape {
  types: Partial<Record<Type, number>>;
  /** The forms that all texts have in common; see `formsOf`. */
  forms: number;
  /** Keyed hashes of the first two different values. */
  distinct: Set<string>;
  /** Keyed hashes of the first few different bodies with such a value. */
  bodies: Set<string>;
  fields: Map<string, Shape>;
  items?: Shape | undefined;
  /** The values under names that are data themselves, such as dates, and under withheld names. */
  entries?: Shape | undefined;
}

// The key is new in each run and never written, so that nobody can check a guess with the stored hashes.
const key = randomBytes(16).toString("hex");

/** Returns a keyed hash of a value. */
export const keyedHash = (value: string | number | boolean): string =>
  hash("sha1", `${key}${typeof value}${value}`, "base64");

/** Adds hashes to a set that counts the first few. Its size doesn't depend on their order. */
export function countDistinct(set: Set<string>, hashes: Iterable<string>, maxSize: number): void {
  for (const valueHash of hashes) if (set.size < maxSize) set.add(valueHash);
}

/** The forms of texts. Each has a bit, so that an `&` finds the forms that all texts have in common. */
const forms: readonly { format?: string; pattern?: string; test: RegExp }[] = [
  { format: "uuid", test: /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i },
  { format: "date-time", test: /^\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-6]\d(\.\d+)?(Z|[+-][0-2]\d:[0-5]\d)$/ },
  { format: "date", test: /^\d{4}-(0[1-9]|1[0-2])-([0-2]\d|3[01])$/ },
  { format: "email", test: /^[\w.+-]{1,64}@[\w-]{1,63}(\.[\w-]{1,63}){1,8}$/ },
  { format: "uri", test: /^https?:\/\/[^\s"<>\\^`{|}]+$/ },
  { format: "ipv4", test: /^((25[0-5]|2[0-4]\d|1?\d?\d)(\.(?!$)|$)){4}$/ },
  { pattern: "^\\+[1-9][0-9]{1,14}$", test: /^\+[1-9]\d{1,14}$/ },
  { pattern: "^[0-9]+$", test: /^\d+$/ },
];

const anyForm = 2 ** forms.length - 1;

/** Returns the forms of a text, a bit for each. A text of more than 2,000 characters has none. */
function formsOf(text: string): number {
  if (text.length > 2_000) return 0;
  return forms.reduce((mask, { test }, bit) => (test.test(text) ? mask | (1 << bit) : mask), 0);
}

/** Returns the first form in a mask as a keyword of JSON Schema. */
function formKeywordOf(mask: number): { format?: string; pattern?: string } {
  const { test, ...keyword } = forms.find((_, bit) => mask & (1 << bit)) ?? {};
  return keyword;
}

/** The number of different bodies that are counted. */
export const maxBodies = 10;

const createShape = (): Shape => ({
  types: {},
  forms: anyForm,
  distinct: new Set(),
  bodies: new Set(),
  fields: new Map(),
});

/** The origin of a value. */
export interface ValueSource {
  /** A keyed hash of the whole body, or of the request. */
  body: string;
  /** Whether the letters and digits of its texts are replaced. */
  masked: boolean;
}

/** Returns the shape of a value. */
export function shapeOf(value: unknown, source: ValueSource): Shape {
  const { body, masked } = source;
  const type = typeOf(value);
  const shape: Shape = { ...createShape(), types: { [type]: 1 }, bodies: new Set([body]) };
  if (type === "string") shape.forms = masked ? 0 : formsOf(value as string);
  if (type === "array") {
    for (const item of value as unknown[]) shape.items = mergeShapes(shape.items, shapeOf(item, source));
  } else if (type === "object") {
    for (const [name, field] of Object.entries(value as object)) {
      if (isData(name)) shape.entries = mergeShapes(shape.entries, shapeOf(field, source));
      else shape.fields.set(name, shapeOf(field, source));
    }
  } else if (type !== "null" && !masked) shape.distinct.add(keyedHash(value as string));
  return shape;
}

/** Merges a shape into another one, and returns it. Returns the only one if there is one. */
export function mergeShapes<Addition extends Shape | undefined>(
  target: Shape | undefined,
  addition: Addition,
): Shape | Addition {
  if (!target || !addition) return target ?? addition;
  for (const [type, count] of Object.entries(addition.types) as [Type, number][]) {
    target.types[type] = (target.types[type] ?? 0) + count;
  }
  target.forms &= addition.forms;
  countDistinct(target.distinct, addition.distinct, 2);
  countDistinct(target.bodies, addition.bodies, maxBodies);
  for (const [name, field] of addition.fields) target.fields.set(name, mergeShapes(target.fields.get(name), field));
  target.items = mergeShapes(target.items, addition.items);
  target.entries = mergeShapes(target.entries, addition.entries);
  return target;
}

/** Returns the number of values in a shape. */
export const countOf = ({ types }: Pick<Shape, "types">): number =>
  Object.values(types).reduce((sum, count) => sum + count, 0);

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
  if (shape.entries && shape.fields.size === 0) {
    schema["additionalProperties"] = schemaOf(entriesOf(shape), exchanges);
  }
  return schema;
}

/** The order of the types in a schema. */
export const typeOrder: readonly Type[] = ["object", "array", "string", "integer", "number", "boolean", "null"];

/** Returns the observed types in order. Integers are left out if there are other numbers. */
export function typesOf({ types }: Shape): Type[] {
  return typeOrder.filter((type) => types[type] && !(type === "integer" && types.number));
}

/** Merges the shapes of all values of an object. */
export function entriesOf({ fields, entries }: Shape): Shape {
  const shapes = [...fields.values(), entries].map((shape) => structuredClone(shape));
  return shapes.reduce(mergeShapes, undefined) ?? createShape();
}
