import { isDeepStrictEqual } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { createSchemaCopier } from "../../../src/mock/schemas.ts";
import { type Contract, cachePerDocument, isObject, type Json, resolve, type Schema } from "../../contract.ts";
import { listScalars, listTypes } from "./scalar.ts";
import { type Place, variantsOf } from "./variants.ts";

/**
 * Creates the simplest value that a schema accepts in a request: an example, the default, `const`, the first of `enum`,
 * or else one that its keywords suggest. Returns `undefined` if none is found.
 */
export function createSampleValue(contract: Contract, schema: Schema): Json | undefined {
  const [value] = listValues({ contract, ancestors: [], search: { schemasLeft: 2_000 } }, schema, 1);
  return value;
}

/** Lists different values that a schema accepts, at most `count`, the simplest first. */
function listValues(place: Place, schema: Json, count: number): Json[] {
  const isValid = isObject(schema) ? validatorsOf(place.contract)(schema) : () => true;
  const innerPlace = { ...place, ancestors: [...place.ancestors, schema] };
  const values: Json[] = [];
  for (const variant of variantsOf(place, schema)) {
    for (const value of candidatesOf(innerPlace, variant, count)) {
      if (values.length === count) return values;
      if (isValid(value) && !isIn(values, value)) values.push(value);
    }
  }
  return values;
}

/** Compiles schemas of requests. An invalid one accepts nothing. */
const validatorsOf = cachePerDocument((contract: Contract) => {
  const ajv = formats.default(new Ajv2020({ strict: false, logger: false, inlineRefs: false }));
  const copy = createSchemaCopier(contract, "readOnly", (schema, id) => ajv.addSchema(schema, id));
  return cachePerDocument((schema: object): ((value: unknown) => boolean) => {
    try {
      return ajv.compile(copy(schema));
    } catch {
      return () => false;
    }
  });
});

const isIn = (values: Json[], value: Json) => values.some((candidate) => isDeepStrictEqual(candidate, value));

function* candidatesOf(place: Place, schema: Schema, count: number): Generator<Json> {
  yield* (schema["examples"] ?? []) as Json[];
  for (const keyword of ["default", "const"]) if (keyword in schema) yield schema[keyword] as Json;
  yield* (schema["enum"] ?? []) as Json[];
  for (const type of listTypes(schema)) {
    if (type === "array") yield* listArrays(place, schema);
    else if (type === "object") yield* listObjects(place, schema, count);
    else yield* listScalars(type, schema);
  }
}

function listArrays(place: Place, schema: Schema): Json[] {
  const { items = true, contains = true, minItems = 0, maxItems = Infinity, minContains = 1, uniqueItems } = schema;
  const prefix = (schema["prefixItems"] ?? []) as Json[];
  const containing = prefix.length + ("contains" in schema ? Number(minContains) : 0);
  const length = Math.min(Math.max(1, Number(minItems), containing), Number(maxItems));
  const array: Json[] = [];
  for (let index = 0; index < length; index++) {
    const item = prefix[index] ?? (index < containing ? { allOf: [items, contains] } : items);
    const values = listValues(place, item, uniqueItems ? length : 1);
    array.push(...values.filter((value) => !uniqueItems || !isIn(array, value)).slice(0, 1));
  }
  return [array, []];
}

function listObjects(place: Place, schema: Schema, count: number): Json[] {
  const map = (keyword: string) => (schema[keyword] ?? {}) as Record<string, Schema>;
  const properties = map("properties");
  const patterns = Object.entries(map("patternProperties"));
  const names = new Set((schema["required"] ?? []) as string[]);
  // A set is iterated over what it gains meanwhile, too.
  for (const name of names) {
    for (const dependentName of (map("dependentRequired")[name] ?? []) as string[]) names.add(dependentName);
  }
  const minimum = Number(schema["minProperties"] ?? 0);
  const namesBy = (keywords: Schema) => listValues(place, { ...keywords, type: "string" }, minimum) as string[];
  const inventedNames = [...patterns.map(([pattern]) => ({ pattern })), map("propertyNames")].flatMap(namesBy);
  for (const name of [...Object.keys(properties), ...inventedNames]) if (names.size < minimum) names.add(name);
  const fields = [...names].flatMap((name): [name: string, values: Json[]][] => {
    if (resolve(place.contract, properties[name])?.["readOnly"] === true) return [];
    const pattern = patterns.find(([text]) => new RegExp(text, "u").test(name));
    const property = properties[name] ?? pattern?.[1] ?? schema["additionalProperties"] ?? true;
    return [[name, listValues(place, property, count)]];
  });
  const length = fields.some(([, values]) => values.length === 0) ? 0 : count;
  return Array.from({ length }, (_, index) =>
    Object.fromEntries(fields.map(([name, values]) => [name, values[index] ?? (values.at(-1) as Json)])),
  );
}
