import { expect, test } from "vitest";
import { serve, servePaths } from "./helpers.ts";

const response = (fields: object) => ({
  responses: { 200: { description: "A value.", ...fields } },
});
const contractOf = (get: object, path = "/value") => ({
  openapi: "3.1.1",
  paths: { [path]: { get } },
});
const headers = (names: readonly string[]) =>
  response({
    headers: Object.fromEntries(names.map((name) => [name, { schema: {}, example: "chunked" }])),
  });
const contents = (types: readonly string[]) =>
  response({ content: Object.fromEntries(types.map((type) => [type, { example: "a" }])) });

const headerRule = "must be the name of a header, and none that the mock sets itself";
const typeRule = "must be a media type, such as application/json";
const pagination = (value: unknown) => ({
  ...contents(["application/json"]),
  "x-pagination": value,
});

test.each<[string, contract: object, headers: Record<string, string | null>, rule?: string]>([
  [
    "header names that are none",
    contractOf(headers(["a b", "", "é", "a\r\nb: c", "X-Ok"])),
    { "x-ok": "chunked" },
    headerRule,
  ],
  [
    "headers that frame the message",
    contractOf(headers(["Transfer-Encoding", "content-length", "Upgrade", "Content-Encoding"])),
    { "content-encoding": null, upgrade: null, "content-length": "0" },
    headerRule,
  ],
  [
    "a media type with a line break",
    contractOf(contents(["text/a\r\nb: c", "text/plain"])),
    { "content-type": "text/plain", b: null },
    typeRule,
  ],
  [
    "names of page inputs that objects have",
    contractOf(pagination({ items: "a", inputs: { constructor: "q" } })),
    {},
  ],
  ["page inputs that are none", contractOf(pagination({ items: 5, inputs: [{}, 5] })), {}],
])("a contract with %s is served", async (_name, contract, expected, rule) => {
  const { ask, warnings } = await serve(contract);
  const answer = await ask("/value?q=true");
  expect([
    answer.status,
    Object.fromEntries(Object.keys(expected).map((name) => [name, answer.headers.get(name)])),
  ]).toEqual([200, expected]);
  await answer.text();
  if (rule !== undefined) expect(warnings().join("\n")).toContain(`: ${rule}.`);
});

const bounds = "Generated lists end at 100 items, and texts at 10000 characters.";
const long = { type: "string", minLength: 1e9 };
const square = { type: "array", minItems: 90, items: { type: "array", minItems: 90, items: long } };
test.each<[string, schema: object, problem: string]>([
  [
    "a list of 100,000,000 items",
    { type: "array", items: { type: "integer" }, minItems: 1e8 },
    `must NOT have fewer than 100000000 items`,
  ],
  ["a text of 1,000,000,000 characters", long, `must NOT have fewer than 1000000000 characters`],
  ["long texts in lists in lists", square, ""],
  [
    "a pattern with long repetitions in each other",
    { type: "string", pattern: "^((a{1000}){1000}){1000}$" },
    "",
  ],
])("the generated body of %s ends at a bound", async (_name, schema, problem) => {
  const media = { "application/json": { schema } };
  const { ask } = await serve(contractOf(response({ content: media })));
  const { status, headers } = await ask("/value");
  expect([status, headers.get("mock-problem")]).toEqual([200, expect.stringContaining(problem)]);
  if (problem !== "") expect(headers.get("mock-problem")).toContain(bounds);
});

const formType = "application/x-www-form-urlencoded";
test("a pattern whose search takes forever ends with a reason", async () => {
  const slow = `${"a".repeat(50)}!`;
  const schema = { type: "object", properties: { q: { type: "string", pattern: "^(a|a)*$" } } };
  const post = {
    requestBody: { content: { [formType]: { schema } } },
    ...response({ content: { "application/json": { schema, example: { q: slow } } } }),
  };
  const { post: send } = await servePaths({ "/a": { post } });
  const reason =
    "takes more than a second to check: a pattern can match it in too many ways (ReDoS)";
  const rejected = await send("/a", `q=${slow}`, formType);
  expect(rejected.headers.get("mock-rejection")).toBe(`The request ${reason}.`);
  const { status, headers } = await send("/a", "b=1", formType);
  const problem = `response 200, example default: ${reason}.`;
  expect([status, headers.get("mock-problem")]).toEqual([200, problem]);
});

