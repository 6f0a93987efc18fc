import * as ajv from "ajv/dist/2020.js";
import * as formats from "ajv-formats/dist/formats.js";
import { cachePerDocument } from "../../../src/openapi/cache.ts";
import { type CompiledSchema, findDifferences } from "../../../src/openapi/differences.ts";
import { asObject, type JsonObject } from "../../../src/openapi/json.ts";
import { isMap, nodes, type Path } from "../../../src/openapi/nodes.ts";
import { resolve } from "../../../src/openapi/reference.ts";
import { createAjv } from "../../../src/schemas/ajv.ts";
import { createSchemaCloser } from "../../contract/close-schema.ts";
import type { Contract } from "../../contract/document.ts";
import type { Rule } from "../rule.ts";

/**
 * An example is valid by its schema, which names all its fields. The validators are those that the project ships, so lint,
 * mock and client agree.
 */
export default ((contract, report) => {
  const parts = nodes(contract).flatMap(({ node, path }) => {
    const examples = isMap(path) ? [] : examplesIn(contract, node);
    return examples.length > 0 ? { path, isSchema: !("schema" in node), node, examples } : [];
  });
  const findProblems = {
    sent: createValidator(contract, "readOnly"),
    received: createValidator(contract, "writeOnly"),
  };
  for (const { path, isSchema, node, examples } of parts) {
    const schema = asObject(isSchema ? node : node["schema"]);
    for (const { place, value } of examples) {
      try {
        let problems = findProblems[isSchema ? "received" : directionOf(path)](schema, value);
        if (isSchema) {
          // An example of a schema can be of either direction, and have the fields of what the schema is a part of.
          const otherProblems = findProblems.sent(schema, value);
          if (otherProblems.length < problems.length) problems = otherProblems;
          problems = problems.filter(({ kind }) => kind === "contradiction");
        }
        for (const { pointer, message } of problems)
          report([...path, ...place], `By its schema, ${pointer || "this example"} ${message}.`);
      } catch (error) {
        report([...path, ...(isSchema ? [] : ["schema"])], `No example can be checked: ${(error as Error).message}.`);
      }
    }
  }
}) satisfies Rule;

/** Creates the function that compares a value with a schema. */
function createValidator(contract: Contract, omitKeyword: "readOnly" | "writeOnly") {
  const validators = createAjv({ ajv, formats }, { allErrors: true, validateSchema: false, code: { optimize: false } });
  const close = createSchemaCloser(contract, omitKeyword, (schema, id) => validators.addSchema(schema, id));
  const compile = cachePerDocument((schema: JsonObject) => validators.compile(close(schema)) as CompiledSchema);
  return (schema: JsonObject, value: unknown) => findDifferences(compile(schema), value);
}

/** Returns who gets the values at a place: the service its inputs, and the user its responses and webhooks. */
function directionOf(path: Path): "sent" | "received" {
  const isInput = ["parameters", "requestBody", "requestBodies"].some((key) => path.includes(key));
  const isDelivered = path[0] === "webhooks" || path.includes("callbacks");
  return isInput && !isDelivered ? "sent" : "received";
}

/** Lists the examples of a schema, or of a media type, a parameter or a header, each with its place. */
function examplesIn(contract: Contract, node: Record<string, unknown>) {
  const isSchema = !("schema" in node);
  const { example, examples } = node;
  const single = "example" in node ? [{ place: ["example"], value: example }] : [];
  if (!examples || isSchema !== Array.isArray(examples)) return single;
  const entries = Object.entries(examples as object).map(([name, entry]) => ({
    place: ["examples", name],
    value: isSchema ? entry : asObject(resolve(contract, entry))["value"],
  }));
  return [...single, ...entries];
}
