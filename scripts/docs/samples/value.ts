import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import formats from "ajv-formats";
import { toSelfContained } from "../../../src/openapi/schema.ts";
import { type Contract, isObject, type Json, keysOf, resolve, type Schema, valueAt } from "../../contract.ts";
import { listCandidates } from "./candidates.ts";

const ajv = formats.default(new Ajv2020({ strict: false, logger: false, verbose: true, allErrors: true }));

const maxChanges = 40;

/**
 * Creates a simple value that a schema accepts in a request. Begins with an example, the default or an empty value, and
 * changes it as the validator's errors demand, until there are none. Returns `undefined` if no value is found.
 */
export function createSampleValue(contract: Contract, schema: Schema): Json | undefined {
  try {
    return findValue(toSelfContained(contract, schema) as Schema);
  } catch {
    // The schema is invalid, or checks itself without end.
    return undefined;
  }
}

function findValue(document: Schema): Json | undefined {
  const isValid = ajv.compile(document);
  const root: { value: Json } = { value: null };
  /** The index of the alternative to take. */
  let choice = 0;
  for (; choice < 3; choice++) {
    root.value = initialOf(document);
    for (let change = 0; change < maxChanges; change++) {
      const [error] = listErrors();
      if (!error) return root.value;
      const text = JSON.stringify(root.value);
      mend(error);
      if (JSON.stringify(root.value) === text) break;
    }
  }
  return undefined;

  function initialOf(unresolved: unknown): Json {
    const target = resolve(document, unresolved);
    if (!isObject(target)) return "example";
    const { examples = [], anyOf, oneOf, allOf } = target as Record<string, Json[]>;
    const values = "default" in target ? [...examples, target["default"] as Json] : examples;
    const alternatives = anyOf ?? oneOf ?? allOf?.slice(0, 1) ?? [];
    const alternative = alternatives[Math.min(choice, alternatives.length - 1)];
    if (values.length === 0 && alternative !== undefined && target["type"] === undefined) return initialOf(alternative);
    const [value = null] = [...values, ...listCandidates(target as Schema)];
    const isEmptyList = Array.isArray(value) && value.length === 0;
    return isEmptyList && choice === 0 && target["items"] ? [initialOf(target["items"])] : structuredClone(value);
  }

  function listErrors(): ErrorObject[] {
    isValid(root.value);
    // A property that only responses have can be missing.
    return (isValid.errors ?? []).filter(
      ({ params, parentSchema }) =>
        resolve(document, parentSchema?.["properties"]?.[params["missingProperty"]])?.readOnly !== true,
    );
  }

  function mend(error: ErrorObject): void {
    const { instancePath, keyword, params, schema: keywordSchema, parentSchema = {} } = error;
    const { properties = {}, items, prefixItems = [] } = parentSchema;
    const list = error.data as Json[];
    const object = error.data as Record<string, Json>;
    const add = (name: string) => {
      object[name] = initialOf(properties[name]);
    };
    if (params["missingProperty"]) add(params["missingProperty"]);
    else if (keyword === "minProperties")
      add(Object.keys(properties).find((name) => !(name in object)) ?? `name${Object.keys(object).length}`);
    else if (keyword === "minItems") list.push(initialOf(prefixItems[list.length] ?? items));
    else if (keyword === "contains") list.push(initialOf(keywordSchema));
    else if (keyword === "uniqueItems") replace(`${instancePath}/${params["i"]}`, resolve(document, items), list);
    else replace(instancePath, parentSchema as Schema);

    /** Replaces the value at a path by the candidate with the fewest errors there. */
    function replace(path: string, schemaThere: Schema, takenValues: Json[] = []): void {
      const keys = keysOf(`/value${path}`);
      const holder = valueAt(root, keys.slice(0, -1)) as Record<string, Json>;
      const rank = (value: Json) => {
        holder[keys.at(-1) ?? ""] = value;
        return listErrors().filter(({ instancePath: place }) => path.startsWith(place)).length;
      };
      const candidates = listCandidates(schemaThere).filter((value) => !takenValues.includes(value));
      const ranks = candidates.map(rank);
      rank(candidates[ranks.indexOf(Math.min(...ranks))] ?? null);
    }
  }
}
