import { typeOf } from "../../../src/openapi/json.ts";
import { addDistinct, keyedHash } from "./distinct.ts";
import { anyForm, formsOf } from "./formats.ts";
import { isData } from "./words.ts";

export type Type = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

/**
 * The common shape of values: types, counts, forms of texts, names of fields, but no values. The facts from it don't
 * depend on the order in which values are added and shapes are merged.
 */
export interface Shape {
  types: Partial<Record<Type, number>>;
  /** The forms that all texts have in common; see `formats.ts`. */
  forms: number;
  /** Keyed hashes of some values, to distinguish one value from several. */
  distinct: Set<number>;
  /** Keyed hashes of the first few different bodies with such a value. */
  bodies: Set<number>;
  fields: Map<string, Shape>;
  items?: Shape;
  /** The values under names that are data themselves, such as dates. */
  entries?: Shape;
}

/** The number of different bodies that are counted. */
export const maxBodies = 10;

export const createShape = (): Shape => ({
  types: {},
  forms: anyForm,
  distinct: new Set(),
  bodies: new Set(),
  fields: new Map(),
});

/** The origin of a value. */
export interface ValueSource {
  /** A keyed hash of the whole body, or of the request. */
  body: number;
  /** Whether the letters and digits of its texts are replaced. */
  masked: boolean;
}

export function addValue(shape: Shape, value: unknown, source: ValueSource): void {
  const type = typeOf(value);
  const { body, masked } = source;
  if (shape.bodies.size < maxBodies) shape.bodies.add(body);
  shape.types[type] = (shape.types[type] ?? 0) + 1;
  if (type === "string") shape.forms &= masked ? 0 : formsOf(value as string);
  if (type === "array") {
    for (const item of value as unknown[]) {
      shape.items ??= createShape();
      addValue(shape.items, item, source);
    }
  } else if (type === "object") {
    for (const [name, innerValue] of Object.entries(value as object)) {
      if (isData(name)) {
        shape.entries ??= createShape();
        addValue(shape.entries, innerValue, source);
      } else addValue(fieldOf(shape, name), innerValue, source);
    }
  } else if (type !== "null" && !masked) addDistinct(shape.distinct, keyedHash(value as string));
}

export function mergeShape(target: Shape, addition: Shape): void {
  for (const [type, count] of Object.entries(addition.types) as [Type, number][]) {
    target.types[type] = (target.types[type] ?? 0) + count;
  }
  target.forms &= addition.forms;
  for (const hash of addition.distinct) addDistinct(target.distinct, hash);
  for (const hash of addition.bodies) if (target.bodies.size < maxBodies) target.bodies.add(hash);
  for (const [name, shape] of addition.fields) mergeShape(fieldOf(target, name), shape);
  if (addition.items) {
    target.items ??= createShape();
    mergeShape(target.items, addition.items);
  }
  if (addition.entries) {
    target.entries ??= createShape();
    mergeShape(target.entries, addition.entries);
  }
}

/** Returns the number of values in a shape. */
export const countOf = ({ types }: Shape): number => Object.values(types).reduce((sum, count) => sum + count, 0);

function fieldOf(shape: Shape, name: string): Shape {
  let field = shape.fields.get(name);
  if (!field) {
    field = createShape();
    shape.fields.set(name, field);
  }
  return field;
}
