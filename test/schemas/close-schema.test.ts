import { expect, test } from "vitest";
import type { Contract } from "../../scripts/contract/document.ts";
import type { JsonObject } from "../../src/openapi/json.ts";
import { pointerOf } from "../../src/openapi/pointer.ts";
import { createAjv } from "../../src/schemas/ajv.ts";
import { createSchemaCloser } from "../../src/schemas/close-schema.ts";
import { loadAjv } from "../../src/schemas/validators.ts";

const ajv = createAjv(await loadAjv(), { allErrors: true });

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: object, keywords = {}) => ({ type: "object", properties, ...keywords });
const inner = object({ known: { type: "string" } });
const choice = [
  object({ kind: { const: "a" }, a: inner }),
  object({ kind: { const: "b" }, b: inner }),
];
const a = (fields = {}, innerFields = {}) => ({
  kind: "a",
  a: { known: "x", ...innerFields },
  ...fields,
});

/** Lists the fields of a value that a schema doesn't name, as pointers. */
function find(schema: JsonObject, value: unknown, schemas: object = {}): string[] {
  ajv.removeSchema();
  const contract = { components: { schemas } } as unknown as Contract;
  const close = createSchemaCloser(contract, "writeOnly", (fields, id) =>
    ajv.addSchema(fields, id),
  );
  const validate = ajv.compile(close(schema));
  validate(value);
  const errors = validate.errors ?? [];
  expect(errors.filter(({ keyword }) => keyword !== "unevaluatedProperties")).toEqual([]);
  return errors.map(
    ({ instancePath, params }) => instancePath + pointerOf([params["unevaluatedProperty"]]),
  );
}

test.each<[name: string, schema: JsonObject, value: unknown, pointers: string[], schemas?: object]>(
  [
    ["an object", inner, { known: "x", added: 1, toString: 1 }, ["/added", "/toString"]],
    ["an object without properties", { type: "object" }, { added: 1 }, ["/added"]],
    ["an object or null", { type: ["object", "null"], properties: {} }, { added: 1 }, ["/added"]],
    ["anyOf", { anyOf: choice }, a({ added: 1 }), ["/added"]],
    ["oneOf", { oneOf: choice }, a({ added: 1 }), ["/added"]],
    ["a schema below anyOf", { anyOf: choice }, a({}, { added: 1 }), ["/a/added"]],
    ["a schema below oneOf", { oneOf: choice }, a({}, { added: 1 }), ["/a/added"]],
    [
      "a schema that oneOf refers to",
      object({ items: { type: "array", items: { oneOf: [reference("A"), reference("B")] } } }),
      { items: [a({}, { added: 1 }), { kind: "b", b: { known: "x" }, more: 1 }] },
      ["/items/0/a/added", "/items/1/more"],
      { A: choice[0], B: choice[1] },
    ],
    [
      "properties next to oneOf",
      object({ own: {} }, { oneOf: choice }),
      a({ own: 1, added: 1 }),
      ["/added"],
    ],
    ["an item of a tuple", { prefixItems: [{}, inner] }, [1, { "a/b": 1 }], ["/1/a~1b"]],
    [
      "an entry of a map",
      object({}, { additionalProperties: inner }),
      { entry: { added: 1 } },
      ["/entry/added"],
    ],
    [
      "an entry of a pattern",
      { patternProperties: { "^x-": inner } },
      { "x-a": { added: 1 } },
      ["/x-a/added"],
    ],
    [
      "a schema that another extends elsewhere",
      object({ base: reference("Base"), more: reference("More") }),
      { base: { known: "x", added: 1 }, more: { known: "x", own: 1 } },
      ["/base/added"],
      { Base: inner, More: { allOf: [reference("Base"), { properties: { own: {} } }] } },
    ],
    [
      "a schema within itself",
      reference("Tree"),
      { children: [{ children: [], added: 1 }] },
      ["/children/0/added"],
      { Tree: object({ children: { type: "array", items: reference("Tree") } }) },
    ],
  ],
)("a field that %s doesn't name is unknown", (_, schema, value, pointers, schemas) => {
  expect(find(schema, value, schemas).sort()).toEqual(pointers);
});

test.each<[name: string, schema: JsonObject, value: unknown]>([
  ["a schema that says nothing", {}, { added: { more: 1 } }],
  ["one of anyOf that takes anything", { anyOf: [choice[0], {}] }, { added: 1 }],
  ["one of several alternatives that names it", { oneOf: choice }, a({ b: { known: "x" } })],
  ["additionalProperties", object({}, { additionalProperties: { type: "integer" } }), { added: 1 }],
  ["unevaluatedProperties", object({}, { unevaluatedProperties: {} }), { added: 1 }],
  [
    "dependentSchemas",
    object({}, { dependentSchemas: { a: { properties: { added: {} } } } }),
    { added: 1 },
  ],
])("no field is unknown: %s", (_, schema, value) => {
  expect(find(schema, value)).toEqual([]);
});
