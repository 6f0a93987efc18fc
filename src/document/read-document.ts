import { basename, dirname, join, resolve } from "node:path";
import type { LocationObject, NodeType } from "@redocly/openapi-core";
import { asObject, isObject, type JsonObject } from "../openapi/json.ts";
import { orderedEntries } from "../openapi/key-order.ts";
import { nodes, nodesIn, referencesIn } from "../openapi/nodes.ts";
import { operationsOf, webhooksOf } from "../openapi/operations.ts";
import { decodeIfValid } from "../openapi/path.ts";
import { pointerOf } from "../openapi/pointer.ts";
import { dialect } from "../openapi/schema.ts";
import { readText } from "../platform/files.ts";
import { loadAll, loadPeer, MissingPeersError } from "../platform/peers.ts";
import { readData, throwInvalid } from "./data.ts";
import { loadUpgrader, upgrade, versionOf } from "./upgrade.ts";
import { loadYaml } from "./yaml.ts";

/**
 * Reads an OpenAPI document. Upgrades versions 2.0 and 3.0 to 3.1, and includes what other files
 * contribute by reference.
 * @param warn Gets the references to other files that have no target.
 * @param onRead Gets the name of each file before it's read.
 * @throws an error that says why it can't be used.
 */
export async function readDocument(
  file: string,
  warn: (problem: string) => void,
  onRead: (file: string) => void = () => {},
): Promise<JsonObject> {
  onRead(file);
  const data = await readData(file, exampleMaps).catch(async (error) => {
    // Without its parser, the file doesn't say which of the others it needs.
    if (error instanceof MissingPeersError)
      await loadAll(Promise.reject(error), loadUpgrader("2.0"), loadBundler());
    throw error;
  });
  const unbundled = isObject(data) ? withVersionString(data) : {};
  checkVersion(file, unbundled);
  const reading = { file, warn, onRead };
  const [document] = await loadAll(bundle(unbundled, reading), loadUpgrader(versionOf(unbundled)));
  const report = (problem: string) => warn(basename(file) + problem);
  const upgraded = await upgrade(document, report).catch((error: Error) =>
    throwInvalid(file, [`It can't be upgraded to OpenAPI 3.1: ${error.message}`]),
  );
  resolveAnchors(upgraded);
  await readValues(upgraded, reading);
  if (operationsOf(upgraded).length === 0 && webhooksOf(upgraded).length === 0)
    throwInvalid(file, ["It has no operations."]);
  return upgraded;
}

/** Lists the maps of named examples, of which the first is sent. */
const exampleMaps = (data: unknown): unknown[] =>
  nodesIn(data).flatMap(({ node, path }) => (path.at(-1) === "components" ? [] : node["examples"]));

/**
 * Replaces references to anchors, such as `#pet`, by those to their places. A dynamic reference is
 * one like others.
 */
function resolveAnchors(document: JsonObject): void {
  const anchors = new Map<unknown, string>();
  for (const { node, path } of nodes(document)) {
    const { $anchor = node["$dynamicAnchor"] } = node;
    if ($anchor !== undefined) anchors.set(`#${$anchor}`, `#${encodeURI(pointerOf(path))}`);
  }
  for (const { node } of nodes(document)) {
    const { $dynamicRef, $ref = $dynamicRef } = node;
    delete node["$dynamicRef"];
    if ($ref !== undefined) node["$ref"] = anchors.get($ref) ?? $ref;
  }
}

/** A contract's file, what gets problems, and what gets the name of each file before it's read. */
interface Reading {
  readonly file: string;
  readonly warn: (problem: string) => void;
  readonly onRead: (file: string) => void;
}

/** Reads the values of examples that are in files beside the contract. */
async function readValues(
  document: JsonObject,
  { file: contract, warn, onRead }: Reading,
): Promise<void> {
  for (const { node, path } of nodes(document)) {
    for (const [name, example] of orderedEntries(asObject(node["examples"]))) {
      const { externalValue, value } = asObject(example);
      if (typeof externalValue !== "string" || value !== undefined || URL.canParse(externalValue))
        continue;
      const folder = resolve(dirname(contract));
      const file = resolve(folder, decodeIfValid(externalValue));
      // A contract from elsewhere shows no other files of this machine.
      if (!file.startsWith(join(folder, "/"))) continue;
      try {
        onRead(file);
        const read = /\.(json|ya?ml)$/i.test(file) ? await readData(file) : readText(file);
        Object.assign(example as object, { value: read });
      } catch (error) {
        const place = `${basename(contract)}#${pointerOf([...path, "examples", name])}`;
        warn(`${place}: ${(error as Error).message}`);
      }
    }
  }
}

