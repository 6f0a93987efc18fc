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
  distinct: Set<string>;
  /** Keyed hashes of the first few different bodies with such a value. */
  bodies: Set<string>;
  fields: Map<string, Shape>;
  items?: Shape | undefined;
  /** The values under names that are data themselves, such as dates, and under withheld names. */
  entries?: Shape | undefined;
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
  for (const hash of addition.distinct) addDistinct(target.distinct, hash);
  for (const hash of addition.bodies) if (target.bodies.size < maxBodies) target.bodies.add(hash);
  for (const [name, field] of addition.fields) target.fields.set(name, mergeShapes(target.fields.get(name), field));
  target.items = mergeShapes(target.items, addition.items);
  target.entries = mergeShapes(target.entries, addition.entries);
  return target;
}

/** Returns the number of values in a shape. */
export const countOf = ({ types }: Pick<Shape, "types">): number =>
  Object.values(types).reduce((sum, count) => sum + count, 0);
