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
