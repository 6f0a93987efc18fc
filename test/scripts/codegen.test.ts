import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { codegenDocument } from "../../scripts/contract/codegen.ts";
import type { Contract } from "../../scripts/contract/document.ts";
import { operationsOf } from "../../src/openapi/operations.ts";
import { contractOf, readPart } from "../shapes/contract.ts";
import { contractWith, objectAt, tokens } from "./contract-copy.ts";

const derived = (edit: (contract: Contract) => void = () => {}) =>
  codegenDocument(contractWith(edit)) as Contract;

test("a success whose status is unknown is a 200 that says so", () => {
  const responses = objectAt(derived(), ...tokens, "responses");
  expect(Object.keys(responses)).toContain("200");
  expect(Object.keys(responses)).not.toContain("2XX");
  expect(objectAt(responses, "200")["description"]).toMatch(
    /The status code is unknown: 200 means any 2xx\.$/,
  );
});

test("a documented status stays next to 2XX", () => {
  const responses = { "200": { description: "OK." }, "2XX": { description: "Other." } };
  const document = derived((copy) => Object.assign(objectAt(copy, ...tokens), { responses }));
  expect(Object.keys(objectAt(document, ...tokens, "responses"))).toEqual(["200", "2XX"]);
});

test("the parameter whose own name is never sent is left out, and no other", () => {
  const search = ["paths", "/api/v2/shapes/search", "get"];
  const pageParameter = { name: "page", in: "query", description: "", schema: { type: "integer" } };
  const contract = contractOf([readPart("free-form-inputs")]);
  (objectAt(contract, ...search)["parameters"] as object[]).push(pageParameter);
  expect(objectAt(codegenDocument(contract), ...search)["parameters"]).toEqual([pageParameter]);
});

test("there is no extension, and a header or a field that looks like one stays", () => {
  const headers = { "x-total": { description: "Total.", schema: { type: "integer" } } };
  const schema = { type: "object", properties: { "x-field": { type: "string" } } };
  const document = derived((copy) => {
    const content = { "application/json": { schema, example: { "x-field": "text" } } };
    Object.assign(objectAt(copy, ...tokens), {
      responses: { "200": { description: "", headers, content } },
    });
  });
  const text = JSON.stringify(document);
  expect([...new Set(text.match(/"x-[\w-]+"/g))].sort()).toEqual(['"x-field"', '"x-total"']);
});

test.each(["const", "default", "example"])(
  "the value of `%s` keeps fields that look like extensions",
  (keyword) => {
    const value = { "x-field": { "x-inner": 1 } };
    const document = derived((copy) =>
      Object.assign(copy.components.schemas, { Added: { [keyword]: value } }),
    );
    expect(document.components.schemas["Added"]).toEqual({ [keyword]: value });
  },
);

test("it is a valid document, as the contract is, by a validator that shares no code with the lint's", async () => {
  for (const document of [derived(), contractWith(() => {})])
    expect(await new Validator().validate({ ...document })).toMatchObject({ valid: true });
});

test("every operation is in it, and its unknowns are in the descriptions", () => {
  const ids = (contract: Contract) => operationsOf(contract).map(({ id }) => id);
  expect(ids(derived())).toEqual(ids(contractWith(() => {})));
  expect(JSON.stringify(derived())).toContain("Unknown: Unit of `timeout`.");
});
