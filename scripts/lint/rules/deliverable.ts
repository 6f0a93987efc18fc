import { isJson } from "../../../src/openapi/media-type.ts";
import { resolve } from "../../../src/openapi/reference.ts";
import type { Contract, Parameter } from "../../contract/document.ts";
import { documentedWebhooks } from "../../contract/operations.ts";
import type { Rule } from "../rule.ts";

/**
 * Reports webhooks and callbacks that have no type of a payload, or that the mock can't deliver.
 */
export default ((contract, report) => {
  for (const { method, keys, operation } of documentedWebhooks(contract)) {
    const types = Object.keys(operation.requestBody?.content ?? {});
    const isJsonPost = method === "POST" && types.length === 1 && types.every(isJson);
    report(keys, !isJsonPost && "A webhook or callback must be a POST with one JSON body.");
    for (const parameter of operation.parameters ?? [])
      report(keys, !isPlainHeader(parameter, contract) && describeHeader(parameter));
  }
}) satisfies Rule;

function isPlainHeader({ in: location, schema, content }: Parameter, contract: Contract): boolean {
  const types = [resolve(contract, schema)?.["type"]].flat();
  return location === "header" && !content && !types.includes("object");
}

const describeHeader = ({ name }: Parameter): string =>
  `A webhook or callback can't take "${name}": its parameters are headers, each a string, a number, a boolean or a list.`;