/** Starts a mock that takes and sends a schema. */
function serveSchema(schemas: Record<string, object>, name: string) {
  const content = { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } };
  const post = { requestBody: { content }, responses: { 200: { description: "A.", content } } };
  return servePaths({ "/a": { post } }, { components: { schemas } });
}

const endlessSchemas = {
  not: { not: { $ref: "#/components/schemas/Loop" } },
  oneOf: { oneOf: [{ type: "string" }, { $ref: "#/components/schemas/Loop" }] },
  "a dynamic reference": { $dynamicAnchor: "n", allOf: [{ $dynamicRef: "#n" }] },
  "another schema": { anyOf: [{ $ref: "#/components/schemas/Other" }] },
};
test.each(Object.entries(endlessSchemas))(
  "a schema that refers to itself by %s is a problem that the start names, and no request fails by it",
  async (_, Loop) => {
    const Other = { allOf: [{ $ref: "#/components/schemas/Loop" }] };
    const { post, warnings } = await serveSchema({ Loop, Other }, "Loop");
    const problem = "refers to itself without a value in between";
    expect(warnings().join("\n")).toContain(`#/components/schemas/Loop: ${problem}`);
    const response = await post("/a", "{}");
    expect([response.status, response.headers.get("mock-problem")]).toEqual([
      200,
      expect.stringContaining(`Requests aren't validated: a schema ${problem}`),
    ]);
  },
);

const tree = {
  $dynamicAnchor: "tree",
  type: "object",
  required: ["trees", "name"],
  properties: {
    trees: { type: "array", items: { $dynamicRef: "#tree" } },
    name: { $dynamicRef: "#/components/schemas/Name" },
  },
};
test.each([
  ['{"name":"a","trees":[{"name":"a","trees":[]}]}', 200, null],
  ['{"name":"a","trees":[{"name":"a"}]}', 422, "The body, trees.0.trees, is missing."],
])("a body with dynamic references is checked: %s is %i", async (body, status, rejection) => {
  const schemas = { Tree: tree, Name: { type: "string" } };
  const { post, warnings } = await serveSchema(schemas, "Tree");
  expect(warnings()).toEqual([]);
  const response = await post("/a", body);
  expect([response.status, response.headers.get("mock-rejection")]).toEqual([status, rejection]);
});

/** Returns schemas `S0` and so on, each of which refers to the next. */
const createChain = (length: number, write: (next: object) => object) =>
  Object.fromEntries(
    Array.from({ length }, (_, index) => [
      `S${index}`,
      index < length - 1
        ? write({ $ref: `#/components/schemas/S${index + 1}` })
        : { type: "string" },
    ]),
  );

test.each([
  ["20,000 schemas by $ref", createChain(20_000, (next) => next)],
  ["3,000 schemas by allOf", createChain(3_000, (next) => ({ allOf: [next] }))],
])("a chain of %s is a problem in words, and the request is served", async (_, schemas) => {
  const schema = { $ref: "#/components/schemas/S0" };
  const parameters = [{ name: "q", in: "query", schema: { type: "array", items: schema } }];
  const get = { ...response({ content: { "application/json": { schema } } }), parameters };
  const { ask, warnings } = await serve({ ...contractOf(get), components: { schemas } });
  expect(warnings()[0]).toContain("#/components/schemas/S0: refers to");
  const { status, headers } = await ask("/value?q=a");
  const problem = headers.get("mock-problem");
  expect([status, problem]).toEqual([
    200,
    expect.stringContaining("in a row, so it can't be checked"),
  ]);
  expect(`${warnings()} ${problem}`).not.toContain("call stack");
});
