import { type Contract, isObject, resolve } from "../../contract.ts";
import { everywhere, isText, type Rule } from "./rule.ts";

/** An answer of known shape has three named examples or more, and its first shows every field. */
export const completeExamples: Rule = (contract) =>
  everywhere(contract, (node, path) => {
    if (path.at(-2) !== "content" || !path.includes("responses")) return [];
    const fields = fieldsOf(node["schema"], contract);
    if (fields.length === 0) return [];
    const examples = Object.entries(isObject(node["examples"]) ? node["examples"] : {}).map(([name, example]) => ({
      name,
      example: resolved(example, contract) ?? {},
    }));
    const shown = pathsOf(examples[0]?.example["value"]);
    const missing = fields.filter((field) => !shown.has(field)).map((field) => field.slice(1));
    return [
      examples.length < 3 && "An answer needs at least three named examples.",
      missing.length > 0 && `The first example must show every field; it lacks ${missing.join(", ")}.`,
      ...examples.map(
        ({ name, example }) =>
          !isText(example["summary"]) && `The example "${name}" needs a summary that tells the case.`,
      ),
    ];
  });

/** Every property below a schema, as `.a[].b`. A schema that holds itself is walked once. */
function fieldsOf(schema: unknown, contract: Contract, at = "", above: unknown[] = []): string[] {
  const node = resolved(schema, contract);
  if (!node || above.includes(node)) return [];
  const inner = (part: unknown, place: string) => fieldsOf(part, contract, place, [...above, node]);
  const properties = Object.entries(isObject(node["properties"]) ? node["properties"] : {});
  return [
    ...properties.flatMap(([name, property]) => [`${at}.${name}`, ...inner(property, `${at}.${name}`)]),
    ...inner(node["items"], `${at}[]`),
    ...[node["allOf"] ?? []].flat().flatMap((part) => inner(part, at)),
  ];
}

function pathsOf(value: unknown, at = ""): Set<string> {
  if (Array.isArray(value)) return new Set(value.flatMap((item) => [...pathsOf(item, `${at}[]`)]));
  const entries = isObject(value) ? Object.entries(value) : [];
  return new Set(entries.flatMap(([key, inner]) => [`${at}.${key}`, ...pathsOf(inner, `${at}.${key}`)]));
}

function resolved(node: unknown, contract: Contract): Record<string, unknown> | undefined {
  const found = resolve(contract, node);
  return isObject(found) ? found : undefined;
}
