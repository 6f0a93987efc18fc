import { expect, test } from "vitest";
import { contractOf, serve } from "./helpers.ts";

/** Names of properties that are keywords elsewhere. */
const names = (
  "example examples nullable not type format items properties required enum default const definitions allOf oneOf " +
  "exclusiveMinimum x-nullable readOnly writeOnly discriminator xml $id schema headers content parameters value toString"
).split(" ");

const properties = Object.fromEntries(names.map((name) => [name, { type: "integer" }]));
const schema = { type: "object", properties, required: names };
const info = { title: "Names", version: "1" };

const contracts = Object.entries({
  "2.0": {
    swagger: "2.0",
    info,
    paths: {
      "/value": {
        post: {
          schemes: ["https"],
          parameters: [{ name: "body", in: "body", schema: { $ref: "#/definitions/Value" } }],
          responses: { 200: { description: "A.", schema: { $ref: "#/definitions/Value" } } },
        },
      },
    },
    definitions: { Value: schema },
  },
  ...Object.fromEntries(
    ["3.0.3", "3.1.1"].map((openapi) => {
      const reference = { $ref: "#/components/schemas/Value" };
      const content = { "application/json": { schema: reference } };
      const operation = {
        requestBody: { content },
        responses: { 200: { description: "A.", content } },
      };
      const paths = { "/value": { post: operation } };
      return [openapi, { openapi, info, paths, components: { schemas: { Value: schema } } }];
    }),
  ),
});

test.each(contracts)("a property is called as it likes in OpenAPI %s", async (_, contract) => {
  const { post, warnings } = await serve(contract);
  const valid = Object.fromEntries(names.map((name) => [name, 0]));
  const send = (body: object, prefer = "") =>
    post("/value", JSON.stringify(body), "application/json", prefer);
  for (const name of names) {
    const response = await send({ ...valid, [name]: "a" });
    const { detail } = await response.json();
    expect([name, response.status, detail]).toEqual([
      name,
      422,
      expect.stringContaining(`, ${name}, must be integer`),
    ]);
  }
  const response = await send(valid);
  expect([response.headers.get("mock-problem"), await response.json()]).toEqual([null, valid]);
  const random = await send(valid, "dynamic=true");
  expect(random.headers.get("mock-problem")).toBeNull();
  const numbers = Object.fromEntries(names.map((name) => [name, expect.any(Number)]));
  expect(await random.json()).toEqual(expect.objectContaining(numbers));
  expect(warnings()).toEqual([]);
});

const text = { type: "string", minLength: 1 };
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: Record<string, object>, required = Object.keys(properties)) => ({
  type: "object",
  properties,
  required,
});

test.each<[name: string, schemas: Record<string, object>, body: unknown]>([
  [
    "a reference at several depths",
    {
      Value: object({ s: ref("S"), r: ref("R3") }),
      R3: object({ s: ref("S"), r: ref("R2") }),
      R2: object({ s: ref("S"), r: ref("R1") }),
      R1: object({ s: ref("S") }),
      S: text,
    },
    expect.objectContaining({ r: expect.objectContaining({ s: expect.any(String) }) }),
  ],
  [
    "an object that refers to itself by an optional property",
    { Value: object({ id: { type: "integer" }, next: ref("Value") }, ["id"]) },
    expect.objectContaining({ id: expect.any(Number) }),
  ],
  [
    "bounds that exclude",
    { Value: { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 } },
    expect.any(Number),
  ],
  [
    "what an enumeration rules out",
    { Value: { type: "string", not: { enum: ["a", "b"] } } },
    expect.any(String),
  ],
  ["a large integer", { Value: { type: "integer", minimum: 2 ** 60 } }, expect.any(Number)],
  [
    "a multiple between bounds",
    { Value: { type: "number", multipleOf: 0.25, minimum: 0.1, maximum: 0.3 } },
    0.25,
  ],
  [
    "a text of a pattern with a look-ahead",
    { Value: { type: "string", pattern: "^(?=.*\\d)[a-z]+\\d$" } },
    expect.any(String),
  ],
])("a random body of %s is valid", async (_, schemas, body) => {
  const { ask } = await serve(contractOf({ schema: ref("Value") }, { schemas }));
  for (let round = 0; round < 3; round++) {
    const response = await ask("/value", "dynamic=true");
    const value = await response.json();
    expect([response.headers.get("mock-problem"), value]).toEqual([null, body]);
  }
});

const kind = { kind: { type: "string" } };
const cat = object({ ...kind, lives: { type: "integer" } });
const dog = object({ ...kind, tricks: text });
const mapping = { meow: "#/components/schemas/Cat", woof: "#/components/schemas/Dog" };
const discriminator = { propertyName: "kind" };
const oneOf = [ref("Cat"), ref("Dog")];
test.each<[name: string, schemas: Record<string, object>, kinds: string[]]>([
  [
    "a mapping",
    { Value: { discriminator: { ...discriminator, mapping }, oneOf } },
    ["meow", "woof"],
  ],
  [
    "a part",
    { Value: { allOf: [ref("Pet")] }, Pet: { ...object(kind), discriminator } },
    ["Value"],
  ],
  [
    "choices in a list",
    { Value: { type: "array", minItems: 3, items: { discriminator, oneOf } } },
    ["Cat", "Dog"],
  ],
])("a random body is discriminated by %s", async (_, schemas, kinds) => {
  const { ask } = await serve(
    contractOf({ schema: ref("Value") }, { schemas: { Cat: cat, Dog: dog, ...schemas } }),
  );
  const found = new Set<string>();
  for (let round = 0; round < 5; round++) {
    const response = await ask("/value", "dynamic=true");
    const value = await response.json();
    expect(response.headers.get("mock-problem")).toBeNull();
    for (const item of [value].flat()) {
      found.add(item.kind);
      if (item.kind === "Cat" || item.kind === "meow") expect(item).toHaveProperty("lives");
      else if (item.kind !== "Value") expect(item).toHaveProperty("tricks");
    }
  }
  expect([...found].filter((name) => !kinds.includes(name))).toEqual([]);
});
