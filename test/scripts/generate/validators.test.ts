import { expect, test } from "vitest";
import { type Contract, readContract } from "../../../scripts/contract/document.ts";
import { writeValidators } from "../../../scripts/generate/validators/responses.ts";
import { findResponseDifferences } from "../../../src/openapi/differences.ts";
import { contractWith, objectAt, tokens } from "../contract-copy.ts";

const load = async (contract: Contract) =>
  (
    await import(
      `data:text/javascript,${encodeURIComponent((await writeValidators(contract))["validators.js"])}`
    )
  ).responses;

const object = (properties: object) => ({
  type: "object",
  required: Object.keys(properties),
  properties,
});

test("the generated code contains no eval and imports no module", async () => {
  const { "validators.js": source } = await writeValidators(readContract());
  expect(source).not.toMatch(/\beval\b|\bFunction\(|\brequire\(|\bimport\b/);
});

test("each success has its own validator", async () => {
  const contract = contractWith((copy) => {
    const responses = objectAt(copy, ...tokens, "responses") as Record<string, unknown>;
    const json = (name: string) => ({
      description: name,
      content: { "application/json": { schema: object({ [name]: {} }) } },
    });
    responses["201"] = json("made");
    responses["202"] = json("queued");
  });
  const { listTokens } = await load(contract);
  const find = (status: number) => findResponseDifferences(listTokens, { made: 1 }, false, status);
  expect([201, 202].map((status) => find(status).length)).toEqual([0, 2]);
});

test("a success without a documented body isn't compared with the body of failures", async () => {
  const contract = contractWith((copy) => {
    const responses = objectAt(copy, "paths", "/api/v2/sip/registration", "delete", "responses");
    const content = { "application/json": { schema: object({ reason: {} }) } };
    responses["default"] = { description: "A failure.", content };
  });
  const { deleteSipRegistration: schemas } = await load(contract);
  const find = (status?: number) => findResponseDifferences(schemas, {}, false, status);
  expect([undefined, 200, 500].map((status) => find(status).length)).toEqual([0, 0, 1]);
});

/** Returns what the validator of a response of this schema finds, as `keyword place`. */
async function findErrors(schema: object, response: unknown): Promise<string[]> {
  const contract = contractWith((copy) => {
    objectAt(copy, ...tokens, "responses", "2XX", "content", "application/json")["schema"] = schema;
  });
  const { listTokens } = await load(contract);
  const [{ contents }] = listTokens;
  const [{ schema: validator }] = contents;
  validator(response);
  return (validator.errors ?? []).map((error: { keyword: string; instancePath: string }) =>
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
  expect((await size(10)) - (await size(0))).toBeLessThan(2_000);
});
