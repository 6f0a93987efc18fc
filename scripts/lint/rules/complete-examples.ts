import { isSuccessStatus } from "../../../src/openapi/status.ts";
import { type Contract, isObject, nodes, type Path, resolve, schemaFields, withDescendants } from "../../contract.ts";
import { everywhere, isText, type Rule } from "../rule.ts";

/** A success of known shape has three named examples or more, a failure has one, and the first shows every field. */
export const completeExamples: Rule = (contract) => {
  const successes = successReferences(contract);
  return everywhere(contract, (node, path) => {
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
    const excludes = withDescendants(contract, node["schema"]).some((schema) => "oneOf" in schema || "not" in schema);
    const showing = excludes ? examples : examples.slice(0, 1);
    const shown = new Set(showing.flatMap(({ example }) => [...pathsOf(example["value"])]));
    const missing = fields.filter((field) => !shown.has(field));
    const least = isSuccess(path, successes) ? 3 : 1;
    return [
      examples.length < least &&
        (least > 1
          ? "A successful response needs at least three named examples."
          : "A failure of known shape needs a named example."),
      missing.length > 0 &&
        `The ${excludes ? "examples" : "first example"} must show every field; ${excludes ? "they lack" : "it lacks"} ${missing.join(", ")}.`,
      ...examples.map(({ name, example }) => !isText(example["summary"]) && `The example "${name}" needs a summary.`),
    ];
  });
};

/** Returns whether the body at this path belongs to a success: by its status, or by a reference from one. */
function isSuccess(path: Path, successes: Set<unknown>): boolean {
  const response = path.slice(0, path.indexOf("responses") + 2);
  return response[0] === "components"
    ? successes.has(`#/${response.join("/")}`)
    : isSuccessStatus(`${response.at(-1)}`);
}

const successReferences = (contract: Contract): Set<unknown> =>
  new Set(
    nodes(contract).flatMap(({ node, path }) =>
      path.at(-2) === "responses" && isSuccessStatus(`${path.at(-1)}`) ? [node["$ref"]] : [],
    ),
  );

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
