import { expect, test } from "vitest";
import type { Contract } from "../../../scripts/contract/document.ts";
import { writeOperations } from "../../../scripts/generate/client/operations.ts";
import { writeInputs } from "../../../scripts/generate/types/models.ts";
import { readTypes } from "../../../scripts/generate/types/read-types.ts";
import { initialContract } from "../../learn/contract.ts";
import { contractWith, objectAt, tokens } from "../contract-copy.ts";

const json = (schema: object) => ({ "application/json": { schema } });
const string = { type: "string" };
const parameter = (place: string, name: string, required = true) => ({
  in: place,
  name,
  required,
  description: `The ${name}.`,
  schema: string,
});

interface Shape {
  path?: string;
  method?: string;
  item?: object;
  operation?: object;
}

const operationsOf = async (contract: Contract) => writeOperations(contract, await readTypes(contract));

/** Generates an operation `added` in a copy of the contract. Returns its row, its signature and its comment. */
async function generateOperation({ path = "/api/v2/added", method = "post", item = {}, operation = {} }: Shape) {
  const addedOperation = {
    operationId: "added",
    tags: ["Tasks"],
    summary: "Added",
    description: "An operation.",
    responses: { "200": { description: "OK." } },
    "x-repeatable": false,
    ...operation,
  };
  const text = await operationsOf(
    contractWith((contract) => {
      objectAt(contract, "paths")[path] = { [method]: addedOperation, ...item };
      Object.assign(contract.components.schemas, {
        Sided: { type: "object", properties: { id: { type: "integer", readOnly: true }, label: string } },
      });
      Object.assign(contract.components, {
        parameters: { Team: parameter("query", "team") },
        responses: {
          ...objectAt(contract, "components", "responses"),
          Listed: { content: json({ $ref: "#/components/schemas/TokenList" }) },
        },
      });
    }),
  );
  return {
    row: /^ {2}added: (.*),$/m.exec(text)?.[1],
    signature: /^ {2}added(\(.*);$/m.exec(text)?.[1],
    comment: /\/\*\*\n((?: {3}\*.*\n)*) {3}\*\/\n {2}added\(/.exec(text)?.[1],
  };
}

test.each<[name: string, shape: Shape, signature: string]>([
  ["nothing to give", {}, "(options?: Options): Promise<void>"],
  [
    "two path values, in the order of the path",
    {
      path: "/api/v2/a/{second}/{first}",
      operation: {
        parameters: [{ ...parameter("path", "first"), schema: { type: "integer" } }, parameter("path", "second")],
      },
    },
    "(second: string, first: number, options?: Options): Promise<void>",
  ],
  [
    "path values whose names are no arguments",
    {
      path: "/api/v2/{agent-url}/{class}/{2nd}/{options}",
      operation: { parameters: ["agent-url", "class", "2nd", "options"].map((name) => parameter("path", name)) },
    },
    "(agentUrl: string, _class: string, _2nd: string, _options: string, options?: Options): Promise<void>",
  ],
  [
    "a body that must be",
    { operation: { requestBody: { required: true, content: json(string) } } },
    "(body: string, options?: Options): Promise<void>",
  ],
  [
    "a body that may be",
    { operation: { requestBody: { content: json(string) } } },
    "(body?: string, options?: Options): Promise<void>",
  ],
  [
    "a body that may be, after a query that must be",
    { operation: { requestBody: { content: json(string) }, parameters: [parameter("query", "q")] } },
    "(inputs: AddedInputs, body?: string, options?: Options): Promise<void>",
  ],
  [
    "a form",
    { operation: { requestBody: { required: true, content: { "multipart/form-data": { schema: {} } } } } },
    "(body: FormData, options?: Options): Promise<void>",
  ],
  [
    "a text",
    { operation: { requestBody: { required: true, content: { "text/csv": { schema: string } } } } },
    "(body: string, options?: Options): Promise<void>",
  ],
  [
    "bytes",
    { operation: { requestBody: { required: true, content: { "application/pdf": { schema: {} } } } } },
    "(body: Blob | ArrayBufferView, options?: Options): Promise<void>",
  ],
  [
    "a choice of bodies",
    {
      operation: {
        requestBody: {
          required: true,
          content: {
            ...json({ type: "integer" }),
            "text/csv": {},
            "application/x-www-form-urlencoded": { schema: { $ref: "#/components/schemas/Token" } },
          },
        },
      },
    },
    "(body: number | string | URLSearchParams | Token, options?: Options): Promise<void>",
  ],
  [
    "a header",
    { operation: { parameters: [parameter("header", "X-Team")] } },
    "(inputs: AddedInputs, options?: Options): Promise<void>",
  ],
  [
    "several successes",
    {
      operation: {
        responses: {
          "200": { content: json({ $ref: "#/components/schemas/TokenList" }) },
          "202": { content: json({ $ref: "#/components/schemas/TokenList" }) },
          "204": {},
        },
      },
    },
    "(options?: Options): Promise<TokenList | undefined>",
  ],
  [
    "a text as its response",
    { operation: { responses: { "200": { content: { "text/csv": {} } } } } },
    "(options?: Options): Promise<string>",
  ],
  [
    "bytes as its response",
    { operation: { responses: { "200": { content: { "application/pdf": {} } } } } },
    "(options?: Options): Promise<ReadableStream<Uint8Array>>",
  ],
  ["only a redirect", { operation: { responses: { "302": {} } } }, "(options?: Options): Promise<string>"],
  [
    "a query that may be",
    { operation: { parameters: [parameter("query", "q", false)] } },
    `(inputs?: AddedInputs, options?: Options): Promise<void>`,
  ],
  [
    "a parameter of the path item",
    { item: { parameters: [parameter("query", "q")] } },
    `(inputs: AddedInputs, options?: Options): Promise<void>`,
  ],
  [
    "a parameter by reference",
    { operation: { parameters: [{ $ref: "#/components/parameters/Team" }] } },
    `(inputs: AddedInputs, options?: Options): Promise<void>`,
  ],
  [
    "an answer by reference",
    { operation: { responses: { "2XX": { $ref: "#/components/responses/Listed" } } } },
    "(options?: Options): Promise<TokenList>",
  ],
  [
    "an answer without a name",
    {
      operation: {
        responses: { "201": { description: "Made.", content: json({ type: "object", properties: { id: string } }) } },
      },
    },
    "(options?: Options): Promise<AddedResponse>",
  ],
  [
    "a body without a name",
    {
      operation: {
        requestBody: { required: true, content: json({ type: "object", properties: { label: string } }) },
      },
    },
    "(body: AddedBody, options?: Options): Promise<void>",
  ],
  [
    "a body with fields that only responses have",
    {
      operation: {
        requestBody: { required: true, content: json({ $ref: "#/components/schemas/Sided" }) },
        responses: { "200": { content: json({ $ref: "#/components/schemas/Sided" }) } },
      },
    },
    "(body: WritableSided, options?: Options): Promise<Sided>",
  ],
  [
    "no success",
    { operation: { responses: { default: { description: "A failure.", content: json({}) } } } },
    "(options?: Options): Promise<void>",
  ],
])("an operation with %s", async (_, shape, signature) => {
  expect((await generateOperation(shape)).signature).toBe(signature);
});

test.each<[name: string, operation: object, row: string]>([
  [
    "what it takes and gives",
    {
      "x-repeatable": true,
      parameters: [parameter("path", "id"), parameter("query", "q")],
      requestBody: { required: true, content: json(string) },
      responses: { "200": { content: json({ $ref: "#/components/schemas/TokenList" }) } },
    },
    'repeatable: true, body: ["application/json"], inputs: ["q"], success: { json: "envelope" }',
  ],
  [
    "the names and delimiters of inputs that aren't the usual ones",
    {
      parameters: [
        parameter("query", "page_size"),
        parameter("header", "X-Team-ID"),
        { ...parameter("query", "ids"), explode: false },
      ],
    },
    'repeatable: false, inputs: ["pageSize", "xTeamId", "ids"], names: { pageSize: "page_size", xTeamId: "X-Team-ID" }, ' +
      'locations: { "X-Team-ID": locations.toHeader }, styles: { ids: query.delimited(",") }',
  ],
  [
    "that the body is last if it is optional",
    { requestBody: { content: json(string) }, parameters: [parameter("query", "q")] },
    'repeatable: false, body: ["application/json"], bodyLast: true, inputs: ["q"]',
  ],
  ["that it takes no token", { security: [] }, "repeatable: false, security: []"],
  [
    "every body that a success can have, of JSON what all have in common",
    {
      responses: {
        "200": { content: { ...json({ $ref: "#/components/schemas/TokenList" }), "text/csv; charset=utf-8": {} } },
        "202": { content: json({ type: "object" }) },
        "204": {},
      },
    },
    'repeatable: false, success: { json: "object", media: media.createMedia(["text/csv"]), empty: true }',
  ],
  ["that it redirects", { responses: { "302": {} } }, "repeatable: false, success: { locationOf: media.locationOf }"],
  [
    "how its pages follow each other",
    {
      parameters: [{ ...parameter("query", "page_no"), schema: { type: "integer", default: 1 } }],
      "x-pagination": { items: "things", page: "number", total: "all", inputs: { page: "page_no" } },
    },
    'repeatable: false, inputs: ["pageNo"], names: { pageNo: "page_no" }, ' +
      'pages: { items: "things", page: "number", total: "all", input: "pageNo", first: 1 }',
  ],
])("a row says %s", async (_, operation, row) => {
  expect((await generateOperation({ method: "put", path: "/api/v2/added/{id}", operation })).row).toBe(
    `{ method: "PUT", path: "/api/v2/added/{id}", ${row} }`,
  );
});

test("inputs of one name get suffixes, and are described", async () => {
  const contract = contractWith((copy) => {
    objectAt(copy, ...tokens)["parameters"] = [
      { ...parameter("query", "team", false), schema: { type: "string", enum: ["a", "b"] } },
      { ...parameter("header", "Team", false), deprecated: true },
      parameter("query", "team_"),
    ];
  });
  const [text = ""] = writeInputs(contract, await readTypes(contract));
  const lines = text.split("\n").map((line) => line.replace(/^[ */]+/, ""));
  expect(lines.filter((line) => line !== "").slice(2, -1)).toEqual([
    "The team.",
    'team?: "a" | "b";',
    "The Team.",
    "@deprecated",
    "teamHeader?: string;",
    "The team_.",
    "team1: string;",
  ]);
});

test("an input has the type of its object, in brackets or as JSON", async () => {
  const filter = { type: "object", required: ["kind"], properties: { kind: string, limit: { type: "integer" } } };
  const contract = contractWith((copy) => {
    const { schema: _, ...jsonParameter } = parameter("query", "filter");
    objectAt(copy, ...tokens)["parameters"] = [
      { ...parameter("query", "where", false), style: "deepObject", schema: filter },
      { ...jsonParameter, content: json(filter) },
    ];
  });
  const [text = ""] = writeInputs(contract, await readTypes(contract));
  const object = "\\{\\s+kind: string;\\s+limit\\?: number;\\s+\\};";
  expect(text).toMatch(RegExp(`where\\?: ${object}[^]*filter: ${object}`));
});

test("a doc comment keeps every word, and none of them ends it", async () => {
  const address = `https://example.com/${"a".repeat(150)}`;
  const { comment } = await generateOperation({
    operation: { description: `Reads */ and \`code\`. See ${address} for more.` },
  });
  expect(comment?.replaceAll(/^ {3}\* /gm, "").replaceAll("\n", " ")).toContain(
    `Added. Reads *\\/ and \`code\`. See ${address} for more.`,
  );
});

test("an operation of a path item by reference is generated", async () => {
  const text = await operationsOf(
    contractWith((contract) => {
      Object.assign(contract.components, { pathItems: { Tokens: objectAt(contract, "paths", "/api/v2/tokens") } });
      Object.assign(contract.paths, { "/api/v2/tokens": { $ref: "#/components/pathItems/Tokens" } });
    }),
  );
  expect(text).toBe(await operationsOf(initialContract()));
});

test("a deprecated operation has a deprecated method, and no other does", async () => {
  expect((await generateOperation({ operation: { deprecated: true } })).comment).toMatch(/^ {3}\* @deprecated$/m);
  expect((await generateOperation({})).comment).not.toContain("@deprecated");
});
