import {
  type Contract,
  isObject,
  type Json,
  type Path,
  pathOperations,
  resolve,
  type Schema,
  valueAt,
} from "../../contract.ts";
import { examplesOf, exampleValue, observedExample } from "./example.ts";
import type { Change } from "./fact.ts";

type Media = { schema?: Schema; examples?: Record<string, { value: Json }> };

/** Derives the other examples of observed responses. A review document has one of each: the rest follows from the schema. */
export function withAllExamples(contract: Contract): Contract {
  const copy = structuredClone(contract);
  for (const item of Object.values(copy.paths)) {
    for (const { responses } of Object.values(item)) {
      for (const { content } of Object.values(responses ?? {})) {
        for (const media of Object.values(content ?? {}) as Media[]) {
          const names = Object.keys(media.examples ?? {});
          if (names.join() !== observedExample || !media.schema) continue;
          media.examples = { ...examplesOf(media.schema), ...media.examples };
        }
      }
    }
  }
  return copy;
}

/** What the first example of each response lacks of its schema: a field that is learned appears in it, too. */
export function missingFromExamples(contract: Contract): Change[] {
  return pathOperations(contract).flatMap(({ keys, operation }) =>
    Object.entries(operation.responses).flatMap(([status, response]) =>
      Object.entries(response.content ?? {}).flatMap(([type, media]) => {
        const [name, example] = Object.entries((media as Media).examples ?? {})[0] ?? [];
        if (!name || !example) return [];
        const at = [...keys, "responses", status, "content", type, "examples", name];
        // One by reference belongs to a component.
        return valueAt(contract, at) ? lacking(contract, media.schema, example.value, at, "value") : [];
      }),
    ),
  );
}

function lacking(contract: Contract, written: unknown, value: Json, holder: Path, key: string | number): Change[] {
  const schema = resolve(contract, written);
  if (!isObject(schema)) return [];
  const parts = [schema["allOf"] ?? []].flat().flatMap((part) => lacking(contract, part, value, holder, key));
  if (Array.isArray(value)) {
    const items = resolve(contract, schema["items"]);
    if (value.length > 0) return [...parts, ...lacking(contract, items, value[0] ?? null, [...holder, key], 0)];
    const isShown = isObject(items) && isObject(items["properties"]);
    return isShown ? [...parts, { at: holder, update: { [key]: [exampleValue(items as Schema)] } }] : parts;
  }
  if (!isObject(value) || !isObject(schema["properties"])) return parts;
  const inside = Object.entries(schema["properties"]).flatMap(([name, property]): Change[] => {
    const own = (value as Record<string, Json>)[name];
    if (own !== undefined) return lacking(contract, property, own, [...holder, key], name);
    return [
      { at: [...holder, key], update: { [name]: exampleValue(resolve(contract, property) as Schema, "full", name) } },
    ];
  });
  return [...parts, ...inside];
}
