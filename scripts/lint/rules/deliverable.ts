import { asList, asObject, type JsonObject } from "../../../src/openapi/json.ts";
import { isJson } from "../../../src/openapi/media-type.ts";
import { webhooksOf } from "../../../src/openapi/operations.ts";
import { resolve } from "../../../src/openapi/reference.ts";
import type { Contract } from "../../contract/document.ts";
import type { Rule } from "../rule.ts";

/**
 * Reports webhooks and callbacks that have no type of a payload, or that the mock can't deliver.
 */
export default ((contract, report) => {
  for (const { method, keys, node, body } of webhooksOf(contract)) {
    const types = (body?.contents ?? []).map(({ mediaType }) => mediaType);
    const isJsonPost = method === "POST" && types.length === 1 && types.every(isJson);
    report(keys, !isJsonPost && "A webhook or callback must be a POST with one JSON body.");
    for (const parameter of asList(node["parameters"]).map(asObject))
      report(keys, !isPlainHeader(parameter, contract) && describeHeader(parameter));
  }
}) satisfies Rule;

function isPlainHeader({ in: location, schema, content }: JsonObject, contract: Contract): boolean {
  const types = [asObject(resolve(contract, schema))["type"]].flat();
  return location === "header" && !content && !types.includes("object");
}

const describeHeader = ({ name }: JsonObject): string =>
  `A webhook or callback can't take "${name}": its parameters are headers, each a string, a number, a boolean or a list.`;
