import { isObject, type JsonObject } from "../openapi/json.ts";
import { nodes } from "../openapi/nodes.ts";
import { loadPeers } from "../platform/peers.ts";
import { prepareSwagger } from "./swagger.ts";

/** The versions that are read, such as `3.1`. Of a document of another, `undefined`. */
export function versionOf({ swagger, openapi }: JsonObject): string | undefined {
  if (swagger === "2.0") return swagger;
  return typeof openapi === "string" ? /^3\.[012](?=\.|$)/.exec(openapi)?.[0] : undefined;
}

const isSwagger = (document: JsonObject) => versionOf(document) === "2.0";

export const loadUpgraders = async (version = "") =>
  ["2.0", "3.0"].includes(version)
    ? loadPeers("read older versions of OpenAPI", {
        "@scalar/openapi-upgrader/2.0-to-3.0": () => import("@scalar/openapi-upgrader/2.0-to-3.0"),
        "@scalar/openapi-upgrader/3.0-to-3.1": () => import("@scalar/openapi-upgrader/3.0-to-3.1"),
      })
    : undefined;

/**
 * Upgrades a document of OpenAPI 2.0 or 3.0 to 3.1. Returns others unchanged.
 * @param warn Gets each parameter that is left out, with its pointer.
 */
export async function upgrade(
  document: JsonObject,
  warn: (problem: string) => void,
): Promise<JsonObject> {
  const peers = await loadUpgraders(versionOf(document));
  if (!peers) return document;
  const { upgradeFromTwoToThree } = peers["@scalar/openapi-upgrader/2.0-to-3.0"];
  const { upgradeFromThreeToThreeOne } = peers["@scalar/openapi-upgrader/3.0-to-3.1"];
  const copy = structuredClone(document);
  if (isSwagger(document)) prepareSwagger(copy, warn);
  const upgradedDocument = (isSwagger(document) ? upgradeFromTwoToThree(copy) : copy) as JsonObject;
  for (const { node } of nodes(upgradedDocument)) {
    // OpenAPI 2.0 has no other way to allow `null`.
    if (isSwagger(document) && "x-nullable" in node) node["nullable"] = node["x-nullable"];
    addNull(node);
    keepExamples(node);
  }
  const result = upgradeFromThreeToThreeOne(upgradedDocument) as JsonObject;
  // The upgrade makes an annotation of the format.
  for (const { node } of nodes(result))
    if (node["contentEncoding"] === "base64") node["format"] ??= "byte";
  return result;
}

/** Adds `null` to nullable choices: the upgrade adds it to types only. */
function addNull(node: Record<string, unknown>): void {
  const { nullable, readOnly, writeOnly, ...schema } = node;
  if (
    nullable !== true ||
    !["enum", "allOf", "anyOf", "oneOf"].some((keyword) => keyword in schema)
  )
    return;
  for (const keyword in node) delete node[keyword];
  Object.assign(node, { readOnly, writeOnly, anyOf: [schema, { type: "null" }] });
}

/** Names an example that has named ones next to it: the upgrade would drop those. */
function keepExamples(node: Record<string, unknown>): void {
  const { example, examples } = node;
  if (example === undefined || !isObject(examples)) return;
  node["examples"] = { default: { value: example }, ...examples };
  delete node["example"];
}
