import { typeOf } from "../../../src/openapi/json.ts";
import type { NameRule } from "../../../src/traffic/names.ts";

export type Type = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

/** The common shape of values: types, counts, forms of texts and names of fields, but no values. */
export interface Shape {
  types: Partial<Record<Type, number>>;
  /** The names of the forms that all texts have in common. */
  forms: readonly string[];
  fields: Map<string, Shape>;
  items?: Shape | undefined;
  /** The values under withheld names. */
  entries?: Shape | undefined;
  withheld?: Withheld | undefined;
}

/** How often names were withheld at a place. They stay in memory: a document has their number and shape alone. */
export type Withheld = Map<string, number>;

/** An object with as many different names is a map, whose keys are data. */
const maxFields = 300;
/** The withheld names of a place that are counted. */
const maxNames = 100;

const createShape = (): Shape => ({ types: {}, forms: Object.keys(forms), fields: new Map() });

/** Returns whether all names of an object are data: withheld, or too many. */
export const isMap = ({ fields, entries }: Shape): boolean =>
  entries !== undefined && (fields.size === 0 || fields.size >= maxFields);

/**
 * Adds a value to a shape, and returns the shape.
 * @param isMasked Whether the letters and digits of texts are replaced.
 */
export function addValue(target: Shape | undefined, value: unknown, rule: NameRule, isMasked = false): Shape {
  const shape = target ?? createShape();
  // A body that wasn't read.
  if (value === undefined) return shape;
  const type = typeOf(value);
  shape.types[type] = (shape.types[type] ?? 0) + 1;
  if (type === "string") shape.forms = isMasked ? [] : commonForms(shape.forms, value as string);
  else if (type === "array") {
    for (const item of value as unknown[]) shape.items = addValue(shape.items, item, rule, isMasked);
  } else if (type === "object") {
    for (const name in value as object) {
      const field = (value as Record<string, unknown>)[name];
      const knownField = shape.fields.get(name);
      if (knownField) addValue(knownField, field, rule, isMasked);
      else if (rule.isWritten(name) && shape.fields.size < maxFields)
        shape.fields.set(name, addValue(undefined, field, rule, isMasked));
      else {
        shape.entries = addValue(shape.entries, field, rule, isMasked);
        shape.withheld = withhold(shape.withheld, name);
      }
    }
  }
  return shape;
}

/** Counts a withheld name, and returns the names of its place. */
function withhold(names: Withheld = new Map(), name: string): Withheld {
  if (names.has(name) || names.size < maxNames) names.set(name, (names.get(name) ?? 0) + 1);
  return names;
}

export const sortedFieldsOf = (shape: Shape | undefined): [name: string, field: Shape][] =>
  [...(shape?.fields ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));

/** Returns the number of values in a shape. */
export const countOf = ({ types }: Pick<Shape, "types">): number =>
  Object.values(types).reduce((sum, count) => sum + count, 0);

/** Merges the shapes of all values of an object. */
export const entriesOf = ({ fields, entries }: Shape): Shape =>
  [...fields.values(), entries].reduce(merge, undefined) ?? createShape();

/**
 * Merges two values of one kind, and changes neither: counts are added, flags and sets united, and lists are what both
 * have. Returns the only one if there is one.
 */
export function merge<Value>(value: Value, addition: Value): Value {
  return (value === undefined ? addition : addition === undefined ? value : mergeBoth(value, addition)) as Value;
}

function mergeBoth(value: unknown, addition: unknown): unknown {
  if (typeof value === "number") return value + (addition as number);
  if (typeof value !== "object" || value === null) return value || addition;
  if (value instanceof Set) return new Set([...value, ...(addition as Set<unknown>)]);
  if (Array.isArray(value)) return value.filter((item) => (addition as unknown[]).includes(item));
  if (value instanceof Map) {
    const maps = [value, addition as typeof value] as const;
    return new Map([...maps[0], ...maps[1]].map(([key]) => [key, merge(maps[0].get(key), maps[1].get(key))]));
  }
  const objects = [value, addition] as Record<string, unknown>[];
  const keys = objects.flatMap((object) => Object.keys(object));
  return Object.fromEntries(keys.map((key) => [key, merge(objects[0]?.[key], objects[1]?.[key])]));
}

/** The forms of texts, each with its keyword in JSON Schema. */
export const forms: Readonly<Record<string, { keyword: { format: string } | { pattern: string }; test: RegExp }>> = {
  uuid: { keyword: { format: "uuid" }, test: /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i },
  "date-time": {
    keyword: { format: "date-time" },
    test: /^\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-6]\d(\.\d+)?(Z|[+-][0-2]\d:[0-5]\d)$/,
  },
  date: { keyword: { format: "date" }, test: /^\d{4}-(0[1-9]|1[0-2])-([0-2]\d|3[01])$/ },
  email: { keyword: { format: "email" }, test: /^[\w.+-]{1,64}@[\w-]{1,63}(\.[\w-]{1,63}){1,8}$/ },
  uri: { keyword: { format: "uri" }, test: /^https?:\/\/[^\s"<>\\^`{|}]+$/ },
  ipv4: { keyword: { format: "ipv4" }, test: /^((25[0-5]|2[0-4]\d|1?\d?\d)(\.(?!$)|$)){4}$/ },
  e164: { keyword: { pattern: "^\\+[1-9][0-9]{1,14}$" }, test: /^\+[1-9]\d{1,14}$/ },
  digits: { keyword: { pattern: "^[0-9]+$" }, test: /^\d+$/ },
};

/** Returns the forms of a list that a text has, too. A text of more than 2,000 characters has none. */
function commonForms(names: readonly string[], text: string): readonly string[] {
  const isCommon = (name: string) => text.length <= 2_000 && forms[name]?.test.test(text) === true;
  return names.every(isCommon) ? names : names.filter(isCommon);
}
