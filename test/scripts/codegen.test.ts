import { Validator } from "@seriousme/openapi-schema-validator";
import { expect, test } from "vitest";
import { codegenDocument } from "../../scripts/contract/codegen.ts";
import type { Contract } from "../../scripts/contract/document.ts";
import { operationsOf } from "../../src/openapi/operations.ts";
import { contractOf, copyPart } from "../shapes/contract.ts";
import { contractWith, objectAt, tokens } from "./contract-copy.ts";

const derived = (edit: (contract: Contract) => void = () => {}) =>
  codegenDocument(contractWith(edit)) as Contract;

test("a success whose status is unknown is a 200 that says so, and a documented one stays", () => {
  const { responses } = objectAt(derived(), ...tokens);
  expect(responses).toMatchObject({
    "200": {
      description: expect.stringMatching(/The status code is unknown: 200 means any 2xx\.$/),
    },
  });
  expect(responses).not.toHaveProperty("2XX");
  const documented = { "200": { description: "OK." }, "2XX": { description: "Other." } };
  const document = derived((copy) => {
    objectAt(copy, ...tokens)["responses"] = documented;
  });
  expect(objectAt(document, ...tokens)["responses"]).toEqual(documented);
});

test("the parameter whose own name is never sent is left out, and no other", () => {
  const search = ["paths", "/api/v2/shapes/search", "get"];
  const pageParameter = { name: "page", in: "query", description: "", schema: { type: "integer" } };
  const contract = contractOf([copyPart("free-form-inputs")]);
  (objectAt(contract, ...search)["parameters"] as object[]).push(pageParameter);
  expect(objectAt(codegenDocument(contract), ...search)["parameters"]).toEqual([pageParameter]);
});

test("there is no extension, and what looks like one in a value, a header or a field stays", () => {
  const value = { "x-value": { "x-inner": 1 } };
  const added = {
    const: value,
    default: value,
    example: value,
    properties: { "x-field": {} },
  };
  const headers = { "x-header": {} };
  const document = derived((copy) => {
    Object.assign(copy.components.schemas, { Added: { ...added, "x-added": 1 } });
    objectAt(copy, ...tokens)["responses"] = { "200": { description: "OK.", headers } };
  });
  expect(document.components.schemas["Added"]).toEqual(added);
  const names = new Set(JSON.stringify(document).match(/"x-[\w-]+"/g));
  expect([...names].sort()).toEqual(['"x-field"', '"x-header"', '"x-inner"', '"x-value"']);
});

test("it is a valid document, as the contract is, by a validator that shares no code with the lint's", async () => {
  for (const document of [derived(), contractWith(() => {})])
    expect(await new Validator().validate({ ...document })).toMatchObject({ valid: true });
});

test("every operation is in it, and its unknowns are in the descriptions", () => {
  const ids = (contract: Contract) => operationsOf(contract).map(({ id }) => id);
  expect(ids(derived())).toEqual(ids(contractWith(() => {})));
  expect(JSON.stringify(derived())).toContain("Unknown: Unit of `timeout`.");
});
