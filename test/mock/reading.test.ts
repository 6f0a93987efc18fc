import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as yaml from "yaml";
import { serve, servePaths } from "./helpers.ts";

const info = { title: "A", version: "1" };
const respond = (media: object) => ({
  responses: { 200: { description: "A.", content: { "application/json": media } } },
});

test("a reference to an anchor has its schema, in a request and in a response", async () => {
  const schemas = {
    Pet: {
      $anchor: "pet",
      type: "object",
      required: ["name"],
      properties: { name: { type: "string" }, next: { $ref: "#pet" } },
    },
    Named: { properties: { $anchor: { type: "integer" } } },
  };
  const schema = { $ref: "#pet" };
  const requestBody = { content: { "application/json": { schema } } };
  const paths = { "/a": { post: { requestBody, ...respond({ schema }) } } };
  const { post, warnings } = await servePaths(paths, { components: { schemas } });
  expect((await post("/a", '{"next":{"name":1},"name":"a"}')).status).toBe(422);
  const response = await post("/a", '{"name":"a"}');
  expect([response.headers.get("mock-problem"), await response.json()]).toEqual([
    null,
    { name: "string", next: { name: "string" } },
  ]);
  expect(warnings()).toEqual([]);
});

test("the value of an example can be in a file beside the contract; neither one elsewhere nor a URL is read", async () => {
  const folder = mkdtempSync(join(tmpdir(), "values-"));
  const values = {
    json: "pet.json",
    yaml: "pet.yaml",
    lost: "lost.json",
    above: "../../etc/passwd",
    away: "http://127.0.0.1:9/pet",
  };
  const examples = Object.fromEntries(
    Object.entries(values).map(([name, externalValue]) => [name, { externalValue }]),
  );
  const text = { "text/plain": { examples: { text: { externalValue: "./pet.txt" } } } };
  const contract = {
    openapi: "3.0.3",
    info,
    paths: {
      "/a": { get: respond({ examples }) },
      "/t": { get: { responses: { 200: { description: "A.", content: text } } } },
    },
  };
  writeFileSync(join(folder, "pet.json"), '{"name":"J"}');
  writeFileSync(join(folder, "pet.yaml"), "name: Y");
  writeFileSync(join(folder, "pet.txt"), "T");
  writeFileSync(join(folder, "openapi.json"), JSON.stringify(contract));
  const { ask, warnings } = await serve(join(folder, "openapi.json"));
  const bodyOf = async (name: string) => (await ask("/a", `example=${name}`)).json();
  expect([await bodyOf("json"), await bodyOf("yaml")]).toEqual([{ name: "J" }, { name: "Y" }]);
  expect(await (await ask("/t")).text()).toBe("T");
  const place = "openapi.json#/paths/~1a/get/responses/200/content/application~1json/examples/lost";
  expect(warnings().join("\n")).toContain(`${place}: Can't read`);
  for (const name of ["away", "above"]) {
    expect((await ask("/a", `example=${name}`)).status).toBe(404);
    expect(warnings().join("\n")).toContain(`example ${name}: externalValue isn't read.`);
  }
});

test.each([
  ["3.1.1", "webhooks"],
  ["3.0.3", "x-webhooks"],
])("a contract of OpenAPI %s with %s alone starts for them", async (openapi, field) => {
  const operation = { requestBody: { content: { "application/json": { example: { a: 1 } } } } };
  const { post } = await serve({ openapi, info, [field]: { added: { post: operation } } });
  const response = await post("/__mock/webhooks/other", '{"url":"http://127.0.0.1:1/"}');
  expect((await response.json()).detail).toContain("Known: added.");
});

const byValue = (name: string, schema: object, operationId: string) => ({
  get: {
    operationId,
    parameters: [{ name, in: "path", required: true, schema }],
    ...respond({ example: 1 }),
  },
});
const uuid = "497f6eca-6276-4993-bfeb-53cbbbba6f08";
test.each<[first: object, second: object, values: Record<string, string>]>([
  [{ type: "string" }, { type: "string", format: "uuid" }, { tom: "x", [uuid]: "y" }],
  [{ enum: ["a", "b"] }, { $ref: "#/components/schemas/Digits" }, { b: "x", 12: "y" }],
  [
    { type: "integer", maximum: 9 },
    { type: "integer", minimum: 10 },
    { 9: "x", 12: "y" },
  ],
  [{ type: "string" }, { type: "string" }, { a: "x" }],
  [{ type: "integer" }, { type: "integer" }, { tom: "x" }],
])(
  "of two paths that differ by the name of a value, %j and %j tell the requests apart",
  async (first, second, values) => {
    const paths = {
      "/b/{x}": byValue("x", first, "x"),
      "/b/{y}": byValue("y", second, "y"),
      "/{p}/{q}": { get: respond({ example: 1 }) },
    };
    const Digits = { type: "string", pattern: "^\\d+$" };
    const { ask, warnings } = await servePaths(paths, { components: { schemas: { Digits } } });
    for (const [value, id] of Object.entries(values))
      expect((await ask(`/b/${value}`)).headers.get("mock-operation")).toBe(id);
    expect(warnings().join("\n")).toContain("#/paths/~1b~1{y}: differs from /b/{x} by names alone");
  },
);

