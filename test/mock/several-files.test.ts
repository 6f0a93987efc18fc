import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { stringify } from "yaml";
import { type Mock, startMock } from "../../src/mock/index.ts";

/** Data whose key looks like a reference. */
const data = { $ref: "./nothing.yaml", default: { $ref: "schemas.yaml#/Circle" } };

const respondWith = (media: object) => ({
  get: { responses: { 200: { description: "A value.", content: { "application/json": media } } } },
});

const shape = { $ref: "schemas.yaml#/Shape" };
const files = {
  "openapi.yaml": {
    openapi: "3.1.0",
    info: { title: "Shapes", version: "1" },
    paths: {
      "/example": respondWith({ schema: { type: "object" }, example: data }),
      "/named-example": respondWith({ schema: shape, examples: { first: { value: data } } }),
      "/other-example": respondWith({ schema: {}, examples: { first: { $ref: "examples.yaml#/first" } } }),
      "/default": respondWith({ schema: { type: "object", properties: { a: { default: data } } } }),
      "/const": respondWith({ schema: { const: data } }),
      "/enum": respondWith({ schema: { enum: [data] } }),
      "/schema-example": respondWith({ schema: { $ref: "schemas.yaml#/Exemplary" } }),
      "/named-default": respondWith({ schema: { $ref: "schemas.yaml#/default" } }),
      "/shape": respondWith({ schema: shape }),
      "/component": respondWith({ schema: { $ref: "#/components/schemas/Square" } }),
      "/anything": respondWith({ schema: { $ref: "schemas.yaml#/Anything" } }),
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
    Anything: { type: "object", required: ["value"], properties: { value: { description: "A value of any type." } } },
    Exemplary: { type: "object", example: data },
    default: { type: "object", properties: { inner: { $ref: "#/Circle" } } },
    Node: {
      type: "object",
      properties: { name: { type: "string" }, children: { type: "array", items: { $ref: "#/Node" } } },
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
      "/anything": respondWith({ schema: { $ref: "schemas.yaml#/Anything" } }),
      "/item": {
        parameters: [{ $ref: "#/parameters/limit" }],
        ...respondWith({ schema: { $ref: "schemas.yaml#/Node" } }),
      },
    },
    parameters: { limit: { name: "limit", in: "query", schema: { type: "integer" } } },
  },
};

describe("a contract of several files", () => {
  let mock: Mock;
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), "files-"));
    for (const [name, value] of Object.entries(files)) writeFileSync(join(folder, name), stringify(value));
    mock = await startMock({ port: 0, contract: join(folder, "openapi.yaml"), logLevel: "silent" });
  });
  afterAll(() => mock.close());
  const ask = async (path: string) => (await fetch(mock.url + path)).json();

  test.each([
    ["the example of a media type", "/example", data],
    ["a named example", "/named-example", data],
    ["an example in another file", "/other-example", data],
    ["a default", "/default", { a: data }],
    ["a constant", "/const", data],
    ["an enumerated value", "/enum", data],
    ["the example of a schema in another file", "/schema-example", data],
  ])("keeps $ref in %s", async (_, path, body) => {
    expect(await ask(path)).toEqual(body);
  });

  test("reads a schema whose name is a keyword", async () => {
    expect(await ask("/named-default")).toEqual({ inner: { kind: "string", radius: 0 } });
  });

  test("reads a component that refers to another file", async () => {
    expect(await ask("/component")).toEqual({ kind: "string", side: 0 });
  });

  test("maps the values of a discriminator to other files", async () => {
    expect(await ask("/shape")).toEqual({ kind: "edged", side: 0 });
  });

  test("reads a path of another file with its parameters, and a schema within itself", async () => {
    expect(await ask("/item")).toEqual({ name: "string", children: [{ name: "string" }] });
    expect((await fetch(`${mock.url}/item?limit=many`)).status).toBe(422);
  });

  test("generates a random text for a schema without a type in another file", async () => {
    expect(await ask("/anything?__dynamic=true")).toMatchObject({ value: expect.any(String) });
  });
});
