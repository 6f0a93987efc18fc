import type { Contract, Json, JsonObject, Schema } from "../contract.ts";
import { fieldsOf } from "./fields.ts";

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
export function resourceOperations(contract: Contract, number: number, random: () => number): AddedOperation[] {
  const area = contract.tags[number % contract.tags.length]?.name ?? "";
  const noun = `${nouns[number % nouns.length]}${number}`;
  const thing = noun[0]?.toUpperCase() + noun.slice(1);
  const fields = fieldsOf(random);
  const record = Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]));
  const properties = Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema]));
  const required = Object.keys(fields);
  const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const recordSchema: Schema = {
    description: `A record of kind ${noun}.`,
    type: "object",
    required: ["id", ...required],
    properties: { id: { description: "ID of the record.", type: "integer" }, ...properties },
  };
  const listSchema = enveloped(`Records of kind ${noun}.`, "records", {
    description: "One entry for each record.",
    type: "array",
    items: reference(thing),
  });
  const responseSchema = enveloped(`One record of kind ${noun}.`, "record", {
    description: "The record.",
    ...reference(thing),
  });
  const inputSchema: Schema = { description: `What a ${noun} is made from.`, type: "object", required, properties };

  const envelope = (body: JsonObject) => ({ success: true, message: "Example message", ...body });
  const list = success(`Records of kind ${noun}.`, reference(`${thing}List`), {
    two: envelope({
      records: [
        { id: 1, ...record },
        { id: 2, ...record },
      ],
    }),
    one: envelope({ records: [{ id: 1, ...record }] }),
    none: envelope({ records: [] }),
  });
  const single = success(`One record of kind ${noun}.`, reference(`${thing}Response`), {
    first: envelope({ record: { id: 1, ...record } }),
    second: envelope({ record: { id: 2, ...record } }),
    third: envelope({ record: { id: 3, ...record } }),
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
    "application/json": { schema: reference(`${thing}Input`), examples: { one: example(record as Json) } },
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
  const path = `/api/v2/${noun}`;
  const make = (
    name: string,
    method: AddedOperation["method"],
    path: string,
    summary: string,
    responses: JsonObject,
    details: JsonObject,
    schemas = {},
  ): AddedOperation => ({
    area,
    schemas,
    method,
    path,
    operation: {
      operationId: name,
      summary,
      description: `${summary}, as the synthetic contract has it.`,
      "x-repeatable": method === "GET",
      ...details,
      responses: { ...responses, default: { $ref: "#/components/responses/Failure" } },
    },
  });
  return [
    make(
      `list${thing}`,
      "GET",
      path,
      `List ${noun}`,
      list,
      { parameters: [query("search", "string"), query("limit", "integer")] },
      { [thing]: recordSchema, [`${thing}List`]: listSchema },
    ),
    make(
      `create${thing}`,
      "POST",
      path,
      `Create ${noun}`,
      single,
      { requestBody: body(input) },
      { [`${thing}Response`]: responseSchema, [`${thing}Input`]: inputSchema },
    ),
    make(`get${thing}`, "GET", `${path}/{id}`, `Get ${noun}`, single, { parameters: [id] }),
    make(`update${thing}`, "PUT", `${path}/{id}`, `Update ${noun}`, single, {
      parameters: [id],
      requestBody: body(input),
    }),
    make(`delete${thing}`, "DELETE", `${path}/{id}`, `Delete ${noun}`, empty("delete"), { parameters: [id] }),
    make(`upload${thing}`, "POST", `${path}/{id}/file`, `Upload a file to ${noun}`, empty("upload"), {
      parameters: [id],
      requestBody: body(form),
    }),
  ];
}

function enveloped(description: string, name: string, schema: Schema): Schema {
  return {
    description,
    allOf: [
      { $ref: "#/components/schemas/SuccessEnvelope" },
      { type: "object", required: [name], properties: { [name]: schema } },
    ],
  };
}

const example = (value: Json) => ({ summary: "An example", value });

function success(description: string, schema: Schema, examples: Record<string, object>): JsonObject {
  const entries = Object.entries(examples).map(([name, value]) => [name, example(value as Json)]);
  return { "200": { description, content: { "application/json": { schema, examples: Object.fromEntries(entries) } } } };
}
