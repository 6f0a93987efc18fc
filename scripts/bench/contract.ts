import { stringify } from "yaml";
import { type Contract, type Json, readContract, type Schema } from "../contract.ts";
import { seeded } from "./seeded.ts";

type Node = Record<string, unknown>;

/**
 * The contract with as many documented operations, of all kinds, as YAML. The five of today are the first; the others
 * are synthetic, and the same for the same number.
 */
export function grownContract(size: number): string {
  const contract = structuredClone(readContract());
  const today = contract["x-operation-index"].filter(({ operationId }) => operationId);
  if (size <= today.length) return stringify(contract);
  contract["x-operation-index"] = today;
  contract.info.description = contract.info.description.replace(/all \d+ operations/, `all ${size} operations`);
  const random = seeded(size);
  for (let resource = 0; contract["x-operation-index"].length < size; resource++) {
    for (const operation of resourceOperations(contract, resource, random)) {
      if (contract["x-operation-index"].length < size) add(contract, operation);
    }
  }
  return stringify(contract, { aliasDuplicateObjects: false });
}

interface Added {
  area: string;
  method: "GET" | "POST" | "PUT" | "DELETE";
  path: string;
  operation: Node & { operationId: string; summary: string };
  /** The components that it needs, and no operation before it. */
  schemas: Record<string, Schema>;
}

function add(contract: Contract, { area, method, path, operation, schemas }: Added): void {
  Object.assign(contract.components.schemas, schemas);
  const item = (contract.paths[path] ?? {}) as Node;
  contract.paths[path] = item as never;
  item[method.toLowerCase()] = { ...operation, tags: [area] };
  contract["x-operation-index"].push({ area, method, name: operation.summary, operationId: operation.operationId });
}

/** The operations of one resource. */
export function resourceOperations(contract: Contract, number: number, random: () => number): Added[] {
  const area = contract.tags[number % contract.tags.length]?.name ?? "";
  const noun = `${nouns[number % nouns.length]}${number}`;
  const thing = noun[0]?.toUpperCase() + noun.slice(1);
  const fields = Object.fromEntries(
    Array.from({ length: 4 + Math.floor(random() * 6) }, (_, at) => field(`${words[at]}`, random)),
  );
  const record = Object.fromEntries(Object.entries(fields).map(([name, { value }]) => [name, value]));
  const properties = Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema]));
  const required = Object.keys(fields);
  const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const one: Schema = {
    description: `A record of kind ${noun}.`,
    type: "object",
    required: ["id", ...required],
    properties: { id: { description: "ID of the record.", type: "integer" }, ...properties },
  };
  const listed = enveloped(`Records of kind ${noun}.`, "records", {
    description: "One entry for each record.",
    type: "array",
    items: reference(thing),
  });
  const wrapped = enveloped(`One record of kind ${noun}.`, "record", {
    description: "The record.",
    ...reference(thing),
  });
  const given: Schema = { description: `What a ${noun} is made from.`, type: "object", required, properties };

  const envelope = (body: Node) => ({ success: true, message: "Example message", ...body });
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
  const body = (content: Node) => ({ description: `The ${noun}.`, required: true, content });
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
    method: Added["method"],
    path: string,
    summary: string,
    responses: Node,
    more: Node,
    schemas = {},
  ): Added => ({
    area,
    schemas,
    method,
    path,
    operation: {
      operationId: name,
      summary,
      description: `${summary}, as the synthetic contract has it.`,
      "x-repeatable": method === "GET",
      ...more,
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
      { [thing]: one, [`${thing}List`]: listed },
    ),
    make(
      `create${thing}`,
      "POST",
      path,
      `Create ${noun}`,
      single,
      { requestBody: body(input) },
      { [`${thing}Response`]: wrapped, [`${thing}Input`]: given },
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

function success(description: string, schema: Schema, examples: Record<string, object>): Node {
  const named = Object.entries(examples).map(([name, value]) => [name, example(value as Json)]);
  return { "200": { description, content: { "application/json": { schema, examples: Object.fromEntries(named) } } } };
}

/** A field of one of the kinds that the service has, and a value of it. */
function field(name: string, random: () => number): [name: string, { schema: Schema; value: Json }] {
  const description = `The ${name} of the record.`;
  const kinds: { schema: Schema; value: Json }[] = [
    { schema: { description, type: "string" }, value: "Example text" },
    { schema: { description, type: "integer" }, value: 7 },
    { schema: { description, type: "boolean" }, value: true },
    { schema: { description, type: "string", pattern: "^[0-9]+$" }, value: "1700000000" },
    { schema: { description, type: ["string", "null"] }, value: null },
    { schema: { description, anyOf: [{ const: "open", type: "string" }, { type: "string" }] }, value: "open" },
    { schema: { description, type: "array", items: { description: "An entry.", type: "string" } }, value: ["one"] },
    {
      schema: {
        description,
        type: "object",
        required: ["amount"],
        properties: { amount: { description: "An amount.", type: "number" } },
      },
      value: { amount: 1.5 },
    },
  ];
  return [name, kinds[Math.floor(random() * kinds.length)] as (typeof kinds)[number]];
}

const nouns = "agent version call number route message webhook document account plan task".split(" ");
const words = "label state owner origin target note amount detail group priority".split(" ");
