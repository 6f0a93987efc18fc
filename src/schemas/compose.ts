import { asList, asObject, isObject, type JsonObject } from "../openapi/json.ts";
import { isReference, parseReference, targetOf } from "../openapi/reference.ts";

/** The schemas that one value has to match, and how they were chosen. */
export interface Composition {
  readonly schemas: readonly JsonObject[];
  /** How many alternatives the largest choice has. */
  readonly alternatives: number;
  /** The values of properties that discriminate between schemas, by name. */
  readonly discriminators: ReadonlyMap<string, string>;
  /** False if one of the schemas allows no value. */
  readonly isPossible: boolean;
}

/**
 * Collects the schemas that a value of these schemas has to match, references followed: each
 * schema, the parts of its `allOf`, its condition with what then applies, and of each choice the
 * alternative with this number.
 */
export function compose(document: object, list: readonly unknown[], choice: number): Composition {
  const schemas: JsonObject[] = [];
  const visitedSchemas = new Set<unknown>();
  const discriminators = new Map<string, string>();
  let alternatives = 1;
  let isPossible = true;

  /**
   * @param name The reference that names the value: the first on the way to the schema, or that of
   * an alternative.
   */
  function add(schema: unknown, name?: string): void {
    if (schema === false) isPossible = false;
    if (!isObject(schema) || visitedSchemas.has(schema)) return;
    visitedSchemas.add(schema);
    if (isReference(schema)) {
      const { $ref, ...siblings } = schema;
      if (Object.keys(siblings).length > 0) add(siblings, name ?? $ref);
      add(targetOf(document, $ref), name ?? $ref);
      return;
    }
    schemas.push(schema);
    const choices = [schema["oneOf"], schema["anyOf"]].map(asList).map(sortNullLast);
    const chosenSchemas = choices.map((choices) => choices[choice % choices.length]);
    alternatives = Math.max(alternatives, ...choices.map(({ length }) => length));
    const { discriminator } = schema;
    const reference = chosenSchemas.find(isReference)?.$ref ?? name;
    if (isObject(discriminator) && reference !== undefined) {
      discriminators.set(
        String(discriminator["propertyName"]),
        discriminate(document, discriminator, reference),
      );
    }
    for (const part of asList(schema["allOf"])) add(part, name);
    for (const part of chosenSchemas) add(part);
    if (schema["then"] !== undefined)
      for (const keyword of ["if", "then"]) add(schema[keyword], name);
  }
  for (const schema of list) add(schema);
  return { schemas, alternatives, discriminators, isPossible };
}

const sortNullLast = (choices: readonly unknown[]): readonly unknown[] =>
  choices.toSorted((a, b) => Number(isNullType(a)) - Number(isNullType(b)));
const isNullType = (schema: unknown): boolean => asObject(schema)["type"] === "null";

/**
 * Returns the discriminating value of a schema: the key of the mapping to it, or else the first key
 * of the mapping; without a mapping, its name.
 */
function discriminate(document: object, discriminator: JsonObject, $ref: string): string {
  const name = parseReference($ref).at(-1) ?? "";
  const target = targetOf(document, $ref);
  const isMapped = (value: unknown) =>
    value === $ref ||
    value === name ||
    (target !== undefined && targetOf(document, String(value)) === target);
  const entries = Object.entries(asObject(discriminator["mapping"]));
  const [key = name] = entries.find(([, value]) => isMapped(value)) ?? entries[0] ?? [];
  return key;
}
