import { isObject, type JsonObject } from "../openapi/json.ts";
import { nodes } from "../openapi/nodes.ts";
import { loadPeer } from "../platform/peers.ts";
import { prepareSwagger } from "./swagger.ts";

/** The versions that are read, such as `3.1`. Of a document of another, `undefined`. */
export function versionOf({ swagger, openapi }: JsonObject): string | undefined {
  if (swagger === "2.0") return swagger;
  return typeof openapi === "string" ? /^3\.[012](?=\.|$)/.exec(openapi)?.[0] : undefined;
}

const upgrader = "@scalar/openapi-upgrader/2.0-to-3.0";
export const loadUpgrader = async (version = "") =>
  version === "2.0"
    ? loadPeer("read OpenAPI 2.0", upgrader, () => import("@scalar/openapi-upgrader/2.0-to-3.0"))
    : undefined;

/**
 * Upgrades a document of OpenAPI 2.0 or 3.0 to 3.1. Returns others unchanged.
 * @param warn Gets each parameter that is left out, with its pointer.
 */
export async function upgrade(
  document: JsonObject,
  warn: (problem: string) => void,
): Promise<JsonObject> {
  const version = versionOf(document) ?? "";
  const steps = await loadUpgrader(version);
  if (!steps && version !== "3.0") return document;
  let copy = structuredClone(document) as Record<string, unknown>;
  if (steps) {
    prepareSwagger(copy, warn);
    copy = steps.upgradeFromTwoToThree(copy) as Record<string, unknown>;
  }
  // The upgrader's own step takes the names of properties, and the keys of examples, for keywords.
  for (const { node } of nodes(copy)) upgradeNode(node);
  const { "x-webhooks": webhooks, ...rest } = copy;
  return { ...rest, openapi: "3.1.1", ...(isObject(webhooks) && { webhooks }) };
}

const choices = ["enum", "const", "allOf", "anyOf", "oneOf"];

/** Replaces the keywords of schemas of OpenAPI 3.0 that JSON Schema hasn't, or has otherwise. */
function upgradeNode(node: Record<string, unknown>): void {
  for (const bound of ["minimum", "maximum"]) {
    const limit = `exclusive${bound[0]?.toUpperCase()}${bound.slice(1)}`;
    if (typeof node[limit] !== "boolean") continue;
    const { [limit]: isExclusive, [bound]: value } = node;
    delete node[limit];
    if (!isExclusive || value === undefined) continue;
    node[limit] = value;
    delete node[bound];
  }
  // OpenAPI 2.0 has no other way to allow `null`.
  const { nullable = node["x-nullable"], ...schema } = node;
  if (nullable !== true) return;
  if (choices.some((keyword) => keyword in schema)) {
    for (const keyword in node) if (!/^(read|write)Only$/.test(keyword)) delete node[keyword];
    node["anyOf"] = [schema, { type: "null" }];
  } else if (schema["type"] !== undefined) node["type"] = [schema["type"], "null"].flat();
}
