import { expect, test } from "vitest";
import { type Contract, readContract } from "../../../scripts/contract/document.ts";
import { documentedOperations } from "../../../scripts/contract/operations.ts";
import { writeValidators } from "../../../scripts/generate/validators/responses.ts";
import { initialContract } from "../../learn/contract.ts";
import { contractWith, objectAt, tokens } from "../contract-copy.ts";

const load = async (contract: Contract) =>
  (await import(`data:text/javascript,${encodeURIComponent((await writeValidators(contract))["validators.js"])}`))
    .responses;

test("the generated code contains no eval and imports no module", async () => {
  const { "validators.js": source } = await writeValidators(readContract());
  expect(source).not.toMatch(/\beval\b|\bFunction\(|\brequire\(|\bimport\b/);
});

test("every response that the contract describes has a validator, and no other operation has", async () => {
  const names = Object.keys(await load(initialContract()));
  const withBody = documentedOperations(initialContract()).filter(({ successes: [success] }) => success?.media);
  expect(names).toEqual(withBody.map(({ operation }) => operation.operationId));
  expect(names).not.toContain("deleteSipRegistration");
});

const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const object = (properties: object, keywords = {}) => ({
  type: "object",
  required: Object.keys(properties),
  properties,
  ...keywords,
});
const kind = (name: string, properties: object) => object({ kind: { const: name }, ...properties });
const inner = object({ known: { type: "string" } });

/** Returns what the validator of a response of this schema finds, as `keyword place`. */
async function findings(schema: object, response: unknown, schemas: object = {}): Promise<string[]> {
  const contract = contractWith((copy) => {
    Object.assign(copy.components.schemas, schemas);
    objectAt(copy, ...tokens, "responses", "2XX", "content", "application/json")["schema"] = schema;
  });
  const { listTokens } = await load(contract);
  listTokens(response);
  return (listTokens.errors ?? [])
    .filter(({ keyword }: { keyword: string }) => keyword !== "if")
    .map(({ keyword, instancePath, params }: { keyword: string; instancePath: string; params: object }) =>
      [keyword, `${instancePath}/${Object.values(params)[0]}`].join(" "),
    );
}

const unknown = (...places: string[]) => places.map((place) => `unevaluatedProperties ${place}`);
const choice = [kind("a", { a: inner }), kind("b", { b: inner })];
const a = (fields = {}, innerFields = {}) => ({ kind: "a", a: { known: "x", ...innerFields }, ...fields });

test.each<[name: string, schema: object, response: unknown, found: string[], schemas?: object]>([
  ["anyOf", { anyOf: choice }, a({ added: 1 }), unknown("/added")],
  ["oneOf", { oneOf: choice }, a({ added: 1 }), unknown("/added")],
  ["a schema below anyOf", { anyOf: choice }, a({}, { added: 1 }), unknown("/a/added")],
  ["a schema below oneOf", { oneOf: choice }, a({}, { added: 1 }), unknown("/a/added")],
  [
    "a schema that oneOf refers to",
    object({ items: { type: "array", items: { oneOf: [reference("A"), reference("B")] } } }),
    { items: [a({}, { added: 1 }), { kind: "b", b: { known: "x" }, more: 1 }] },
    unknown("/items/0/a/added", "/items/1/more").reverse(),
    { A: choice[0], B: choice[1] },
  ],
  ["properties next to oneOf", object({ own: {} }, { oneOf: choice }), a({ own: 1, added: 1 }), unknown("/added")],
  ["an object or null", { type: ["object", "null"], properties: {} }, { added: 1 }, unknown("/added")],
  [
    "a schema that another extends elsewhere",
    object({ base: reference("Base"), more: reference("More") }),
    { base: { known: "x", added: 1 }, more: { known: "x", own: 1 } },
    unknown("/base/added"),
    { Base: inner, More: { allOf: [reference("Base"), { properties: { own: {} } }] } },
  ],
  [
    "a schema within itself",
    reference("Tree"),
    { children: [{ children: [], added: 1 }] },
    unknown("/children/0/added"),
    { Tree: object({ children: { type: "array", items: reference("Tree") } }) },
  ],
])(
  "a property that nobody knows in %s is that, and no contradiction",
  async (_, schema, response, expected, schemas) => {
    expect((await findings(schema, response, schemas)).sort()).toEqual(expected.sort());
  },
);

test.each<[name: string, schema: object, response: unknown]>([
  ["one of anyOf that takes anything", { anyOf: [choice[0], {}] }, { added: 1 }],
  ["additionalProperties", object({}, { additionalProperties: { type: "integer" } }), { added: 1 }],
  ["a field that may only be sent, absent", object({ secret: { type: "string", writeOnly: true } }), {}],
  [
    "a field that may only be sent, absent, and required next to the part that names it",
    { required: ["secret"], allOf: [{ properties: { secret: { type: "string", writeOnly: true } } }] },
    {},
  ],
])("%s: no finding", async (_, schema, response) => {
  expect(await findings(schema, response)).toEqual([]);
});

test("what none of oneOf takes is a contradiction", async () => {
  expect(await findings({ oneOf: choice }, { kind: "c" })).toContain("oneOf /null");
});

test("a schema is compiled once, however many operations refer to it", async () => {
  const size = async (times: number) => {
    const contract = contractWith((copy) => {
      const item = objectAt(copy, ...tokens);
      for (let time = 0; time < times; time++) {
        copy.paths[`/api/v2/more${time}`] = { get: { ...item, operationId: `more${time}` } } as never;
      }
    });
    return (await writeValidators(contract))["validators.js"].length;
  };
  expect((await size(10)) - (await size(0))).toBeLessThan(500);
});
