import { expect } from "vitest";
import { type Contract, contractFile } from "../../scripts/contract/document.ts";
import { type BuildState, buildFiles } from "../../scripts/docs/build.ts";
import { bundleAssets } from "../../scripts/docs/bundle.ts";
import { isObject } from "../../src/openapi/json.ts";

const ref = (name: string) => ({ $ref: `#/components/${name}` });
const text = (description: string) => ({ type: "string", description });

const createOperation = (operationId: string, tag: string, summary: string, parts: object = {}) => ({
  operationId,
  tags: [tag],
  summary,
  description: `${summary}, as a whole. More words.`,
  "x-repeatable": true,
  responses: { "200": ref("responses/Garden"), default: { description: "A failure." } },
  ...parts,
});

/** A contract whose operations share schemas, responses, parameters and unknowns. */
export const contract = {
  openapi: "3.1.1",
  jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
  info: { title: "Garden", version: "1.0.0", summary: "A garden.", description: "All operations of a garden." },
  servers: [{ url: "https://garden.example.com", description: "The garden." }],
  tags: [
    { name: "Plants", description: "What grows.", "x-not-shown": { "plant-limit": "Number of plants" } },
    { name: "Tools", description: "What helps." },
  ],
  security: [{ token: [] }],
  "x-not-shown": { rates: "Rate limits", "field-presence": "Whether a field can be absent" },
  paths: {
    "/plants/{id}": {
      parameters: [{ name: "id", in: "path", required: true, ...text("The plant."), schema: { type: "string" } }],
      get: createOperation("readPlant", "Plants", "Read a plant", { "x-not-shown": { "plant-id": "Form of an id" } }),
      put: createOperation("changePlant", "Plants", "Change a plant", {
        requestBody: { required: true, content: { "application/json": { schema: ref("schemas/Plant") } } },
      }),
    },
    "/tools": {
      get: createOperation("listTools", "Tools", "List tools", {
        parameters: [{ name: "limit", in: "query", description: "The most.", schema: { type: "integer", minimum: 1 } }],
        responses: {
          "200": {
            description: "Tools.",
            content: { "application/json": { schema: ref("schemas/RemoveToolsInputs") } },
          },
        },
      }),
      delete: createOperation("removeTools", "Tools", "Remove tools", {
        responses: { "204": { description: "Done." } },
      }),
    },
  },
  webhooks: { grown: { post: createOperation("grown", "Plants", "A plant grew") } },
  components: {
    securitySchemes: { token: { type: "apiKey", in: "query", name: "token", description: "A token." } },
    responses: {
      Garden: {
        description: "A plant.",
        content: {
          "application/json": {
            schema: ref("schemas/Plant"),
            examples: { usual: { summary: "A rose", value: { name: "Rose", bed: { soil: "dry" } } } },
          },
        },
      },
    },
    schemas: {
      Plant: {
        type: "object",
        required: ["name"],
        properties: { name: text("Its name."), bed: ref("schemas/Bed"), tool: ref("schemas/Tool") },
      },
      Bed: {
        type: "object",
        properties: { soil: { ...text("Its soil."), "x-not-shown": { soils: "Kinds of soil" } } },
      },
      Tool: { type: "object", properties: { use: { ...text("Its use."), "x-not-shown": { uses: "Kinds of use" } } } },
      // The name of a type for inputs, if removeTools takes some.
      RemoveToolsInputs: {
        type: "object",
        required: ["tools"],
        properties: { tools: { type: "array", items: ref("schemas/Tool") } },
      },
    },
  },
  "x-operation-index": {
    Plants: [
      { method: "GET", name: "Read a plant", operationId: "readPlant" },
      { method: "PUT", name: "Change a plant", operationId: "changePlant" },
      { method: "GET", name: "Water plants" },
      { method: "POST", name: "Prune plants" },
    ],
    Tools: [
      { method: "GET", name: "List tools", operationId: "listTools" },
      { method: "DELETE", name: "Remove tools", operationId: "removeTools" },
    ],
  },
} as unknown as Contract;

const assets = bundleAssets();

/** Creates a state without pages. Scripts and styles don't depend on the contract: they are bundled once. */
export const createState = (): BuildState => ({ assets, rendered: new Map() });

/** Builds the files of a contract, after those that the state is of. */
export const build = (document: Contract, state = createState()): Promise<Record<string, string>> =>
  buildFiles(document, contractFile, {}, state);

/** Changes a copy of the contract. */
export type Edit = (copy: Contract) => void;

/** Returns a changed copy of the contract. */
export function edit(change: Edit): Contract {
  const copy = structuredClone(contract);
  change(copy);
  return copy;
}

/** Returns the object at a path of a contract. */
export function objectAt(document: Contract, ...path: (string | number)[]): Record<string, unknown> {
  let node: unknown = document;
  for (const key of path) node = (node as Record<string, unknown>)[key];
  if (!isObject(node)) throw new Error(`No object at ${path.join(" ")}`);
  return node;
}

/** Creates an edit that sets keys of the object at a path. */
export const set =
  (path: (string | number)[], values: object): Edit =>
  (copy) =>
    void Object.assign(objectAt(copy, ...path), values);

/** Expects that a build after one of the contract gives the same files as a whole build, which an edit changes. */
export async function expectSameFiles(change: Edit): Promise<void> {
  const state = createState();
  const wholeFiles = await build(edit(change));
  expect(wholeFiles).not.toEqual(await build(contract, state));
  expect(await build(edit(change), state)).toEqual(wholeFiles);
}
