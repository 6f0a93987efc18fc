import { expect, test } from "vitest";
import { writeOperations } from "../../../scripts/generate/client/operations.ts";
import { writeInputs } from "../../../scripts/generate/types/models.ts";
import { readTypes } from "../../../scripts/generate/types/read-types.ts";
import { contractWith, objectAt, tokens } from "../contract-copy.ts";

const json = (schema: object) => ({ "application/json": { schema } });
const reference = (name: string) => json({ $ref: `#/components/schemas/${name}` });
const string = { type: "string" };
const parameter = (place: string, name: string, required = true) => ({
  in: place,
  name,
  required,
  description: `The ${name}.`,
  schema: string,
});
const body = (content: object, required = true) => ({ requestBody: { required, content } });

/**
 * Generates an operation `added` in a copy of the contract. Returns its row, its signature and its
 * comment.
 */
async function generateOperation(operation: object, path = "/api/v2/added/{id}") {
  const contract = contractWith((copy) => {
    const added = {
      operationId: "added",
      tags: ["Tasks"],
      summary: "Added",
      description: "An operation.",
      responses: { "200": { description: "OK." } },
      "x-repeatable": false,
      ...operation,
    };
    objectAt(copy, "paths")[path] = { put: added };
    const properties = { id: { type: "integer", readOnly: true }, label: string };
    Object.assign(copy.components.schemas, { Sided: { type: "object", properties } });
  });
  const text = writeOperations(contract, await readTypes(contract));
  return {
    row: /^ {2}added: (.*),$/m.exec(text)?.[1],
    signature: /^ {2}added\((.*);$/m.exec(text)?.[1],
    comment: /\/\*\*\n((?: {3}\*.*\n)*) {3}\*\/\n {2}added\(/.exec(text)?.[1],
  };
}

test.each<[name: string, operation: object, signature: string, path?: string]>([
  ["nothing to give", {}, "options?: Options): Promise<void>", "/api/v2/added"],
  [
    "path values in the order of the path, some of which have names that are no arguments",
    { parameters: ["class", "options", "agent-url", "2nd"].map((name) => parameter("path", name)) },
    "agentUrl: string, _class: string, _2nd: string, _options: string, options?: Options): Promise<void>",
    "/api/v2/{agent-url}/{class}/{2nd}/{options}",
  ],
  [
    "a body that must be",
    body(json(string)),
    "id: string, body: string, options?: Options): Promise<void>",
  ],
  [
    "a body that may be",
    body(json(string), false),
    "id: string, body?: string, options?: Options): Promise<void>",
  ],
  [
    "a body that may be, after a query that must be",
    { ...body(json(string), false), parameters: [parameter("query", "q")] },
    "id: string, body: string | undefined, inputs: AddedInputs, options?: Options): Promise<void>",
  ],
  [
    "inputs that may be",
    { parameters: [parameter("query", "q", false), parameter("header", "X-Team", false)] },
    "id: string, inputs?: AddedInputs, options?: Options): Promise<void>",
  ],
  [
    "bytes",
    body({ "application/pdf": {} }),
    "id: string, body: Blob | ArrayBufferView, options?: Options): Promise<void>",
  ],
  [
    "a choice of bodies",
    body({
      ...json({ type: "integer" }),
      "text/csv": {},
      "application/x-www-form-urlencoded": reference("Token")["application/json"],
    }),
    "id: string, body: number | string | URLSearchParams | Token, options?: Options): Promise<void>",
  ],
  [
    "several successes",
    {
      responses: {
        "200": { content: reference("TokenList") },
        "202": { content: reference("TokenList") },
        "204": {},
      },
    },
    "id: string, options?: Options): Promise<TokenList | undefined>",
  ],
  [
    "a body and a response without names",
    {
      ...body(json({ type: "object", properties: { label: string } })),
      responses: { "201": { content: json({ type: "object", properties: { id: string } }) } },
    },
    "id: string, body: AddedBody, options?: Options): Promise<AddedResponse>",
  ],
  [
    "a body with fields that only responses have",
    { ...body(reference("Sided")), responses: { "200": { content: reference("Sided") } } },
    "id: string, body: WritableSided, options?: Options): Promise<Sided>",
  ],
  [
    "no success",
    { responses: { default: { content: json({}) } } },
    "id: string, options?: Options): Promise<void>",
  ],
])("an operation with %s", async (_, operation, signature, path) => {
  const parameters = [
    parameter("path", "id"),
    ...((operation as { parameters?: object[] }).parameters ?? []),
  ];
  const own = path ? operation : { ...operation, parameters };
  expect((await generateOperation(own, path)).signature).toBe(signature);
});

test.each<[name: string, operation: object, row: string]>([
  [
    "what it takes and gives",
    {
      "x-repeatable": true,
      parameters: [parameter("path", "id"), parameter("query", "q")],
      ...body(json(string)),
      responses: { "200": { content: reference("TokenList") } },
    },
    'repeatable: true, body: bodies.declaredBody(["application/json"]), inputs: ["q"], success: { json: "envelope" }',
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
      'writers: { xTeamId: locations.toHeader, ids: query.delimited(",") }',
  ],
  [
    "every body that a success can have, of JSON what all have in common",
    {
      responses: {
        "200": { content: { ...reference("TokenList"), "text/csv; charset=utf-8": {} } },
        "202": { content: json({ type: "object" }) },
        "204": {},
      },
    },
    'repeatable: false, success: { json: "object", media: media.createMedia(["text/csv"]), empty: true }',
  ],
  [
    "how its pages follow each other",
    {
      parameters: [{ ...parameter("query", "page_no"), schema: { type: "integer", default: 1 } }],
      "x-pagination": {
        items: "things",
        page: "number",
        total: "all",
        inputs: { page: "page_no" },
      },
    },
    'repeatable: false, inputs: ["pageNo"], types: { pageNo: "integer" }, names: { pageNo: "page_no" }, ' +
      'pages: { items: "things", page: "number", total: "all", input: "pageNo", first: 1 }',
  ],
])("a row says %s", async (_, operation, row) => {
  expect((await generateOperation(operation)).row).toBe(
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

test("a doc comment keeps every word, none of them ends it, and a deprecated operation is marked", async () => {
  const address = `https://example.com/${"a".repeat(150)}`;
  const description = `Reads */ and \`code\`. See ${address} for more.`;
  const { comment = "" } = await generateOperation({ description, deprecated: true });
  const text = comment.replaceAll(/^ {3}\* /gm, "").replaceAll("\n", " ");
  expect(text).toContain(`Added. Reads *\\/ and \`code\`. See ${address} for more.`);
  expect(text).toContain("@see The contract, Tasks: Added @deprecated");
  expect((await generateOperation({})).comment).not.toContain("@deprecated");
});
