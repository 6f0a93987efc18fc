import { increment } from "../../../src/core/counts.ts";
import { typeOf } from "../../../src/openapi/json.ts";
import type { NameRule } from "../../../src/traffic/names.ts";
import type { Schema } from "../../contract/document.ts";

export type Type = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

/** When and how an exchange was recorded. */
export interface Occasion {
  /** Such as `HAR`. */
  readonly source: string;
  /** Such as `2026-11-22`, if the recording has it. */
  readonly day: string | undefined;
}

/** The exchanges in which something was seen. */
export interface Evidence {
  count: number;
  days: Set<string>;
  sources: Set<string>;
  latest?: Occasion;
}

export const createEvidence = (): Evidence => ({ count: 0, days: new Set(), sources: new Set() });

/** Adds an exchange, once for all that it shows. */
export function addOccasion(evidence: Evidence, occasion: Occasion): void {
  if (evidence.latest === occasion) return;
  evidence.latest = occasion;
  evidence.count++;
  evidence.sources.add(occasion.source);
  if (occasion.day !== undefined) evidence.days.add(occasion.day);
}

/** The common shape of values: types, counts and names of fields, but no values. */
export interface Shape {
  evidence: Evidence;
  types: Partial<Record<Type, number>>;
  /** How many of the values are `true`. */
  trueCount: number;
  fields: Map<string, Shape>;
  items?: Shape | undefined;
  /** The values under withheld names. */
  entries?: Shape | undefined;
  withheld?: Withheld | undefined;
}

/**
 * How often names were withheld at a place. They stay in memory: a document has their number and
 * shape alone.
 */
export type Withheld = Map<string, number>;

/** An object with as many different names is a map, whose keys are data. */
const maxFields = 300;
/** The withheld names of a place that are counted. */
const maxNames = 100;

const createShape = (): Shape => ({
  evidence: createEvidence(),
  types: {},
  trueCount: 0,
  fields: new Map(),
});

/** Returns whether all names of an object are data: withheld, or too many. */
export const isMap = ({ fields, entries }: Shape): boolean =>
  entries !== undefined && (fields.size === 0 || fields.size >= maxFields);

export function addValue(
  target: Shape | undefined,
  value: unknown,
  rule: NameRule,
  occasion: Occasion,
): Shape {
  const shape = target ?? createShape();
  addOccasion(shape.evidence, occasion);
  // A body that wasn't read.
  if (value === undefined) return shape;
  const type = typeOf(value);
  shape.types[type] = (shape.types[type] ?? 0) + 1;
  if (value === true) shape.trueCount++;
  if (type === "array") {
    for (const item of value as unknown[])
      shape.items = addValue(shape.items, item, rule, occasion);
  } else if (type === "object") {
    for (const name in value as object) {
      const field = (value as Record<string, unknown>)[name];
      const knownField = shape.fields.get(name);
      if (knownField) addValue(knownField, field, rule, occasion);
      else if (rule.isSafeName(name) && shape.fields.size < maxFields)
        shape.fields.set(name, addValue(undefined, field, rule, occasion));
      else {
        shape.entries = addValue(shape.entries, field, rule, occasion);
        shape.withheld ??= new Map();
        increment(shape.withheld, name, maxNames);
      }
    }
  }
  return shape;
}

/** Lists fields in the order in which they were first seen. */
export const fieldsOf = (shape: Shape | undefined): [name: string, field: Shape][] => [
  ...(shape?.fields ?? []),
];

export const countOf = ({ types }: Pick<Shape, "types">): number =>
  Object.values(types).reduce((sum, count) => sum + count, 0);

/** Merges the shapes of all values of an object. */
export const entriesOf = ({ fields, entries }: Shape): Shape =>
  [...fields.values(), entries].reduce(merge, undefined) ?? createShape();

/**
 * Withholds the names of an object that may be data, though they are words: names of no field of
 * the contract, beside withheld ones with values of the same shape.
 */
export function withholdAlike(shape: Shape, rule: NameRule): Shape {
  const inner = (part: Shape | undefined) => part && withholdAlike(part, rule);
  const { entries, withheld } = shape;
  const isData = ([name, field]: [string, Shape]) =>
    !rule.isField(name) && entries !== undefined && isOfOneShape(field, shape);
  const data = [...shape.fields].filter(isData);
  const fields = [...shape.fields].filter((entry) => !isData(entry));
  return {
    ...shape,
    fields: new Map(fields.map(([name, field]) => [name, withholdAlike(field, rule)])),
    items: inner(shape.items),
    entries: inner(data.map(([, field]) => field).reduce<Shape | undefined>(merge, entries)),
    withheld: merge(withheld, new Map(data.map(([name, field]) => [name, countOf(field)]))),
  };
}

/** Returns whether a field of an object has the shape of its withheld entries. */
function isOfOneShape(field: Shape, { fields, entries, withheld }: Shape): boolean {
  if (areAlike(new Set(field.fields.keys()), new Set(entries?.fields.keys()))) return true;
  // Of scalars, only a map has all of one type, and more withheld names than others.
  const types = new Set([...fields.values(), ...(entries ? [entries] : [])].flatMap(typesOf));
  return types.size === 1 && !types.has("object") && (withheld?.size ?? 0) > fields.size;
}

/** Returns whether two objects with these names have one shape: they share most of the names. */
export function areAlike(names: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  const sharedCount = [...names].filter((name) => others.has(name)).length;
  return sharedCount > 0 && sharedCount / new Set([...names, ...others]).size >= 0.6;
}

/**
 * Merges two values of one kind, and changes neither: counts are added, flags and sets united.
 * Either may be missing.
 */
export function merge<Value>(value: Value, addition: Value): Value {
  return (
    value === undefined ? addition : addition === undefined ? value : mergeBoth(value, addition)
  ) as Value;
}

function mergeBoth(value: unknown, addition: unknown): unknown {
  if (typeof value === "number") return value + (addition as number);
  if (typeof value !== "object" || value === null) return value || addition;
  if (value instanceof Set) return new Set([...value, ...(addition as Set<unknown>)]);
  if (value instanceof Map) {
    const other = addition as typeof value;
    // Each key once: twice would be twice at each level.
    const keys = new Set([...value.keys(), ...other.keys()]);
    return new Map([...keys].map((key) => [key, merge(value.get(key), other.get(key))]));
  }
  const objects = [value, addition] as Record<string, unknown>[];
  const keys = new Set(objects.flatMap((object) => Object.keys(object)));
  const entries = [...keys].map((key) => [key, merge(objects[0]?.[key], objects[1]?.[key])]);
  return Object.fromEntries(entries);
}

/**
 * Returns the schema of observed values. It has no fields, which are separate facts, and no form,
 * enumeration, bound or default, which would be values or claims about all values.
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

export const typeOrder: readonly Type[] = [
  "object",
  "array",
  "string",
  "integer",
  "number",
  "boolean",
  "null",
];

/** Returns the observed types in order. Integers are left out if there are other numbers. */
export const typesOf = ({ types }: Shape): Type[] =>
  typeOrder.filter((type) => types[type] && !(type === "integer" && types.number));
