import { isSuccessStatus } from "../../../src/openapi/status.ts";
import { asObject, type Contract, listFields, nodes, type Path, resolve, withDescendants } from "../../contract.ts";
import { checkNodes, isText, type Rule } from "../rule.ts";

/** A success of known shape has three examples, a failure one, each with a summary. The first shows every field. */
export default ((contract) => {
  const successes = successReferences(contract);
  return checkNodes(contract, (node, path) => {
    if (path.at(-2) !== "content" || !path.includes("responses")) return [];
    const allFields = listFields(contract, node["schema"], "writeOnly");
    const fields = allFields.flatMap(({ path, alternative }) => (alternative ? [] : path));
    if (allFields.length === 0) return [];
    const examples = Object.entries(asObject(node["examples"])).map(([name, example]) => ({
      name,
      example: asObject(resolve(contract, example)),
    }));
    // Fields that exclude each other take several examples.
    const excludes = withDescendants(contract, node["schema"]).some((schema) => "oneOf" in schema || "not" in schema);
    const showing = excludes ? examples : examples.slice(0, 1);
    const shownPaths = new Set(showing.flatMap(({ example }) => pathsOf(example["value"])));
    const missingFields = fields.filter((field) => !shownPaths.has(field));
    const minimum = isSuccess(path, successes) ? 3 : 1;
    return [
      examples.length < minimum &&
        (minimum > 1
          ? "A successful response needs at least three named examples."
          : "A failure of known shape needs a named example."),
      missingFields.length > 0 &&
        `The ${excludes ? "examples" : "first example"} must show every field. Missing: ${missingFields.join(", ")}.`,
      ...examples.map(({ name, example }) => !isText(example["summary"]) && `The example "${name}" needs a summary.`),
    ];
  });
}) satisfies Rule;

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

/** Returns the path of every property of a value, such as `rooms[].roomId`. */
function pathsOf(value: unknown, parentPath = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => pathsOf(item, `${parentPath}[]`));
  return Object.entries(asObject(value)).flatMap(([key, inner]) => {
    const path = parentPath ? `${parentPath}.${key}` : key;
    return [path, ...pathsOf(inner, path)];
  });
}
