import { below, isObject, resolve, schemaFields } from "../../contract.ts";
import { everywhere, isText, type Rule } from "../rule.ts";

/** A response of known shape has three named examples or more, and its first shows every field. */
export const completeExamples: Rule = (contract) =>
  everywhere(contract, (node, path) => {
    if (path.at(-2) !== "content" || !path.includes("responses")) return [];
    const all = schemaFields(contract, node["schema"]);
    const sent = all
      .filter(({ schema }) => schema["writeOnly"] || resolve(contract, schema)?.["writeOnly"])
      .map(({ path }) => path);
    const isSent = (path: string) =>
      sent.some((each) => path === each || path.startsWith(`${each}.`) || path.startsWith(`${each}[`));
    const fields = all.filter(({ path, alternative }) => !alternative && !isSent(path)).map(({ path }) => path);
    if (all.length === 0) return [];
    const examples = Object.entries(isObject(node["examples"]) ? node["examples"] : {}).map(([name, example]) => {
      const resolved = resolve(contract, example);
      return { name, example: isObject(resolved) ? resolved : {} };
    });
    // Fields that exclude each other take several examples.
    const excludes = below(contract, node["schema"]).some((schema) => "oneOf" in schema || "not" in schema);
    const showing = excludes ? examples : examples.slice(0, 1);
    const shown = new Set(showing.flatMap(({ example }) => [...pathsOf(example["value"])]));
    const missing = fields.filter((field) => !shown.has(field));
    return [
      examples.length < 3 && "A response needs at least three named examples.",
      missing.length > 0 &&
        `The ${excludes ? "examples" : "first example"} must show every field; ${excludes ? "they lack" : "it lacks"} ${missing.join(", ")}.`,
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
