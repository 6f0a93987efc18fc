import type { Contract, Json, JsonObject, Schema } from "../contract.ts";
import { makeFields } from "./fields.ts";

/** A synthetic operation, and its place in the contract. */
export interface AddedOperation {
  area: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  operation: JsonObject & { operationId: string; summary: string };
  /** The components that this operation needs and no earlier one has. */
  schemas: Record<string, Schema>;
}

const nouns = "agent version call number route message webhook document account plan task".split(" ");

/** Makes the operations of one resource. */
export function makeOperations(contract: Contract, number: number, random: () => number): AddedOperation[] {
  const area = contract.tags[number % contract.tags.length]?.name ?? "";
  const noun = `${nouns[number % nouns.length]}${number}`;
  const thing = noun[0]?.toUpperCase() + noun.slice(1);
  const fields = makeFields(random);
  const values = Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]));
  const properties = Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema]));
  const required = Object.keys(fields);
  const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const recordSchema: Schema = {
    description: `A record of kind ${noun}.`,
    type: "object",
    required: ["id", ...required],
    properties: { id: { description: "ID of the record.", type: "integer" }, ...properties },
  };
  const listSchema = wrapInEnvelope(`Records of kind ${noun}.`, "records", {
    description: "One entry for each record.",
    type: "array",
    items: reference(thing),
  });
  const responseSchema = wrapInEnvelope(`One record of kind ${noun}.`, "record", {
    description: "The record.",
    ...reference(thing),
  });
  const inputSchema: Schema = { description: `What a ${noun} is made from.`, type: "object", required, properties };

  const envelope = (body: JsonObject) => ({ success: true, message: "Example message", ...body });
  const listResponses = makeSuccess(`Records of kind ${noun}.`, reference(`${thing}List`), {
    two: envelope({
      records: [
        { id: 1, ...values },
        { id: 2, ...values },
      ],
    }),
    one: envelope({ records: [{ id: 1, ...values }] }),
    none: envelope({ records: [] }),
  });
  const recordResponses = makeSuccess(`One record of kind ${noun}.`, reference(`${thing}Response`), {
    first: envelope({ record: { id: 1, ...values } }),
    second: envelope({ record: { id: 2, ...values } }),
    third: envelope({ record: { id: 3, ...values } }),
  });
  const empty = (verb: string) => ({
    "200": { description: "OK.", "x-not-shown": { [`${verb}-${noun}-answer`]: "Response body" } },
  });
  const id = {
    name: "id",
    in: "path",
    required: true,
    description: "ID of the record.",
    schema: { type: "integer" },
    examples: { one: { summary: "The first record", value: 1 } },
  };
  const query = (name: string, type: string) => ({
    name,
    in: "query",
    description: `The ${name} to filter by.`,
    schema: { type },
  });
  const body = (content: JsonObject) => ({ description: `The ${noun}.`, required: true, content });
  const input = {
    "application/json": { schema: reference(`${thing}Input`), examples: { one: makeExample(values as Json) } },
  };
  const form = {
    "multipart/form-data": {
      schema: {
        type: "object",
        required: ["file"],
        properties: { file: { description: "The file.", type: "string" } },
      },
    },
  };
  const list = `/api/v2/${noun}`;
  const record = `${list}/{id}`;
  const listSchemas = { [thing]: recordSchema, [`${thing}List`]: listSchema };
  const recordSchemas = { [`${thing}Response`]: responseSchema, [`${thing}Input`]: inputSchema };
  const filters = [query("search", "string"), query("limit", "integer")];
  const make = (
    verb: string,
    method: AddedOperation["method"],
    path: string,
    responses: JsonObject,
    details: JsonObject,
    schemas: Record<string, Schema> = {},
  ): AddedOperation => ({
    area,
    schemas,
    method,
    path,
    operation: {
      operationId: `${verb}${thing}`,
      summary: `${verb[0]?.toUpperCase()}${verb.slice(1)} ${noun}`,
      description: `One of the operations on records of kind ${noun}.`,
      "x-repeatable": method === "GET",
      ...details,
      responses: { ...responses, default: { $ref: "#/components/responses/Failure" } },
    },
  });
  return [
    make("list", "GET", list, listResponses, { parameters: filters }, listSchemas),
    make("create", "POST", list, recordResponses, { requestBody: body(input) }, recordSchemas),
    make("get", "GET", record, recordResponses, { parameters: [id] }),
    make("update", "PUT", record, recordResponses, { parameters: [id], requestBody: body(input) }),
    make("delete", "DELETE", record, empty("delete"), { parameters: [id] }),
    make("upload", "POST", `${record}/file`, empty("upload"), { parameters: [id], requestBody: body(form) }),
  ];
}

function wrapInEnvelope(description: string, name: string, schema: Schema): Schema {
  return {
    description,
    allOf: [
      { $ref: "#/components/schemas/SuccessEnvelope" },
      { type: "object", required: [name], properties: { [name]: schema } },
    ],
  };
}

const makeExample = (value: Json) => ({ summary: "An example", value });

function makeSuccess(description: string, schema: Schema, examples: Record<string, object>): JsonObject {
  const entries = Object.entries(examples).map(([name, value]) => [name, makeExample(value as Json)]);
  return { "200": { description, content: { "application/json": { schema, examples: Object.fromEntries(entries) } } } };
}
