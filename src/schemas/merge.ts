import { includesType, type JsonObject } from "../openapi/json.ts";
import { createPattern } from "../openapi/pattern.ts";
import { runWithinSecond } from "../platform/time-limit.ts";

export function listValues(schemas: readonly JsonObject[]): readonly unknown[] | undefined {
  const lists = schemas.flatMap((schema) => [
    ...("const" in schema ? [[schema["const"]]] : []),
    ...(Array.isArray(schema["enum"]) ? [schema["enum"]] : []),
  ]);
  const texts = lists.map((list) => new Set(list.map((value) => JSON.stringify(value))));
  return lists[0]?.filter((value) => texts.every((list) => list.has(JSON.stringify(value))));
}

export function boundsOf(
  schemas: readonly JsonObject[],
  lower: string,
  upper: string,
): [number, number] {
  const numbersOf = (keyword: string) =>
    schemas.flatMap((schema) => (typeof schema[keyword] === "number" ? schema[keyword] : []));
  return [Math.max(...numbersOf(lower)), Math.min(...numbersOf(upper))];
}

const typedKeywords: Readonly<Record<string, string>> = {
  object: "properties required additionalProperties patternProperties minProperties",
  array: "items prefixItems contains minItems uniqueItems",
  string: "pattern format minLength maxLength",
  number: "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf",
};

/**
 * Lists the types that schemas have in common, `null` last. Schemas without a type have that of
 * their keywords, or none: any value will do.
 */
export function typesOf(schemas: readonly JsonObject[]): readonly string[] {
  const declaredTypes = schemas.flatMap(({ type }) =>
    type === undefined ? [] : [[type].flat().map(String)],
  );
  const hasKeyword = (keywords: string) =>
    keywords.split(" ").some((keyword) => schemas.some((s) => keyword in s));
  const [first] = declaredTypes;
  if (!first)
    return Object.keys(typedKeywords)
      .filter((type) => hasKeyword(typedKeywords[type] ?? ""))
      .slice(0, 1);
  // An integer is a number, whichever of the two a schema mentions.
  const candidates = declaredTypes.flat().includes("integer") ? [...first, "integer"] : first;
  const types = candidates.filter((type) =>
    declaredTypes.every((list) => includesType(list, type)),
  );
  return types.toSorted((a, b) => Number(a === "null") - Number(b === "null"));
}

/** Returns whether a string or a number keeps the patterns, bounds and steps of its schemas. */
export function isWithinBounds(schemas: readonly JsonObject[], value: unknown): boolean {
  if (typeof value === "string") {
    const [minLength, maxLength] = boundsOf(schemas, "minLength", "maxLength");
    const { length } = [...value];
    const isMatch = ({ pattern }: JsonObject) =>
      typeof pattern !== "string" || runWithinSecond(() => createPattern(pattern).test(value));
    return length >= minLength && length <= maxLength && schemas.every(isMatch);
  }
  if (typeof value !== "number") return true;
  const [minimum, maximum] = boundsOf(schemas, "minimum", "maximum");
  const [lowerLimit, upperLimit] = boundsOf(schemas, "exclusiveMinimum", "exclusiveMaximum");
  const isMultiple = ({ multipleOf: step }: JsonObject) =>
    typeof step !== "number" || Number.isInteger(round(value / step));
  return (
    value >= minimum &&
    value <= maximum &&
    value > lowerLimit &&
    value < upperLimit &&
    schemas.every(isMultiple)
  );
}

/**
 * Returns a number within the bounds, zero if it is: a whole one if there is one.
 * @param prefersFraction Whether a whole one comes last: it may match another alternative, too.
 */
export function sampleNumber(
  schemas: readonly JsonObject[],
  isInteger: boolean,
  variant: number,
  prefersFraction: boolean,
): number {
  const [minimum, maximum] = boundsOf(schemas, "minimum", "maximum");
  const [lowerLimit, upperLimit] = boundsOf(schemas, "exclusiveMinimum", "exclusiveMaximum");
  const [low, high] = [Math.max(minimum, lowerLimit), Math.min(maximum, upperLimit)];
  const [step] = boundsOf(schemas, "multipleOf", "multipleOf");
  const unit = Number.isFinite(step) ? step : 1;
  const isValid = (value: number) =>
    isWithinBounds(schemas, value) && (!isInteger || Number.isInteger(value));
  // The number next to zero, multiples of the unit around it, and what is between bounds that have
  // none.
  const near = low > 0 ? low : Math.min(high, 0);
  const multiple = Math.ceil(near / unit) * unit;
  const candidates = [
    ...(prefersFraction ? [round(multiple + 0.5), round(multiple - 0.5)] : []),
    0,
    near,
    ...[0, 1, -1, 2, -2].map((count) => round(multiple + count * unit)),
    (low + high) / 2,
  ];
  const number = candidates.find(isValid) ?? near;
  const variants = [1, -1].map((direction) => round(number + direction * variant * unit));
  const between = low + ((high - low) * variant) / (variant + 1);
  return [...variants, between].find(isValid) ?? number;
}

/** Removes what is left of binary fractions: 0.1 times 3 is 0.3. */
const round = (value: number): number => Number(value.toPrecision(12));
