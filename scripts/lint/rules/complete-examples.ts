import { asObject } from "../../../src/openapi/json.ts";
import { nodes, reachableObjects } from "../../../src/openapi/nodes.ts";
import type { Operation } from "../../../src/openapi/operation.ts";
import { operationsOf, webhooksOf } from "../../../src/openapi/operations.ts";
import { pointerOf, valueAt } from "../../../src/openapi/pointer.ts";
import { resolve } from "../../../src/openapi/reference.ts";
import { isSuccessStatus } from "../../../src/openapi/status.ts";
import type { Contract } from "../../contract/document.ts";
import { listFields } from "../../contract/fields.ts";
import { statedValueOf } from "../../contract/stated-value.ts";
import type { Rule } from "../rule.ts";

/**
 * Samples, tests and deliveries have stated values. A success of known shape has three examples, a
 * failure and what was observed one. The first shows every field.
 */
export default ((contract, report) => {
  for (const { keys, parameters } of operationsOf(contract)) {
    for (const name of unstatedInputs(contract, parameters))
      report(
        keys,
        `The operation is called with "${name}" in samples and tests: give it an example.`,
      );
  }
  for (const { keys, parameters } of webhooksOf(contract)) {
    for (const name of unstatedInputs(contract, parameters))
      report(keys, `The mock sends "${name}" with every delivery: give it an example.`);
  }
  /** The pointers of the successes, and of what they refer to. */
  const successes = new Set(
    nodes(contract).flatMap(({ node, path }) =>
      path.at(-2) === "responses" && isSuccessStatus(`${path.at(-1)}`)
        ? [`#${pointerOf(path)}`, node["$ref"]]
        : [],
    ),
  );
  for (const { node, path } of nodes(contract)) {
    if (path.at(-2) !== "content" || !path.includes("responses")) continue;
    const allFields = listFields(contract, node["schema"], "writeOnly");
    const fields = allFields.flatMap(({ path, alternative }) => (alternative ? [] : path));
    if (allFields.length === 0) continue;
    const examples = Object.values(asObject(node["examples"])).map((example) =>
      asObject(resolve(contract, example)),
    );
    const response = path.slice(0, path.indexOf("responses") + 2);
    const isObserved = [response, response.slice(0, -2)].some(
      (keys) => "x-observed" in asObject(valueAt(contract, keys)),
    );
    const [minimum, sentence] =
      successes.has(`#${pointerOf(response)}`) && !isObserved
        ? [3, "A successful response needs at least three named examples."]
        : [1, "A response of known shape needs a named example."];
    report(path, examples.length < minimum && sentence);
    // Fields that exclude each other take several examples.
    const excludes = reachableObjects(contract, node["schema"]).some(
      (schema) => "oneOf" in schema || "not" in schema,
    );
    const showing = excludes ? examples : examples.slice(0, 1);
    const shownPaths = new Set(showing.flatMap((example) => pathsOf(example["value"])));
    const missingFields = fields.filter((field) => !shownPaths.has(field)).join(", ");
    const subject = excludes ? "The examples" : "The first example";
    report(path, missingFields && `${subject} must show every field. Missing: ${missingFields}.`);
  }
}) satisfies Rule;

function unstatedInputs(contract: Contract, parameters: Operation["parameters"]): string[] {
  const unstated = parameters.filter(
    (parameter) => parameter.required && statedValueOf(contract, parameter) === undefined,
  );
  return unstated.map(({ name }) => name);
}

/** Returns the path of every property of a value, such as `rooms[].roomId`. */
function pathsOf(value: unknown, parentPath = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => pathsOf(item, `${parentPath}[]`));
  return Object.entries(asObject(value)).flatMap(([key, inner]) => {
    const path = parentPath ? `${parentPath}.${key}` : key;
    return [path, ...pathsOf(inner, path)];
  });
}
