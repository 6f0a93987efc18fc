import { beforeAll, expect, test } from "vitest";
import type { Operation } from "../../scripts/contract/document.ts";
import { pathOperations } from "../../scripts/contract/operations.ts";
import { callOf, resultOf } from "../../scripts/docs/model/method-call.ts";
import { writeOperations } from "../../scripts/generate/client/operations.ts";
import { readTypes } from "../../scripts/generate/types/read-types.ts";
import { contractWith } from "../scripts/contract-copy.ts";

const text = { type: "string" };
const label = { type: "object", properties: { label: text } };
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const responding = (...schemas: unknown[]) => ({
  responses: Object.fromEntries(
    schemas.map((schema, index) => [
      String(200 + index),
      { description: "", content: schema === undefined ? undefined : { "application/json": { schema } } },
    ]),
  ),
});
const parameter = (name: string, required: boolean) => ({ name, in: "query", required, description: "", schema: text });

const shapes: Record<string, object> = {
  aModel: responding(reference("Label")),
  aModelByReference: responding(reference("Alias")),
  aModelWithDescription: responding({ ...reference("Label"), description: "A label." }),
  aPartOfAModel: responding({ $ref: "#/components/schemas/Label/properties/label" }),
  aModelWithATakenName: responding(reference("PhoneAgentError")),
  fields: responding(label),
  aList: responding({ type: "array", items: reference("Label") }),
  aText: responding(text),
  aNumber: responding({ type: "integer", minimum: 1 }),
  aPair: responding({ ...text, pattern: "^-?[0-9]+:-?[0-9]+$" }),
  aNumberOrNull: responding({ type: ["integer", "null"] }),
  anObject: responding({ type: "object" }),
  aMap: responding({ type: "object", additionalProperties: reference("Label") }),
  aChoice: responding({ oneOf: [reference("Label"), text] }),
  aMerge: responding({ allOf: [reference("Label"), reference("Alias")] }),
  anOpenSet: responding({ anyOf: [{ const: "admin" }, text] }),
  anEnum: responding({ enum: ["{", "b"] }),
  anything: responding({ description: "Anything." }),
  aTakenName: responding(label),
  severalSuccesses: responding(label, text, reference("Label")),
  aSuccessWithoutBody: responding(label, undefined),
  nothing: responding(undefined),
  severalTypes: {
    responses: {
      "200": {
        description: "",
        content: { "application/json": { schema: label }, "text/csv": {}, "a/b+json": { schema: text } },
      },
    },
  },
  bytes: { responses: { "200": { description: "", content: { "application/pdf": {} } } } },
  aRedirect: { responses: { "302": { description: "" } } },
  anOptionalBody: { ...responding(undefined), parameters: [parameter("q", true)], requestBody: { content: {} } },
  aRequiredBody: {
    ...responding(undefined),
    parameters: [parameter("q", false)],
    requestBody: { required: true, content: {} },
  },
};

const contract = contractWith((copy) => {
  Object.assign(copy.components.schemas, {
    Label: label,
    Alias: reference("Label"),
    PhoneAgentError: label,
    ATakenNameResponse: label,
  });
  const operations = Object.entries(shapes).map(([operationId, shape]): [string, Operation] => [
    operationId,
    {
      operationId,
      tags: ["Tasks"],
      summary: operationId,
      description: "",
      "x-repeatable": false,
      ...shape,
    } as Operation,
  ]);
  copy.paths = Object.fromEntries(operations.map(([id, operation]) => [`/api/v2/${id}/{id}`, { post: operation }]));
});
let generatedText: string;

beforeAll(async () => {
  generatedText = writeOperations(contract, await readTypes(contract));
});

test.each(Object.keys(shapes))("the page of an operation with %s shows the client's call and its result", (id) => {
  const [, parameters = "", result] =
    new RegExp(`^  ${id}\\((.*)\\): (Promise<.*>);$`, "m").exec(generatedText) ?? expect.unreachable(generatedText);
  const operation = pathOperations(contract).find(({ operation }) => operation.operationId === id);
  if (!operation) throw new Error(id);
  expect(resultOf(contract, operation)).toBe(result);
  expect(callOf(operation)).toBe(`${id}(${parameters.replaceAll(/: [^,]*/g, "")})`);
});
