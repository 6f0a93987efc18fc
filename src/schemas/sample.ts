import { isDeepStrictEqual } from "node:util";
import { asList, includesType, isObject, type JsonObject, typeOf } from "../openapi/json.ts";
import { declaredProperties, exampleOf, flattenComposition } from "../openapi/schema.ts";
import { type Composition, compose } from "./compose.ts";
import { boundsOf, isWithinBounds, listValues, sampleNumber, typesOf } from "./merge.ts";
import { maxTextLength, type SampleText } from "./sample-text.ts";

/** Returns a random text or number of a schema; `noValue` if none is found. */
export type SampleRandom = (schema: JsonObject & { readonly type: string }) => unknown;

/** No value: the schema allows none, or none that ends. */
export const noValue: unique symbol = Symbol("no value");

/**
 * In schemas, and hundreds of characters. Beyond it, values have only what is required, and nothing
 * random. Beyond ten times as many none is found.
 */
const budget = 2_000;
export const maxItems = 100;

/**
 * Returns a plain value of a response's schema, the same each time: the example of each schema,
 * else its default, constant or first enumerated value, else a value of its type. An object has the
 * declared properties, and others only if they are required. A schema within itself appears twice
 * at most. Returns `noValue` if no value is found.
 * @throws RangeError for a value that is too large.
 * @param choice The number of the alternative that each choice between schemas prefers.
 * @param sampleRandom Makes texts and numbers. With it, all else is left to chance, too, and examples
 * don't count. Default: the value is plain.
 */
