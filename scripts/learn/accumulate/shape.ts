import { typeOf } from "../../../src/openapi/json.ts";
import { addDistinct, keyedHash } from "./distinct.ts";
import { anyForm, formsOf } from "./formats.ts";
import { isData } from "./words.ts";

export type Type = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

/**
 * What values had in common. No value stays in it: types, counts, forms that all texts were in, names of fields. Adding
 * and merging are commutative, so that the order of exchanges never matters.
 */
export interface Shape {
  types: Partial<Record<Type, number>>;
  /** The forms that all texts were in; see `formats.ts`. */
  forms: number;
  /** Keyed hashes of some values, to distinguish one value from several. */
  distinct: Set<number>;
  /** Keyed hashes of the first few different bodies that contained it. */
  bodies: Set<number>;
  fields: Map<string, Shape>;
  items?: Shape;
  /** The values under names that are data themselves, such as dates. */
  entries?: Shape;
}

/** As many different bodies are counted. */
export const mostBodies = 10;

export const emptyShape = (): Shape => ({
  types: {},
  forms: anyForm,
  distinct: new Set(),
  bodies: new Set(),
  fields: new Map(),
});

/** Where a value comes from. */
export interface Source {
  /** A keyed hash of the whole body, or of the request. */
  body: number;
  /** Whether each letter and digit was replaced. */
  masked: boolean;
}

export function addValue(shape: Shape, value: unknown, source: Source): void {
  const type = typeOf(value);
  const { body, masked } = source;
  if (shape.bodies.size < mostBodies) shape.bodies.add(body);
  shape.types[type] = (shape.types[type] ?? 0) + 1;
  if (type === "string") shape.forms &= masked ? 0 : formsOf(value as string);
  if (type === "array") {
    for (const item of value as unknown[]) {
      shape.items ??= emptyShape();
      addValue(shape.items, item, source);
    }
  } else if (type === "object") {
    for (const [name, inner] of Object.entries(value as object)) {
      if (isData(name)) {
        shape.entries ??= emptyShape();
        addValue(shape.entries, inner, source);
      } else addValue(fieldOf(shape, name), inner, source);
    }
  } else if (type !== "null" && !masked) addDistinct(shape.distinct, keyedHash(value as string));
}

export function mergeShape(into: Shape, other: Shape): void {
  for (const [type, count] of Object.entries(other.types) as [Type, number][]) {
    into.types[type] = (into.types[type] ?? 0) + count;
  }
  into.forms &= other.forms;
  for (const hash of other.distinct) addDistinct(into.distinct, hash);
  for (const hash of other.bodies) if (into.bodies.size < mostBodies) into.bodies.add(hash);
  for (const [name, shape] of other.fields) mergeShape(fieldOf(into, name), shape);
  if (other.items) {
    into.items ??= emptyShape();
    mergeShape(into.items, other.items);
  }
  if (other.entries) {
    into.entries ??= emptyShape();
    mergeShape(into.entries, other.entries);
  }
}

/** How many values it was made from. */
export const countOf = ({ types }: Shape): number => Object.values(types).reduce((sum, count) => sum + count, 0);

function fieldOf(shape: Shape, name: string): Shape {
  let field = shape.fields.get(name);
  if (!field) {
    field = emptyShape();
    shape.fields.set(name, field);
  }
  return field;
}
