import { isObject, type JsonObject } from "../openapi/json.ts";
import { nodes, referencesIn } from "../openapi/nodes.ts";
import { checkDocument } from "./check.ts";
import { assertValid, readData, throwInvalid } from "./data.ts";
import { loadPeer } from "./peers.ts";

/**
 * Reads an OpenAPI document. Upgrades version 3.0 to 3.1, and includes what other files contribute by reference.
 * @throws an error that says why it can't be used.
 */
export async function readDocument(file: string): Promise<JsonObject> {
  const data = await readData(file);
  const document = await bundle(file, isObject(data) ? data : {});
  assertValid(file, checkDocument(document));
  return String(document["openapi"]).startsWith("3.0.") ? upgrade(document) : document;
}

async function bundle(file: string, document: JsonObject): Promise<JsonObject> {
  if ([...referencesIn(document)].every(({ $ref }) => $ref.startsWith("#"))) return document;
  const { $RefParser } = await loadPeer(
    "@apidevtools/json-schema-ref-parser",
    "follow references to other files",
    () => import("@apidevtools/json-schema-ref-parser"),
  );
  // References to other machines aren't followed: the mock would send requests.
  const options = { resolve: { http: false }, mutateInputSchema: false } as const;
  const bundled = new $RefParser().bundle(file, structuredClone(document), options);
  return (await bundled.catch((error: Error) => throwInvalid(file, [error.message]))) as JsonObject;
}

async function upgrade(document: JsonObject): Promise<JsonObject> {
  const { upgradeFromThreeToThreeOne } = await loadPeer(
    "@scalar/openapi-upgrader/3.0-to-3.1",
    "read OpenAPI 3.0",
    () => import("@scalar/openapi-upgrader/3.0-to-3.1"),
  );
  const copy = structuredClone(document);
  addNull(copy);
  return upgradeFromThreeToThreeOne(copy) as JsonObject;
}

/** Adds `null` to nullable choices of OpenAPI 3.0: the upgrade adds it to types only. */
function addNull(document: JsonObject): void {
  for (const { node } of nodes(document)) {
    const { nullable, readOnly, writeOnly, ...schema } = node;
    if (nullable !== true || !["enum", "allOf", "anyOf", "oneOf"].some((keyword) => keyword in schema)) continue;
    for (const keyword in node) delete node[keyword];
    Object.assign(node, { readOnly, writeOnly, anyOf: [schema, { type: "null" }] });
  }
}
