import { createPhoneAgentClient } from "phone-agent-api";
import { createTestServer } from "phone-agent-api/testing";
import { afterEach, expect, test, vi } from "vitest";
import { readContract } from "../../scripts/contract/document.ts";
import { formTextsOf } from "../../scripts/docs/html/playground.ts";
import { writeNameOnlySample } from "../../scripts/docs/model/name-only.ts";
import type { OperationCall } from "../../scripts/docs/samples/call.ts";
import { createCall } from "../../scripts/docs/samples/create-call.ts";
import { samplesOf } from "../../scripts/docs/samples/samples.ts";
import { indexedOperations } from "../../src/openapi/operation-index.ts";
import { operationsOf } from "../../src/openapi/operations.ts";
import { readData } from "../data.ts";
import { contractOf, input } from "./contract.ts";
import { runCode } from "./run-code.ts";
import { callsContract } from "./sample-calls.ts";

afterEach(() => {
  vi.unstubAllEnvs();
});

const setEnvironment = (variables: Record<string, string>) => {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
};

const contract = readContract();

test.each(operationsOf(contract).map((operation) => [operation.id, operation] as const))(
  "the TypeScript sample of %s calls the operation, and prints no secret",
  async (id, operation) => {
    const token = "sample+token/of the test";
    setEnvironment({ PHONE_AGENT_BASE_URL: "https://example.com", PHONE_AGENT_TOKEN: token });
    const { fetch, calls } = createTestServer();
    const create = () => createPhoneAgentClient({ fetch });
    const code = sampleOf(createCall(contract, operation), "TypeScript");
    const output = await runCode(code, { createPhoneAgentClient: create });
    expect(calls().map((call) => [call.operation, call.status])).toEqual([[id, 200]]);
    for (const text of [token, encodeURIComponent(token), "<"]) expect(output).not.toContain(text);
  },
);

test("the call of a name-only operation is rejected until its placeholders are replaced, before anything is sent", async () => {
  setEnvironment({ PHONE_AGENT_BASE_URL: "https://example.com", PHONE_AGENT_TOKEN: "a-token" });
  const entries = indexedOperations(contract).filter(({ operation }) => !operation);
  for (const code of new Set(entries.map(writeNameOnlySample))) {
    const run = runCode(code, { createPhoneAgentClient });
    await expect(run).rejects.toMatchObject({ kind: "configuration", attempts: 0 });
    await expect(run).rejects.toThrow(/: (Replace `\{path\}` in the path\.|The method must be )/);
  }
});

/** Schemas, and what samples take from them. */
const rows = readData("docs/samples.yaml");

test.each<[words: string, value: string, schema: object]>(rows.stated)(
  "a sample has the value that a schema states as %s: %s",
  (_, value, schema) => {
    const call = callOf(schema);
    expect(sampleOf(call, "TypeScript")).toContain(
      `phone.fill(${value}, ${value}, { field: ${value} })`,
    );
    expect(call.missingValues).toEqual([]);
  },
);

test("a list is sent as an input and a body, and is no path value", () => {
  const call = callOf({ type: "array", items: { type: "string" }, examples: [["a", "b"]] });
  expect(sampleOf(call, "TypeScript")).toContain(
    'phone.fill("{id}" as never, ["a", "b"], { field: ["a", "b"] })',
  );
  expect(call.missingValues).toEqual(["id"]);
});

test.each<[words: string, schema: object]>(rows.open)(
  "no value is made up from %s: the samples have a name to replace, and the form is empty",
  (_, schema) => {
    const call = callOf(schema);
    for (const { code } of samplesOf(call)) {
      for (const name of ["id", "field", "body"]) expect(code).toContain(`{${name}}`);
    }
    expect(sampleOf(call, "TypeScript")).toContain(
      'fill("{id}" as never, "{body}" as never, { field: "{field}" } as never)',
    );
    expect(formTextsOf(call)).toEqual({ values: ["", "", ""], body: "" });
  },
);

test("an object isn't written as XML, and an optional input is sent if it has an example", () => {
  const example = { first: { summary: "First", value: { name: "A" } } };
  const xml = callOf({ default: "a" }, { "application/xml": { schema: {}, examples: example } });
  expect([xml.missingValues, formTextsOf(xml).body]).toEqual([["body"], ""]);
  for (const { code } of samplesOf(xml)) expect(code).not.toContain("[object");
  for (const parts of [{ example: 7 }, { examples: { seven: { summary: "Seven", value: 7 } } }])
    expect(sampleOf(callOf({ default: 1 }, undefined, parts), "TypeScript")).toContain(
      "{ field: 1, optional: 7 })",
    );
});

test("only a sample that calls the mock has a token that everyone knows", () => {
  const [operation = expect.unreachable()] = operationsOf(callsContract);
  const createFor = (server?: { url: string; isMock: boolean }) =>
    samplesOf(createCall(callsContract, operation, server));
  const server = { url: "https://a.example.com", isMock: false };
  expect(createFor().map(({ code }) => /-not-secret/.test(code))).toEqual([true, false, true]);
  for (const { code } of createFor(server)) expect(code).not.toContain("-not-secret");
  expect(createFor(server)[0]?.code).toContain(`BASE_URL:-${server.url}}"`);
});

const sampleOf = (call: OperationCall, language: string) =>
  samplesOf(call).find(({ label }) => label === language)?.code ?? expect.unreachable(language);

/**
 * Creates the call of an operation whose path value, query and body have a schema, or a body of
 * another type.
 */
function callOf(
  schema: object,
  content: object = { "application/json": { schema } },
  optional: object = {},
) {
  const parameters = [
    input("field", { required: true, schema }),
    input("id", { in: "path", required: true, schema }),
    input("optional", { schema, ...optional }),
  ];
  const operation = {
    method: "post",
    path: "/api/v2/fill/{id}",
    parameters,
    requestBody: { required: true, content },
  };
  const contract = contractOf({ fill: operation }, (copy) => {
    Object.assign(copy.components.schemas, { Kind: { enum: ["first", "second"] } });
  });
  return createCall(contract, operationsOf(contract)[0] ?? expect.unreachable());
}
