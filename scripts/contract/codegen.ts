import { asObject, isObject } from "../../src/openapi/json.ts";
import { nodes } from "../../src/openapi/nodes.ts";
import { isFreeForm } from "../../src/openapi/parameter.ts";
import { resolve } from "../../src/openapi/reference.ts";
import { describeUnknowns } from "./descriptions.ts";
import type { Contract } from "./document.ts";

const statusNote = "The status code is unknown: 200 means any 2xx.";

const originNote =
  "Derived from openapi.yaml for code generators: if the status code of a success is unknown, this document says 200.";

/**
 * Returns the contract for code generators, many of which fail on its honest parts: `2XX` becomes
 * 200, unknowns move to descriptions, and extensions and parameters whose own names are never sent
 * are left out.
 */
export function codegenDocument(contract: Contract): object {
  const document = describeUnknowns(contract);
  document.info.description = [document.info.description, originNote].filter(Boolean).join("\n\n");
  for (const { node } of nodes(document)) {
    const { parameters } = node;
    const responses = asObject(node["responses"]) as Record<string, unknown>;
    const success = responses["2XX"];
    if (Array.isArray(parameters))
      node["parameters"] = parameters.filter(
        (item) => !isFreeForm(contract, asObject(resolve(contract, item))),
      );
    for (const key of Object.keys(node)) if (key.startsWith("x-")) delete node[key];
    if (isObject(success) && !("200" in responses)) {
      const { description = "" } = asObject(resolve(contract, success));
      // A number is the first key, wherever it's added.
      responses["200"] = Object.assign(success, {
        description: `${description} ${statusNote}`.trim(),
      });
      delete responses["2XX"];
    }
  }
  return document;
}
