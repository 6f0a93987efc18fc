import { expect, test } from "vitest";
import { readContract } from "../../../scripts/contract.ts";
import { operations } from "../../../scripts/generate/operations.ts";
import { at, contractWith } from "../contract-copy.ts";

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

/** The row and the signature of an operation `added`, below the contract's own. */
function generated({ path = "/api/v2/added", method = "post", item = {}, operation = {} }: Shape) {
  const added = {
    operationId: "added",
    tags: ["Tasks"],
    summary: "Added",
    description: "An operation.",
    responses: { "200": { description: "OK." } },
    "x-repeatable": false,
    ...operation,
  };
  const text = operations(
    contractWith((contract) => {
      at(contract, "paths")[path] = { [method]: added, ...item };
      Object.assign(contract.components, {
        parameters: { Team: parameter("query", "team") },
        responses: {
          ...at(contract, "components", "responses"),
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

const body = 'NonNullable<schema["added"]["requestBody"]>["content"]["application/json"]';
const query = 'NonNullable<schema["added"]["parameters"]["query"]>';
const value = (name: string) => `schema["added"]["parameters"]["path"]["${name}"]`;

test.each<[name: string, shape: Shape, signature: string]>([
  ["nothing to give", {}, "(options?: Options): Promise<void>"],
  [
    "two path values, in the order of the path",
    {
      path: "/api/v2/a/{second}/{first}",
      operation: { parameters: [parameter("path", "first"), parameter("path", "second")] },
    },
    `(second: ${value("second")}, first: ${value("first")}, options?: Options): Promise<void>`,
  ],
  [
    "path values whose names are no arguments",
    { path: "/api/v2/{agent-url}/{class}/{2nd}/{options}" },
    `(agentUrl: ${value("agent-url")}, _class: ${value("class")}, _2nd: ${value("2nd")}, _options: ${value("options")}, options?: Options): Promise<void>`,
  ],
  [
    "a body that must be",
    { operation: { requestBody: { required: true, content: json(string) } } },
    `(body: ${body}, options?: Options): Promise<void>`,
  ],
  [
    "a body that may be",
    { operation: { requestBody: { content: json(string) } } },
    `(body?: ${body}, options?: Options): Promise<void>`,
  ],
  [
    "a body that may be, before a query that must be",
    { operation: { requestBody: { content: json(string) }, parameters: [parameter("query", "q")] } },
    `(body: ${body} | undefined, query: ${query}, options?: Options): Promise<void>`,
  ],
  [
    "a form",
    { operation: { requestBody: { required: true, content: { "multipart/form-data": { schema: {} } } } } },
    "(body: FormData, options?: Options): Promise<void>",
  ],
  [
    "a query that may be",
    { operation: { parameters: [parameter("query", "q", false)] } },
    `(query?: ${query}, options?: Options): Promise<void>`,
  ],
  [
    "a parameter of the path item",
    { item: { parameters: [parameter("query", "q")] } },
    `(query: ${query}, options?: Options): Promise<void>`,
  ],
  [
    "a parameter by reference",
    { operation: { parameters: [{ $ref: "#/components/parameters/Team" }] } },
    `(query: ${query}, options?: Options): Promise<void>`,
  ],
  [
    "an answer by reference",
    { operation: { responses: { "2XX": { $ref: "#/components/responses/Listed" } } } },
    "(options?: Options): Promise<TokenList>",
  ],
  [
    "an answer of its own shape",
    { operation: { responses: { "201": { description: "Made.", content: json({ type: "object" }) } } } },
    '(options?: Options): Promise<schema["added"]["responses"][201]["content"]["application/json"]>',
  ],
  [
    "no success",
    { operation: { responses: { default: { description: "A failure.", content: json({}) } } } },
    "(options?: Options): Promise<void>",
  ],
])("an operation with %s", (_, shape, signature) => {
  expect(generated(shape).signature).toBe(signature);
});

test("a row says method, path, whether it is repeatable, and what it takes and gives", () => {
  const shape = {
    method: "put",
    path: "/api/v2/added/{id}",
    operation: {
      "x-repeatable": true,
      parameters: [parameter("path", "id"), parameter("query", "q")],
      requestBody: { content: json(string) },
      responses: { "200": { description: "OK.", content: json({ $ref: "#/components/schemas/TokenList" }) } },
    },
  };
  expect(generated(shape).row).toBe(
    '{ method: "PUT", path: "/api/v2/added/{id}", repeatable: true, body: true, query: true, expects: "envelope" }',
  );
});

test("a row says which path values are numbers", () => {
  const number = { ...parameter("path", "b"), schema: { type: "integer" } };
  const shape = { path: "/api/v2/{a}/{b}", operation: { parameters: [parameter("path", "a"), number] } };
  expect(generated(shape).row).toContain('numbers: ["b"]');
});

test("a doc comment keeps every word, and cannot be ended from within", () => {
  const address = `https://example.com/${"a".repeat(150)}`;
  const { comment } = generated({ operation: { description: `Reads */ and \`code\`. See ${address} for more.` } });
  expect(comment?.replaceAll(/^ {3}\* /gm, "").replaceAll("\n", " ")).toContain(
    `Added. Reads *\\/ and \`code\`. See ${address} for more.`,
  );
});

test("an operation of a path item by reference is generated", () => {
  const text = operations(
    contractWith((contract) => {
      Object.assign(contract.components, { pathItems: { Tokens: at(contract, "paths", "/api/v2/tokens") } });
      Object.assign(contract.paths, { "/api/v2/tokens": { $ref: "#/components/pathItems/Tokens" } });
    }),
  );
  expect(text).toBe(operations(readContract()));
});

test("an operation that is deprecated says so where it is called, and no other does", () => {
  expect(generated({ operation: { deprecated: true } }).comment).toMatch(/^ {3}\* @deprecated$/m);
  expect(generated({}).comment).not.toContain("@deprecated");
});
