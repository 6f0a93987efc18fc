import { expect, test } from "vitest";
import type { Operation } from "../scripts/contract/document.ts";
import { type PathOperation, pathOperations } from "../scripts/contract/operations.ts";
import { sampleRequest } from "./sample-request.ts";
import { contractWith } from "./scripts/contract-copy.ts";

const text = { type: "string" };
const example = (value: string | boolean) => ({ examples: { first: { summary: "First", value } } });

function sampleOf(fields: Partial<Operation>, path = "/added") {
  const contract = contractWith((copy) => {
    copy.paths = { [path]: { put: { responses: {}, ...fields } as Operation } };
  });
  return sampleRequest(contract, pathOperations(contract)[0] as PathOperation);
}

const parameter = (name: string, place: "path" | "query", fields: object) => ({
  name,
  in: place,
  description: "",
  schema: text,
  ...fields,
});

test("each path value is its example, or its name in braces", () => {
  const parameters = [
    parameter("a", "path", example("an/example")),
    parameter("b", "path", { schema: { type: "integer" } }),
  ];
  expect(sampleOf({ parameters }, "/{a}/of/{b}").path).toBe("/an%2Fexample/of/{b}");
});

test("an optional input is sent if the contract has an example of it", () => {
  const parameters = [
    parameter("left-out", "query", {}),
    parameter("given", "query", example(false)),
    parameter("needed", "query", { required: true, schema: { type: "array", items: text } }),
  ];
  expect(sampleOf({ parameters }).query).toEqual([
    ["given", "false"],
    ["needed", "{needed}"],
  ]);
});

test("a body is its example", () => {
  const content = { "application/json": { schema: text, ...example("plain") } };
  expect(sampleOf({ requestBody: { content } })).toMatchObject({
    body: '"plain"',
    headers: { "content-type": "application/json" },
  });
});

test("a form is sent field by field", () => {
  const content = {
    "multipart/form-data": { schema: {}, examples: { first: { summary: "", value: { file: "a", on: true } } } },
  };
  const { body } = sampleOf({ requestBody: { content } });
  expect([...(body as FormData)]).toEqual([
    ["file", "a"],
    ["on", "true"],
  ]);
});