export function sampleSchema(
  document: object,
  schema: unknown,
  sampleText: SampleText,
  choice = 0,
  sampleRandom?: SampleRandom,
): unknown {
  const entered = new Set<unknown>();
  let count = 0;
  const isWriteOnly = (property: unknown) =>
    flattenComposition(document, property).some(({ writeOnly }) => writeOnly === true);

  const vary = (variant: number) => (sampleRandom ? Math.floor(Math.random() * 100) : variant);

  /** @param variant Differs for each item of a list whose items are unique. */
  function sample(schemas: readonly unknown[], variant: number): unknown {
    if (++count > 10 * budget) throw new RangeError("A value is too large.");
    if (schemas.some((schema) => isObject(schema) && entered.has(schema))) return noValue;
    for (const schema of schemas) entered.add(schema);
    let value: unknown = noValue;
    let alternatives = 1;
    const firstChoice = vary(choice);
    for (let index = 0; value === noValue && index < alternatives; index++) {
      const composition = compose(document, schemas, firstChoice + index);
      alternatives = composition.alternatives;
      if (composition.isPossible) value = sampleComposition(composition, variant);
    }
    for (const schema of schemas) entered.delete(schema);
    return value;
  }

  function sampleComposition(composition: Composition, variant: number): unknown {
    const { schemas } = composition;
    const types = typesOf(schemas);
    const values = listValues(schemas);
    // Many contracts have an example that is a number for a string, or breaks a pattern.
    const isFit = (example: unknown) =>
      (types.length === 0 || includesType(types, typeOf(example))) &&
      (values === undefined || values.some((value) => isDeepStrictEqual(value, example))) &&
      isWithinBounds(schemas, example);
    const examples = (sampleRandom ? [] : schemas)
      .map(exampleOf)
      .map((example) => (isFit(example) ? example : undefined));
    const [first] = examples;
    // A schema precedes its parts, so its own example precedes theirs.
    if (variant === 0 && first !== undefined) return first;
    if (values) return values.length > 0 ? values[variant % values.length] : noValue;
    const [type = sampleRandom ? "string" : "null", ...furtherTypes] = types;
    const last = examples.findLast((example) => example !== undefined);
    if (variant === 0 && type !== "object" && last !== undefined) return last;
    const value = sampleType(type, composition, variant);
    if (value === noValue) return furtherTypes.includes("null") ? null : noValue;
    return type === "object" ? Object.assign(value as object, ...examples.filter(isObject)) : value;
  }

  function sampleType(type: string, composition: Composition, variant: number): unknown {
    const { schemas } = composition;
    if (type === "object") return sampleObject(composition, variant);
    if (type === "array") return sampleList(schemas, variant);
    if (type === "boolean") return variant % 2 === 0;
    const isNumber = type === "integer" || type === "number";
    if (!isNumber && type !== "string") return null;
    const content = schemas.find((schema) => "contentSchema" in schema);
    if (content) return JSON.stringify(sample([content["contentSchema"]], variant));
    const [minLength, maxLength] = boundsOf(schemas, "minLength", "maxLength");
    const bounds = { minLength: Math.max(minLength, 0), maxLength };
    const whole: JsonObject & typeof bounds = { ...Object.assign({}, ...schemas), ...bounds };
    // Prism makes texts of a pattern, and of a minimum, however long they are.
    const isBounded =
      count <= budget && whole["pattern"] === undefined && bounds.minLength <= maxTextLength;
    const random = isBounded ? sampleRandom?.({ ...whole, type }) : undefined;
    if (includesType([type], typeOf(random)) && isWithinBounds(schemas, random)) return random;
    if (isNumber) return sampleNumber(schemas, type === "integer", variant, choice > 0);
    const text = sampleText(whole, variant);
    count += text.length / 100;
    return text;
  }

  function sampleObject({ schemas, discriminators }: Composition, variant: number): unknown {
    const required = new Set(schemas.flatMap((schema) => asList(schema["required"]).map(String)));
    const declared = declaredProperties(schemas);
    const names = new Set([...declared.keys(), ...required]);
    const [minimum, maximum] = boundsOf(schemas, "minProperties", "maxProperties");
    const further = schemas.flatMap(({ additionalProperties }) =>
      isObject(additionalProperties) ? [additionalProperties] : [],
    );
    // A map that may be empty has two entries.
    const isMap = names.size === 0 && further.length > 0;
    const leastNames = sampleRandom && isMap ? Math.max(minimum, Math.min(maximum, 2)) : minimum;
    for (let index = 1; names.size < Math.min(leastNames, maxItems); index++)
      names.add(`property${index}`);
    const entries: [string, unknown][] = [];
    for (const name of names) {
      const isOptional = !required.has(name);
      if (
        isOptional &&
        entries.length >= minimum &&
        (count > budget || entries.length + required.size >= maximum)
      )
        continue;
      const property = declared.get(name) ?? further;
      if (property.some(isWriteOnly)) continue;
      const discriminator = discriminators.get(name);
      const isNamed =
        discriminator !== undefined &&
        (listValues(compose(document, property, choice).schemas)?.includes(discriminator) ?? true);
      const value = isNamed ? discriminator : sample(property, vary(variant));
      if (value !== noValue) entries.push([name, value]);
      else if (!isOptional) return noValue;
    }
    return Object.fromEntries(entries);
  }

  function sampleList(schemas: readonly JsonObject[], variant: number): unknown {
    const [minimum, maximum] = boundsOf(schemas, "minItems", "maxItems");
    const prefix = asList(schemas.find((schema) => "prefixItems" in schema)?.["prefixItems"]);
    const further = schemas.flatMap((schema) =>
      ["items", "contains"].flatMap((keyword) => (keyword in schema ? [schema[keyword]] : [])),
    );
    const isUnique = schemas.some(({ uniqueItems }) => uniqueItems === true);
    const defaultLength = prefix.length > 0 ? prefix.length : further.length > 0 ? 1 : 0;
    const length = Math.max(minimum, defaultLength) + (prefix.length === 0 ? vary(0) % 3 : 0);
    const items: unknown[] = [];
    for (let index = 0; index < Math.min(maximum, maxItems, length); index++) {
      const item = sample(
        index < prefix.length ? [prefix[index]] : further,
        isUnique ? variant + index : vary(variant),
      );
      if (item === noValue) return index < minimum ? noValue : items;
      items.push(item);
    }
    return items;
  }
  return sample([schema], vary(0));
}
