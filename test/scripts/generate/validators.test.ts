import { expect, test } from "vitest";
import { type Contract, readContract } from "../../../scripts/contract/document.ts";
import { writeValidators } from "../../../scripts/generate/validators/responses.ts";
import { operationsOf } from "../../../src/openapi/operations.ts";
import { contractWith, objectAt, tokens } from "../contract-copy.ts";

const load = async (contract: Contract) =>
  (
    await import(
      `data:text/javascript,${encodeURIComponent((await writeValidators(contract))["validators.js"])}`
    )
  ).responses;

test("the generated code contains no eval and imports no module", async () => {
  const { "validators.js": source } = await writeValidators(readContract());
  expect(source).not.toMatch(/\beval\b|\bFunction\(|\brequire\(|\bimport\b/);
});

test("every response that the contract describes has a validator, and no other operation has", async () => {
  const names = Object.keys(await load(readContract()));
  const withBody = operationsOf(readContract()).filter(
    ({ responses: [success] }) => success?.contents[0],
  );
  expect(names).toEqual(withBody.map(({ id }) => id));
  expect(names).not.toContain("deleteSipRegistration");
});

const object = (properties: object) => ({
  type: "object",
  required: Object.keys(properties),
  properties,
});

/** Returns what the validator of a response of this schema finds, as `keyword place`. */
async function findErrors(schema: object, response: unknown): Promise<string[]> {
  const contract = contractWith((copy) => {
    objectAt(copy, ...tokens, "responses", "2XX", "content", "application/json")["schema"] = schema;
  });
  const { listTokens } = await load(contract);
  listTokens(response);
  return (listTokens.errors ?? []).map((error: { keyword: string; instancePath: string }) =>
    [error.keyword, error.instancePath].join(" "),
  );
}

test.each<[name: string, schema: object]>([
  ["itself", object({ secret: { type: "string", writeOnly: true } })],
  [
    "a part of it",
    {
      required: ["secret"],
      allOf: [{ properties: { secret: { type: "string", writeOnly: true } } }],
    },
  ],
])(
  "a field that may only be sent can be absent, though the schema requires it: %s",
  async (_, schema) => {
    expect(await findErrors(schema, {})).toEqual([]);
  },
);

test("what none of oneOf takes is a contradiction", async () => {
  const choice = ["a", "b"].map((kind) => object({ kind: { const: kind } }));
  expect(await findErrors({ oneOf: choice }, { kind: "c" })).toContain("oneOf ");
});

test("a schema is compiled once, however many operations refer to it", async () => {
  const size = async (times: number) => {
    const contract = contractWith((copy) => {
      const item = objectAt(copy, ...tokens);
      for (let time = 0; time < times; time++) {
        copy.paths[`/api/v2/more${time}`] = {
          get: { ...item, operationId: `more${time}` },
        } as never;
      }
    });
    return (await writeValidators(contract))["validators.js"].length;
  };
  expect((await size(10)) - (await size(0))).toBeLessThan(500);
});
