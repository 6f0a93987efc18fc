import { asObject } from "../../../src/openapi/json.ts";
import { isMap, nodes } from "../../../src/openapi/nodes.ts";
import { webhookOperations } from "../../../src/openapi/operations.ts";
import type { Contract } from "../../contract/document.ts";
import { completeSchema } from "./complete-schema.ts";
import { inlineDeepReferences } from "./inline-references.ts";

/** Copies a contract for openapi-typescript: what it doesn't see is written as it understands it. */
export function prepareSchemas(contract: Contract): Contract {
  const source = inlineDeepReferences(contract);
  const copy = structuredClone(source);
  const hasCallbacks = nodes(source).some(({ node }) => "callbacks" in node);
  for (const { name, method, keys, operation } of hasCallbacks ? webhookOperations(source) : []) {
    if (keys[0] !== "webhooks") setWebhook(copy, name, method, operation);
  }
  for (const { node, path } of nodes(copy)) {
    if (isMap(path)) continue;
    // These are webhooks now. openapi-typescript drops callbacks.
    delete node["callbacks"];
    moveContent(node);
    completeSchema(source, node, path);
  }
  return copy;
}

function setWebhook(contract: Contract, name: string, method: string, operation: object): void {
  contract.webhooks = { ...contract.webhooks };
  contract.webhooks[name] = { ...contract.webhooks[name], [method.toLowerCase()]: structuredClone(operation) };
}

/** Gives a parameter that has content, such as JSON, the schema of this content. */
function moveContent(node: Record<string, unknown>): void {
  const [media] = Object.values(asObject(node["content"]));
  if (!("in" in node) || media === undefined) return;
  node["schema"] = asObject(media)["schema"] ?? {};
  delete node["content"];
}
