import * as ajv from "ajv/dist/2020.js";
import * as formats from "ajv-formats/dist/formats.js";
import { type CompiledSchema, findDifferences } from "../../../src/openapi/differences.ts";
import { asObject } from "../../../src/openapi/json.ts";
import { isMap, nodes, type Path } from "../../../src/openapi/nodes.ts";
import { resolve } from "../../../src/openapi/reference.ts";
import { createCompiler } from "../../../src/schemas/validators.ts";
import type { Contract } from "../../contract/document.ts";
import type { Rule } from "../rule.ts";

type Direction = "sent" | "received";

/** An example is valid by its schema. The validators are those that the project ships, so lint and mock agree. */
export default ((contract, report) => {
  const compilers = {
    sent: createCompiler({ ajv, formats }, contract, "readOnly"),
    received: createCompiler({ ajv, formats }, contract, "writeOnly"),
  };
  for (const { node, path } of nodes(contract)) {
    if (isMap(path)) continue;
    const isSchema = !("schema" in node);
    const schema = isSchema ? node : node["schema"];
    const validators: { [name in Direction]?: CompiledSchema } = {};
    const findProblems = (direction: Direction, value: unknown) => {
      validators[direction] ??= compilers[direction](schema);
      return findDifferences(validators[direction], value);
    };
    for (const { place, value } of examplesIn(contract, node, isSchema)) {
      try {
        let problems = findProblems(isSchema ? "received" : directionOf(path), value);
        // An example of a schema can be of either direction.
        if (isSchema && problems.length > 0) {
          const otherProblems = findProblems("sent", value);
          if (otherProblems.length < problems.length) problems = otherProblems;
        }
        for (const { pointer, message } of problems)
          report([...path, ...place], `By its schema, ${pointer || "this example"} ${message}.`);
      } catch (error) {
        report([...path, ...(isSchema ? [] : ["schema"])], `No example can be checked: ${(error as Error).message}.`);
      }
    }
  }
}) satisfies Rule;

/** Returns who gets the values at a place: the service its inputs, and the user its responses and webhooks. */
function directionOf(path: Path): Direction {
  const isInput = ["parameters", "requestBody", "requestBodies"].some((key) => path.includes(key));
  const isDelivered = path[0] === "webhooks" || path.includes("callbacks");
  return isInput && !isDelivered ? "sent" : "received";
}

/** Lists the examples of a schema, or of a media type, a parameter or a header, each with its place. */
function examplesIn(contract: Contract, node: Record<string, unknown>, isSchema: boolean) {
  const { example, examples } = node;
  const single = "example" in node ? [{ place: ["example"], value: example }] : [];
  if (!examples || isSchema !== Array.isArray(examples)) return single;
  const entries = Object.entries(examples as object).map(([name, entry]) => ({
    place: ["examples", name],
    value: isSchema ? entry : asObject(resolve(contract, entry))["value"],
  }));
  return [...single, ...entries];
}
