import { isObject, resolve, schemaFields } from "../../contract.ts";
import { everywhere, isText, type Rule } from "../rule.ts";

/** A response of known shape has three named examples or more, and its first shows every field. */
export const completeExamples: Rule = (contract) =>
  everywhere(contract, (node, path) => {
    if (path.at(-2) !== "content" || !path.includes("responses")) return [];
    const fields = schemaFields(contract, node["schema"]).map((field) => field.path);
    if (fields.length === 0) return [];
    const examples = Object.entries(isObject(node["examples"]) ? node["examples"] : {}).map(([name, example]) => {
      const resolved = resolve(contract, example);
      return { name, example: isObject(resolved) ? resolved : {} };
    });
    const shown = pathsOf(examples[0]?.example["value"]);
    const missing = fields.filter((field) => !shown.has(field));
    return [
      examples.length < 3 && "A response needs at least three named examples.",
      missing.length > 0 && `The first example must show every field; it lacks ${missing.join(", ")}.`,
      ...examples.map(({ name, example }) => !isText(example["summary"]) && `The example "${name}" needs a summary.`),
    ];
  });

/** The way to every property of a value, such as `rooms[].roomId`. */
function pathsOf(value: unknown, at = ""): Set<string> {
  if (Array.isArray(value)) return new Set(value.flatMap((item) => [...pathsOf(item, `${at}[]`)]));
  const entries = isObject(value) ? Object.entries(value) : [];
  return new Set(
    entries.flatMap(([key, inner]) => {
      const path = at ? `${at}.${key}` : key;
      return [path, ...pathsOf(inner, path)];
    }),
  );
}
