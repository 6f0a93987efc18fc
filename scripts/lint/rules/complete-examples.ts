import { asObject } from "../../../src/openapi/json.ts";
import { reachableObjects } from "../../../src/openapi/nodes.ts";
import type { Operation, Webhook } from "../../../src/openapi/operation.ts";
import { operationsOf, webhooksOf } from "../../../src/openapi/operations.ts";
import { isSuccessStatus } from "../../../src/openapi/status.ts";
import type { Contract } from "../../contract/document.ts";
import { listFields } from "../../contract/fields.ts";
import { statedValueOf } from "../../contract/stated-value.ts";
import type { ReportProblem, Rule } from "../rule.ts";

/**
 * Samples, tests and deliveries have stated values. A success of known shape has three examples, a
 * failure and what was observed one. The first shows every field.
 */
export default ((contract, report) => {
  /** What several operations share is checked at the first. */
  const checkedSchemas = new Set<unknown>();
  const check = (operation: Operation | Webhook, describe: (name: string) => string) => {
    for (const parameter of operation.parameters)
      if (parameter.required && statedValueOf(contract, parameter) === undefined)
        report(operation.keys, describe(parameter.name));
    checkResponses(contract, operation, checkedSchemas, report);
  };
  for (const operation of operationsOf(contract))
    check(
      operation,
      (name) => `The operation is called with "${name}" in samples and tests: give it an example.`,
    );
  for (const webhook of webhooksOf(contract))
    check(webhook, (name) => `The mock sends "${name}" with every delivery: give it an example.`);
}) satisfies Rule;

function checkResponses(
  contract: Contract,
  { keys, node, responses }: Operation | Webhook,
  checkedSchemas: Set<unknown>,
  report: ReportProblem,
): void {
  for (const { code, contents, node: response = {} } of responses)
    for (const { mediaType, schema, node: media = {} } of contents) {
      const fields = listFields(contract, schema, "writeOnly");
      if (fields.length === 0 || checkedSchemas.has(schema)) continue;
      checkedSchemas.add(schema);
      const path = [...keys, "responses", code, "content", mediaType];
      const examples = Object.values(asObject(media["examples"])).map((example) =>
        pathsOf(asObject(example)["value"]),
      );
      const isObserved = "x-observed" in node || "x-observed" in response;
      const [minimum, sentence] =
        isSuccessStatus(code) && !isObserved
          ? [3, "A successful response needs at least three named examples."]
          : [1, "A response of known shape needs a named example."];
      report(path, examples.length < minimum && sentence);
      // Fields that exclude each other take several examples.
      const excludes = reachableObjects(contract, schema).some(
        (part) => "oneOf" in part || "not" in part,
      );
      const shownPaths = (excludes ? examples : examples.slice(0, 1)).flat();
      const missingFields = fields
        .filter(({ path, alternative }) => !alternative && !shownPaths.includes(path))
        .map(({ path }) => path)
        .join(", ");
      const subject = excludes ? "The examples" : "The first example";
      report(path, missingFields && `${subject} must show every field. Missing: ${missingFields}.`);
    }
}

/** Returns the path of every property of a value, such as `rooms[].roomId`. */
function pathsOf(value: unknown, parentPath = ""): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => pathsOf(item, `${parentPath}[]`));
  return Object.entries(asObject(value)).flatMap(([key, inner]) => {
    const path = parentPath ? `${parentPath}.${key}` : key;
    return [path, ...pathsOf(inner, path)];
  });
}
