import { type Contract, contractFile } from "../../scripts/contract.ts";
import { buildFiles } from "../../scripts/docs/files.ts";
import { createPages } from "../../scripts/docs/site.ts";

const ref = (name: string) => ({ $ref: `#/components/${name}` });
const text = (description: string) => ({ type: "string", description });

const createOperation = (operationId: string, tag: string, summary: string, parts: object = {}) => ({
  ...{ operationId, tags: [tag], summary, description: `${summary}, as a whole. More words.`, "x-repeatable": true },
  responses: { "200": ref("responses/Garden"), default: { description: "A failure." } },
  ...parts,
});

/** A contract whose operations share schemas, responses, parameters and unknowns. */
export const contract = {
  ...{ openapi: "3.1.1", jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema" },
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
  "x-operation-index": [
    { area: "Plants", method: "GET", name: "Read a plant", operationId: "readPlant" },
    { area: "Plants", method: "PUT", name: "Change a plant", operationId: "changePlant" },
    { area: "Plants", method: "GET", name: "Water plants", "x-not-shown": { hours: "Hours" } },
    { area: "Plants", method: "POST", name: "Prune plants" },
    { area: "Tools", method: "GET", name: "List tools", operationId: "listTools" },
    { area: "Tools", method: "DELETE", name: "Remove tools", operationId: "removeTools" },
  ],
} as unknown as Contract;

export const build = (document: Contract): Promise<Record<string, string>> => buildFiles(document, contractFile, {});

/** Builds the files of a contract without the memory of an earlier build. */
export function buildWhole(document: Contract): Promise<Record<string, string>> {
  // The memory contains the operations of the last contract only.
  createPages({ ...document, paths: {}, "x-operation-index": [] });
  return build(document);
}
