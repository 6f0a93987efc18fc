import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { type Mock, startMock } from "../../src/mock/index.ts";
import { contractOf, serve } from "./helpers.ts";

/** Data whose key looks like a reference. */
const data = { $ref: "./nothing.yaml", default: { $ref: "schemas.yaml#/Circle" } };

const respondWith = (media: object) => contractOf(media).paths["/value"];

const shape = { $ref: "schemas.yaml#/Shape" };
const files = {
  "openapi.yaml": {
    openapi: "3.1.0",
    info: { title: "Shapes", version: "1" },
    paths: {
      "/named-example": respondWith({ schema: shape, examples: { first: { value: data } } }),
      "/other-example": respondWith({
        schema: {},
        examples: { first: { $ref: "examples.yaml#/first" } },
      }),
      "/const": respondWith({ schema: { const: data } }),
      "/schema-example": respondWith({ schema: { $ref: "schemas.yaml#/Exemplary" } }),
      "/named-default": respondWith({ schema: { $ref: "schemas.yaml#/default" } }),
      "/shape": respondWith({ schema: shape }),
      "/component": respondWith({ schema: { $ref: "#/components/schemas/Square" } }),
      "/item": { $ref: "items.yaml#/paths/~1item" },
    },
    components: { schemas: { Square: { $ref: "square.yaml" } } },
  },
  "schemas.yaml": {
    Shape: {
      oneOf: [{ $ref: "square.yaml" }, { $ref: "#/Circle" }],
      discriminator: { propertyName: "kind", mapping: { round: "#/Circle", edged: "square.yaml" } },
    },
    Circle: {
      type: "object",
      required: ["kind", "radius"],
      properties: { kind: { type: "string" }, radius: { type: "number" } },
      additionalProperties: false,
    },
    Exemplary: { type: "object", example: data },
    default: { type: "object", properties: { inner: { $ref: "#/Circle" } } },
    Node: {
      type: "object",
      properties: {
        name: { type: "string" },
        children: { type: "array", items: { $ref: "#/Node" } },
      },
    },
  },
  "square.yaml": {
    type: "object",
    required: ["kind", "side"],
    properties: { kind: { type: "string" }, side: { type: "number" } },
    additionalProperties: false,
  },
  "examples.yaml": { first: { value: data } },
  "items.yaml": {
    paths: {
      "/item": {
        parameters: [{ $ref: "#/parameters/limit" }],
        ...respondWith({ schema: { $ref: "schemas.yaml#/Node" } }),
      },
    },
    parameters: { limit: { name: "limit", in: "query", schema: { type: "integer" } } },
  },
};

/** Writes files to a new folder, and returns it. */
function writeFolder(
  files: Record<string, unknown>,
  folder = mkdtempSync(join(tmpdir(), "files-")),
) {
  for (const [name, value] of Object.entries(files))
    writeFileSync(join(folder, name), stringify(value));
  return folder;
}
const start = (folder: string, options = {}) =>
  startMock({ port: 0, contract: join(folder, "openapi.yaml"), logLevel: "silent", ...options });

let mock: Mock;
beforeAll(async () => {
  mock = await start(writeFolder(files));
});
afterAll(() => mock.close());
const ask = async (path: string) => (await fetch(mock.url + path)).json();

test.each<[string, string, unknown]>([
  ["keeps $ref in a named example", "/named-example", data],
  ["keeps $ref in an example in another file", "/other-example", data],
  ["keeps $ref in a constant", "/const", data],
  ["keeps $ref in the example of a schema in another file", "/schema-example", data],
  [
    "reads a schema whose name is a keyword",
    "/named-default",
    { inner: { kind: "string", radius: 0 } },
  ],
  ["reads a component that refers to another file", "/component", { kind: "string", side: 0 }],
  ["maps the values of a discriminator to other files", "/shape", { kind: "edged", side: 0 }],
  ["reads a schema within itself", "/item", { name: "string", children: [{ name: "string" }] }],
])("the mock %s", async (_, path, body) => {
  expect(await ask(path)).toEqual(body);
});

test("references that only refer to each other are refused in one sentence", async () => {
  const paths = { "/loop": respondWith({ schema: { $ref: "schemas.yaml#/Loop" } }) };
  const folder = writeFolder({
    "schemas.yaml": { Loop: { $ref: "#/Knot" }, Knot: { $ref: "#/Loop" } },
    "openapi.yaml": { openapi: "3.1.0", paths },
  });
  await expect(start(folder)).rejects.toThrow(
    "openapi.yaml isn't valid:\n- Self-referencing circular pointer.",
  );
});

test("a path of another file has its parameters", async () => {
  expect((await fetch(`${mock.url}/item?limit=many`)).status).toBe(422);
});

test("a schema of OpenAPI 2.0 follows references to other files below oneOf", async () => {
  const age = { oneOf: [{ $ref: "schemas.yaml#/Age" }] };
  const body = { name: "body", in: "body", schema: { properties: { age } } };
  const post = { parameters: [body], responses: { 204: { description: "Done." } } };
  const swagger = { swagger: "2.0", paths: { "/a": { post } } };
  const folder = writeFolder({
    "openapi.yaml": swagger,
    "schemas.yaml": { Age: { type: "integer" } },
  });
  const service = await serve(join(folder, "openapi.yaml"));
  expect((await service.post("/a", '{"age":1}')).status).toBe(204);
  expect((await service.post("/a", '{"age":"a"}')).status).toBe(422);
});

test("files that the contract refers to are watched, also one that was missing or that a reload added", async () => {
  const refer = ($ref: string) => ({
    openapi: "3.1.0",
    paths: { "/a": respondWith({ schema: { $ref } }) },
  });
  const folder = writeFolder({ "openapi.yaml": refer("first.yaml") });
  const write = (name: string, value: object) => writeFolder({ [name]: value }, folder);
  const mock = await start(folder, { watch: true });
  const read = async () => (await fetch(`${mock.url}/a`)).json();
  const waitFor = (value: unknown) => expect.poll(read, { timeout: 10_000 }).toEqual(value);
  write("first.yaml", { const: 1 });
  await waitFor(1);
  write("openapi.yaml", refer("second.yaml#/Two"));
  write("second.yaml", { Two: { const: 3 } });
  await waitFor(3);
  write("second.yaml", { Two: { const: 44 } });
  await waitFor(44);
  await mock.close();
});

test("of several reloads at once, the one that was called last decides", async () => {
  const folder = writeFolder({});
  // The first text takes longest to read.
  const write = (value: number, size: number) => {
    const padding = Object.fromEntries(
      Array.from({ length: size }, (_, index) => [`A${index}`, { type: "string" }]),
    );
    const paths = { "/a": respondWith({ schema: { const: value } }) };
    const document = { openapi: "3.0.0", info: {}, paths, components: { schemas: padding } };
    writeFileSync(join(folder, "openapi.yaml"), JSON.stringify(document));
  };
  write(0, 0);
  const mock = await start(folder);
  write(1, 5_000);
  const first = mock.reload();
  await new Promise(setImmediate);
  write(2, 0);
  await Promise.all([mock.reload(), first]);
  expect(await (await fetch(`${mock.url}/a`)).json()).toBe(2);
  await mock.close();
});