test("a header that is an object is written as its style says, and one of a media type has its example", async () => {
  const value = { a: 1, b: "x" };
  const header = (keywords: object) => ({
    schema: { type: "object" },
    example: value,
    ...keywords,
  });
  const headers = {
    "X-Simple": header({}),
    "X-Exploded": header({ explode: true }),
    "X-List": { schema: { type: "array" }, example: [1, 2] },
    "X-Content": { content: { "application/json": { example: value } } },
    "X-Text": { content: { "text/plain": { example: "a b" } } },
  };
  const operation = { responses: { 204: { description: "Done.", headers } } };
  const { ask } = await servePaths({ "/a": { get: operation } });
  const response = await ask("/a");
  expect(Object.keys(headers).map((name) => response.headers.get(name))).toEqual([
    "a,1,b,x",
    "a=1,b=x",
    "1,2",
    '{"a":1,"b":"x"}',
    "a b",
  ]);
});

test("a generated header is written as its style says, or as its media type", async () => {
  const schema = { type: "object", properties: { a: { type: "integer" }, b: { type: "string" } } };
  const required = true;
  const content = { "application/json": { schema } };
  const declared = {
    "X-Simple": { required, schema },
    "X-Exploded": { required, schema, explode: true },
    "X-List": { required, schema: { type: "array", minItems: 2, items: { type: "boolean" } } },
    "X-Content": { required, content },
    "X-Optional": { content },
  };
  const { ask } = await servePaths({
    "/a": { get: { responses: { 204: { description: "Done.", headers: declared } } } },
  });
  const { headers } = await ask("/a");
  expect(Object.fromEntries(headers)).toMatchObject({
    "x-simple": "a,0,b,string",
    "x-exploded": "a=0,b=string",
    "x-list": "true,true",
    "x-content": '{"a":0,"b":"string"}',
  });
  expect(headers.get("mock-unspecified")).toBe("header x-optional");
});

const body = { b: { examples: { tom: 1, 7: 2 } }, 7: [{ a: 1, 0: 2 }] };
/** Writes maps whose names have another order in JavaScript, as JSON, which is YAML, too. */
const examplesText = `"examples": {"tom": {"value": ${JSON.stringify(body)}}, "9": {"value": 9}, "7": {"value": 7}, "5": 5}`;
const ownText = '{"a": {"ann": "own \\"7\\": ann", "3": 3, "2": 2}}';

test.each([
  ["json", "3.1.1", (text: string) => text],
  ["yaml", "3.0.3", (text: string) => `# YAML\n${text}`],
  ["yaml", "3.1.1", (text: string) => yaml.stringify(yaml.parseDocument(text))],
])("in %s of OpenAPI %s, the first example in the file is sent", async (type, openapi, write) => {
  const folder = mkdtempSync(join(tmpdir(), "order-"));
  const text = JSON.stringify({
    openapi,
    info,
    paths: {
      "/a": { get: { operationId: "a", ...respond({ schema: {} }) } },
      "/b": { get: { ...respond({ examples: 0 }) } },
      "/c": { $ref: `c.${type}` },
    },
  }).replace('"examples":0', examplesText);
  const media = `{"application/json": {${examplesText}}}`;
  const header = '"X-A": {"schema": {}, "examples": {"tom": {"value": 11}, "7": {"value": 7}}}';
  writeFileSync(join(folder, `openapi.${type}`), write(text));
  writeFileSync(
    join(folder, `c.${type}`),
    write(
      `{"get": {"responses": {"200": {"description": "A.", "headers": {${header}}, "content": ${media}}}}}`,
    ),
  );
  writeFileSync(join(folder, `own.${type}`), write(ownText));
  const { ask, warnings } = await serve(join(folder, `openapi.${type}`), {
    examples: join(folder, `own.${type}`),
  });
  const nameOf = async (path: string) => (await ask(path)).headers.get("mock-example");
  expect([await nameOf("/a"), await nameOf("/b"), await nameOf("/c")]).toEqual([
    "ann",
    "tom",
    "tom",
  ]);
  expect(await (await ask("/b")).json()).toEqual(body);
  expect((await ask("/c")).headers.get("x-a")).toBe("11");
  expect(await (await ask("/a", "example=3")).json()).toBe(3);
  expect((await (await ask("/b", "example=x")).json()).detail).toContain("Known: tom, 9, 7.");
  const place = "#/paths/~1b/get/responses/200/content/application~1json/examples/5";
  expect(warnings().join("\n")).toContain(`${place}: must be an object.`);
});
