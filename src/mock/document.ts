import { isObject, type JsonObject } from "../openapi/json.ts";
import { referencesIn } from "../openapi/nodes.ts";
import { checkDocument } from "./check.ts";
import { assertValid, readData, throwInvalid } from "./data.ts";
import { loadAll, loadPeers } from "./peers.ts";
import { loadUpgraders, upgrade } from "./upgrade.ts";

/**
 * Reads an OpenAPI document. Upgrades versions 2.0 and 3.0 to 3.1, and includes what other files contribute by reference.
 * @throws an error that says why it can't be used.
 */
export async function readDocument(file: string): Promise<JsonObject> {
  const data = await readData(file);
  const unbundled = isObject(data) ? data : {};
  const [document] = await loadAll(bundle(file, unbundled), loadUpgraders(unbundled));
  assertValid(file, checkDocument(document));
  return upgrade(document);
}

async function bundle(file: string, document: JsonObject): Promise<JsonObject> {
  if ([...referencesIn(document)].every(({ $ref }) => $ref.startsWith("#"))) return document;
  const peers = await loadPeers("follow references to other files", {
    "@apidevtools/json-schema-ref-parser": () => import("@apidevtools/json-schema-ref-parser"),
  });
  const { $RefParser } = peers["@apidevtools/json-schema-ref-parser"];
  // References to other machines aren't followed: the mock would send requests.
  const options = { resolve: { http: false }, mutateInputSchema: false } as const;
  const bundled = new $RefParser().bundle(file, structuredClone(document), options);
  return (await bundled.catch((error: Error) => throwInvalid(file, [error.message]))) as JsonObject;
}
