import { stringify } from "yaml";
import type { JsonObject } from "../../src/openapi/json.ts";
import { type Contract, type Json, readContract, type Schema } from "../contract/document.ts";
import { documentedOperations } from "../contract/operations.ts";
import { capitalize } from "../contract/words.ts";

/**
 * A contract with `size` documented operations, as YAML: those of today, then synthetic ones, the same for the same size.
 * It has no name-only operations, unless it is today's contract, returned for smaller sizes.
 */
export function grownContract(size: number): string {
  const contract = structuredClone(readContract());
  let count = documentedOperations(contract).length;
  if (size <= count) return stringify(contract);
  const index = Object.entries(contract["x-operation-index"]).map(([area, rows]) => [
    area,
    rows.filter(({ operationId }) => operationId),
  ]);
  contract["x-operation-index"] = Object.fromEntries(index);
  for (let resource = 0; count < size; resource++) {
    for (const { method, path, operation, schemas } of makeOperations(contract, resource)) {
      if (count === size) break;
      Object.assign(contract.components.schemas, schemas);
      contract.paths[path] = { ...contract.paths[path], [method.toLowerCase()]: operation } as never;
      const { operationId, summary: name, tags } = operation;
      contract["x-operation-index"][`${tags[0]}`]?.push({ method, name, operationId });
      count++;
    }
  }
  return stringify(contract, { aliasDuplicateObjects: false });
}

const nouns = "agent version call number route message webhook document account plan task".split(" ");

/** Makes the operations of one resource, each with the components that it needs and no earlier one has. */
function makeOperations(contract: Contract, number: number) {
  const noun = `${nouns[number % nouns.length]}${number}`;
  const thing = capitalize(noun);
  const required = fieldNames.slice(0, 4 + (number % 6));
  const fields = required.map((name, index) => ({ name, kind: kinds[(number + index) % kinds.length] as FieldKind }));
  const properties = Object.fromEntries(
    fields.map(({ name, kind }) => [name, { description: `The ${name} of the record.`, ...kind.schema }]),
  );
  const values = Object.fromEntries(fields.map(({ name, kind }) => [name, kind.value]));
  const recordSchema = { type: "object", required: ["id", ...required], properties: { id: idSchema, ...properties } };
  const itemSchema = { description: "One entry for each record.", type: "array", items: referTo(thing) };
  const listSchemas = {
    [thing]: { description: `A record of kind ${noun}.`, ...recordSchema },
    [`${thing}List`]: wrapInEnvelope(`Records of kind ${noun}.`, "records", itemSchema),
  };
  const oneSchema = { description: "The record.", ...referTo(thing) };
  const recordSchemas = {
    [`${thing}Response`]: wrapInEnvelope(`One record of kind ${noun}.`, "record", oneSchema),
    [`${thing}Input`]: { description: `What a ${noun} is made from.`, type: "object", required, properties },
  };
  const records = [1, 2, 3].map((id) => ({ id, ...values }));
  const lists = [records, records.slice(1), []].map((records) => ({ records }));
  const listResponses = succeed(`${thing}List`, lists);
  const singles = records.map((record) => ({ record }));
  const recordResponses = succeed(`${thing}Response`, singles);
  const succeedEmpty = (verb: string) => ({
    "200": { description: "OK.", "x-not-shown": { [`${verb}-${noun}-answer`]: "Response body" } },
  });
  const body = (type: string, schema: Schema, value: Json) => ({
    requestBody: { description: `The ${noun}.`, required: true, content: { [type]: withExamples(schema, [value]) } },
  });
  const input = body("application/json", referTo(`${thing}Input`), values);
  const upload = body("multipart/form-data", fileSchema, { file: "Example" });
  const byId = { parameters: [idParameter] };
  const drafts: OperationDraft[] = [
    ["list", "GET", "", { parameters: filters }, listResponses, listSchemas],
    ["create", "POST", "", input, recordResponses, recordSchemas],
    ["get", "GET", "/{id}", byId, recordResponses],
    ["update", "PUT", "/{id}", { ...byId, ...input }, recordResponses],
    ["delete", "DELETE", "/{id}", byId, succeedEmpty("delete")],
    ["upload", "POST", "/{id}/file", { ...byId, ...upload }, succeedEmpty("upload")],
  ];
  return drafts.map(([verb, method, path, details, responses, schemas = {}]) => {
    const operation = {
      operationId: `${verb}${thing}`,
      summary: `${capitalize(verb)} ${noun}`,
      description: `One of the operations on records of kind ${noun}.`,
      "x-repeatable": method === "GET",
      ...details,
      responses: { ...responses, default: { $ref: "#/components/responses/Failure" } },
      tags: [contract.tags[number % contract.tags.length]?.name ?? ""],
    };
    return { method, path: `/api/v2/${noun}${path}`, operation, schemas };
  });
}

type Method = "GET" | "POST" | "PUT" | "DELETE";
/** The verb, the method and the path of an operation, its parts, its responses, and the schemas that it adds. */
type OperationDraft = [string, Method, string, JsonObject, JsonObject, Record<string, Schema>?];

interface FieldKind {
  schema: Schema;
  value: Json;
}

const fieldNames = "label state owner origin target note amount detail group priority".split(" ");

const amount = { amount: { description: "An amount.", type: "number" } };

const kinds: FieldKind[] = [
  { schema: { type: "string" }, value: "Example text" },
  { schema: { type: "integer" }, value: 7 },
  { schema: { type: "boolean" }, value: true },
  { schema: { type: "string", pattern: "^[0-9]+$" }, value: "1700000000" },
  { schema: { type: ["string", "null"] }, value: null },
  { schema: { anyOf: [{ const: "open", type: "string" }, { type: "string" }] }, value: "open" },
  { schema: { type: "array", items: { description: "An entry.", type: "string" } }, value: ["one"] },
  { schema: { type: "object", required: ["amount"], properties: amount }, value: { amount: 1.5 } },
];

const idParameter = {
  name: "id",
  in: "path",
  required: true,
  description: "ID of the record.",
  schema: { type: "integer" },
  examples: { one: { summary: "The first record", value: 1 } },
};

const filters = [
  { name: "search", in: "query", description: "The search to filter by.", schema: { type: "string" } },
  { name: "limit", in: "query", description: "The limit to filter by.", schema: { type: "integer" } },
];

const idSchema = { description: "ID of the record.", type: "integer" };
const file = { description: "The file.", type: "string" };
const fileSchema = { type: "object", required: ["file"], properties: { file } };
const referTo = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });

function wrapInEnvelope(description: string, name: string, schema: Schema): Schema {
  const content = { type: "object", required: [name], properties: { [name]: schema } };
  return { description, allOf: [referTo("SuccessEnvelope"), content] };
}

function succeed(schema: string, bodies: JsonObject[]): JsonObject {
  const values = bodies.map((body) => ({ success: true, message: "Example message", ...body }));
  return { "200": { description: "OK.", content: { "application/json": withExamples(referTo(schema), values) } } };
}

const withExamples = (schema: Schema, values: Json[]) => ({
  schema,
  examples: Object.fromEntries(values.map((value, index) => [`example-${index}`, { summary: "An example", value }])),
});
