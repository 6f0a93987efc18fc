import type { Contract, Schema } from "../../contract.ts";
import { everywhereButExamples, type Finding, isObject, type Rule } from "./rule.ts";

/** An answer of known shape has three named examples or more, and its first shows every field. */
export const completeExamples: Rule = (contract) =>
  everywhereButExamples(contract, (node, path): Finding[] => {
    const schema = node["schema"];
    if (path.at(-2) !== "content" || !path.includes("responses") || !isObject(schema)) return [];
    const fields = fieldsOf(schema as Schema, contract);
    if (fields.size === 0) return [];
    const examples = Object.entries(isObject(node["examples"]) ? node["examples"] : {});
    const shown = new Set(keysOf(isObject(examples[0]?.[1]) ? examples[0][1]["value"] : undefined));
    const missing = [...fields].filter((field) => !shown.has(field));
    return [
      ...(examples.length < 3 ? [{ message: "An answer needs at least three named examples.", path }] : []),
      ...(missing.length > 0
        ? [{ message: `The first example must show every field; it lacks ${missing.join(", ")}.`, path }]
        : []),
      ...examples.flatMap(([name, example]) =>
        isObject(example) && example["summary"]
          ? []
          : [
              {
                message: `The example "${name}" needs a summary that tells the case.`,
                path: [...path, "examples", name],
              },
            ],
      ),
    ];
  });

function fieldsOf(schema: unknown, contract: Contract): Set<string> {
  if (!isObject(schema)) return new Set();
  const reference = schema["$ref"];
  if (typeof reference === "string") {
    return fieldsOf(contract.components.schemas[reference.split("/").at(-1) ?? ""], contract);
  }
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const parts = [schema["items"], ...[schema["allOf"] ?? []].flat(), ...Object.values(properties)];
  return new Set([...Object.keys(properties), ...parts.flatMap((part) => [...fieldsOf(part, contract)])]);
}

function keysOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(keysOf);
  return isObject(value) ? Object.entries(value).flatMap(([key, inner]) => [key, ...keysOf(inner)]) : [];
}
