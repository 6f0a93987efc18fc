import * as ajv from "ajv/dist/2020.js";
import * as formats from "ajv-formats/dist/formats.js";
import { findDifferences } from "../../../src/openapi/differences.ts";
import { asObject, type JsonObject } from "../../../src/openapi/json.ts";
import { nodes, type Path } from "../../../src/openapi/nodes.ts";
import { resolve } from "../../../src/openapi/reference.ts";
import { createSchemaCloser } from "../../../src/schemas/close-schema.ts";
import { createCompilersOf } from "../../../src/schemas/validators.ts";
import type { Contract } from "../../contract/document.ts";
import type { Rule } from "../rule.ts";

/**
 * An example is valid by its schema, which names all its fields. The validators are those that the
 * project ships, so lint, mock and client agree.
 */
export default ((contract, report) => {
  const { request: sent, response: received } = createCompilersOf(
    { ajv, formats },
    contract,
    createSchemaCloser,
  );
  const compilers = { sent, received };
  for (const { node, path } of nodes(contract)) {
    const isSchema = !("schema" in node);
    const schema = asObject(isSchema ? node : node["schema"]);
    for (const { place, value } of examplesIn(contract, node, isSchema)) {
      try {
        // An example of a schema can be of either direction, and have the fields of what the schema
        // is a part of.
        const directions = isSchema ? (["received", "sent"] as const) : [directionOf(path)];
        const [problems = []] = directions
          .map((direction) => findDifferences(compilers[direction](schema), value))
          .toSorted((former, latter) => former.length - latter.length);
        for (const { kind, pointer, message } of problems) {
          const isReported = !isSchema || kind === "contradiction";
          report(
            [...path, ...place],
            isReported && `By its schema, ${pointer || "this example"} ${message}.`,
          );
        }
      } catch (error) {
        report(
          [...path, ...(isSchema ? [] : ["schema"])],
          `No example can be checked: ${(error as Error).message}.`,
        );
      }
    }
  }
}) satisfies Rule;

/**
 * Returns who gets the values at a place: the service its inputs, and the user its responses and
 * webhooks.
 */
function directionOf(path: Path): "sent" | "received" {
  const isInput = ["parameters", "requestBody", "requestBodies"].some((key) => path.includes(key));
  const isDelivered = path[0] === "webhooks" || path.includes("callbacks");
  return isInput && !isDelivered ? "sent" : "received";
}

/**
 * Lists the examples of a schema, or of a media type, a parameter or a header, each with its place.
 */
function examplesIn(contract: Contract, node: JsonObject, isSchema: boolean) {
  const { example, examples } = node;
  const single = "example" in node ? [{ place: ["example"], value: example }] : [];
  if (!examples || isSchema !== Array.isArray(examples)) return single;
  const entries = Object.entries(examples as object).map(([name, entry]) => ({
    place: ["examples", name],
    value: isSchema ? entry : asObject(resolve(contract, entry))["value"],
  }));
  return [...single, ...entries];
}