/** Without quotes, YAML reads the text `2.0` as the number 2. */
function withVersionString(document: JsonObject): JsonObject {
  const toText = (value: unknown) =>
    Number.isInteger(value) ? `${value}.0` : typeof value === "number" ? `${value}` : value;
  const versions = ["swagger", "openapi"].filter((key) => key in document);
  return {
    ...document,
    ...Object.fromEntries(versions.map((key) => [key, toText(document[key])])),
  };
}

function checkVersion(file: string, document: JsonObject): void {
  if (versionOf(document) === undefined)
    throwInvalid(file, ["It must be a document of OpenAPI 3.2, 3.1, 3.0 or 2.0."]);
  const { jsonSchemaDialect: dialectOfSchemas = dialect } = document;
  const isKnown = dialectOfSchemas === dialect || oasDialect.test(String(dialectOfSchemas));
  if (!isKnown) throwInvalid(file, [`jsonSchemaDialect must be ${dialect}.`]);
}

// With another dialect, keywords can mean something else.
const oasDialect = /^https:\/\/spec\.openapis\.org\/oas\/3\.[12]\/dialect\//;

const bundler = "@redocly/openapi-core/lib/bundle-oas";
const loadBundler = () =>
  loadPeer(
    "follow references to other files",
    bundler,
    () => import("@redocly/openapi-core/lib/bundle-oas"),
  );

/**
 * Includes what other files contribute. Redocly knows which values are data, and what a
 * discriminator maps to.
 */
async function bundle(document: JsonObject, { file, warn, onRead }: Reading): Promise<JsonObject> {
  const files = referencesIn(document).flatMap(({ $ref }) =>
    $ref.startsWith("#") ? [] : $ref.replace(/#.*/s, ""),
  );
  if (files.length === 0) return document;
  const [{ bundleOas, createEmptyRedoclyConfig, Source }] = await loadAll(
    loadBundler(),
    files.every((name) => name.endsWith(".json")) ? undefined : loadYaml(),
  );
  const documents = new Map<string, Promise<unknown>>();
  const externalRefResolver = {
    resolveExternalRef: (base: string, reference: string) =>
      URL.canParse(reference) ? reference : resolve(dirname(base), decodeIfValid(reference)),
    resolveDocument(base: string, reference: string) {
      const path = this.resolveExternalRef(base, reference);
      const reading = documents.get(path) ?? readFile(path, reference);
      documents.set(path, reading);
      return reading;
    },
    getFiles: () => new Set<string>(),
  };
  async function readFile(path: string, reference: string) {
    // The mock sends no requests.
    if (URL.canParse(path) || /#[^/]/.test(reference))
      throw new Error(
        "Only references to files are followed, by pointers: no $id, and no anchor of another file.",
      );
    onRead(path);
    return { source: new Source(path, ""), parsed: await readData(path, exampleMaps) };
  }
  const bundling = bundleOas({
    doc: { source: new Source(resolve(file), ""), parsed: structuredClone(document) },
    config: Object.assign(createEmptyRedoclyConfig(), {
      doNotResolveExamples: true,
      plugins: [schemaKeywords],
    }),
    externalRefResolver: externalRefResolver as never,
    componentRenamingConflicts: "off",
  });
  // References that only refer to each other.
  const { bundle, problems } = await bundling.catch((error: Error) =>
    throwInvalid(file, [`${error.message}.`]),
  );
  for (const { message, location } of problems) {
    const [{ source, pointer } = {}] = location as Partial<LocationObject>[];
    const cause = message.replace(/^Can't resolve \$ref:? ?/, "");
    warn(
      `${basename(source?.absoluteRef ?? file)}${pointer}: Unresolved reference. ${cause}`.trimEnd(),
    );
  }
  return bundle.parsed as JsonObject;
}

/**
 * Redocly follows references in the keywords that a version has. Schemas of the older ones have
 * later keywords, too.
 */
function addKeywords({ Schema, ...types }: Record<string, NodeType>): Record<string, NodeType> {
  const { properties = {} } = Schema ?? {};
  const [list, map] = [properties["allOf"], properties["properties"]];
  const further = { oneOf: list, anyOf: list, not: "Schema", patternProperties: map };
  // Redocly fails on its scopes, and it has no references.
  const DeviceAuthorization = { properties: {} };
  return {
    ...types,
    DeviceAuthorization,
    Schema: { ...Schema, properties: { ...further, ...properties } },
  };
}
const schemaKeywords = { id: "keywords", typeExtension: { oas2: addKeywords, oas3: addKeywords } };
