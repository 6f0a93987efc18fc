import { typeOf } from "../../../src/openapi/json.ts";
import { anyForm, commonForms } from "./forms.ts";

export type Type = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

/**
 * The common shape of values: types, counts, forms of texts, names of fields, but no values. It is the same in whatever
 * order values are added and shapes are merged.
 */
export interface Shape {
  types: Partial<Record<Type, number>>;
  /** The forms that all texts have in common; see `commonForms`. */
  forms: number;
  fields: Map<string, Shape>;
  items?: Shape | undefined;
  /** The values under names that are data themselves, such as dates, and under withheld names. */
  entries?: Shape | undefined;
  /** The number of values under withheld names. */
  withheldCount: number;
  /** Withheld names, for the maintainer's terminal alone: they aren't part of a state. */
  hiddenNames?: Set<string> | undefined;
}

/** The kind of a name in traffic: one that may be written, data such as a date, or one that may be about people. */
export type NameKind = "known" | "data" | "withheld";

export interface Reading {
  kindOf(name: string): NameKind;
  /** Whether the letters and digits of texts are replaced. */
  isMasked: boolean;
}

const createShape = (): Shape => ({ types: {}, forms: anyForm, fields: new Map(), withheldCount: 0 });

/** Adds a value to a shape, and returns the shape. */
export function addValue(target: Shape | undefined, value: unknown, reading: Reading): Shape {
  const shape = target ?? createShape();
  const type = typeOf(value);
  shape.types[type] = (shape.types[type] ?? 0) + 1;
  if (type === "string") shape.forms = reading.isMasked ? 0 : commonForms(shape.forms, value as string);
  else if (type === "array") {
    for (const item of value as unknown[]) shape.items = addValue(shape.items, item, reading);
  } else if (type === "object") {
    for (const name in value as object) {
      const field = (value as Record<string, unknown>)[name];
      const knownField = shape.fields.get(name);
      const kind = knownField ? "known" : reading.kindOf(name);
      if (knownField) addValue(knownField, field, reading);
      else if (kind === "known") shape.fields.set(name, addValue(undefined, field, reading));
      else shape.entries = addValue(shape.entries, field, reading);
      if (kind === "withheld") hideName(shape, name);
    }
  }
  return shape;
}

/** The number of withheld names at a place that a terminal can show. */
const maxHidden = 200;

export function hideName(place: { withheldCount: number; hiddenNames?: Set<string> | undefined }, name: string): void {
  place.withheldCount++;
  place.hiddenNames ??= new Set();
  if (place.hiddenNames.size < maxHidden) place.hiddenNames.add(name);
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
  target.withheldCount += addition.withheldCount;
  target.hiddenNames = mergeNames(target.hiddenNames, addition.hiddenNames);
  for (const [name, field] of addition.fields) target.fields.set(name, mergeShapes(target.fields.get(name), field));
  target.items = mergeShapes(target.items, addition.items);
  target.entries = mergeShapes(target.entries, addition.entries);
  return target;
}

export const mergeNames = (names: Set<string> | undefined, addition: Set<string> | undefined) =>
  names && addition ? new Set([...names, ...addition].slice(0, maxHidden)) : (names ?? addition);

/** Returns the number of values in a shape. */
export const countOf = ({ types }: Pick<Shape, "types">): number =>
  Object.values(types).reduce((sum, count) => sum + count, 0);

/** Merges the shapes of all values of an object. */
export function entriesOf({ fields, entries }: Shape): Shape {
  const shapes = [...fields.values(), entries].map((shape) => structuredClone(shape));
  return shapes.reduce(mergeShapes, undefined) ?? createShape();
}
