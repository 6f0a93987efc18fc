import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { type Contract, codegenDocument, pathOperations } from "../../scripts/contract.ts";
import { at, contractWith, tokens } from "../scripts/contract-copy.ts";
import { contractOf, readPart } from "../shapes/contract.ts";

const derived = (edit: (contract: Contract) => void = () => {}) => codegenDocument(contractWith(edit)) as Contract;

test("a success whose status is unknown is a 200 that says so", () => {
  const responses = at(derived(), ...tokens, "responses");
  expect(Object.keys(responses)).toContain("200");
  expect(Object.keys(responses)).not.toContain("2XX");
  expect(at(responses, "200")["description"]).toMatch(/The status code is unknown: 200 means any 2xx\.$/);
});

test("a status that is documented stays beside the others", () => {
  const added = { "200": { description: "OK." }, "2XX": { description: "Other." } };
  const document = derived((copy) => Object.assign(at(copy, ...tokens), { responses: added }));
  expect(Object.keys(at(document, ...tokens, "responses"))).toEqual(["200", "2XX"]);
});

test("the parameter whose own name is never sent is left out, and no other", () => {
  const search = ["paths", "/api/v2/shapes/search", "get"];
  const other = { name: "page", in: "query", description: "", schema: { type: "integer" } };
  const contract = contractOf([readPart("free-form-inputs")]);
  (at(contract, ...search)["parameters"] as object[]).push(other);
  expect(at(codegenDocument(contract), ...search)["parameters"]).toEqual([other]);
});

test("there is no extension, and a header or a field that looks like one stays", () => {
  const headers = { "x-total": { description: "Total.", schema: { type: "integer" } } };
  const schema = { type: "object", properties: { "x-field": { type: "string" } } };
  const document = derived((copy) => {
    const content = { "application/json": { schema, example: { "x-field": "text" } } };
    Object.assign(at(copy, ...tokens), { responses: { "200": { description: "", headers, content } } });
  });
  const text = JSON.stringify(document);
  expect([...new Set(text.match(/"x-[\w-]+"/g))].sort()).toEqual(['"x-field"', '"x-total"']);
});

test("it is a valid document", async () => {
  expect(await new Validator().validate({ ...derived() })).toMatchObject({ valid: true });
});

test("every operation is in it, and its unknowns are in the descriptions", () => {
  const ids = (contract: Contract) => pathOperations(contract).map(({ operation }) => operation.operationId);
  expect(ids(derived())).toEqual(ids(contractWith(() => {})));
  expect(JSON.stringify(derived())).toContain("Unknown: Unit of `timeout`.");
});
