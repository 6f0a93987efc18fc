import assert from "node:assert/strict";
import { createPhoneAgentClient } from "phone-agent-api";
import { createTestServer } from "phone-agent-api/testing";
import { describe, expect, test } from "vitest";
import { readContract } from "../../scripts/contract/document.ts";
import { requestOf } from "../../scripts/docs/browser/playground/request.ts";
import { notesOf } from "../../scripts/docs/browser/playground/show.ts";
import { testRunners, writeTest } from "../../scripts/docs/browser/playground/test-code.ts";
import { choicesOf, formTextsOf } from "../../scripts/docs/html/playground.ts";
import { type OperationCall, type ResultKind, toRequest } from "../../scripts/docs/samples/call.ts";
import { createCall } from "../../scripts/docs/samples/create-call.ts";
import { samplesOf } from "../../scripts/docs/samples/samples.ts";
import { operationsOf } from "../../src/openapi/operations.ts";
import { readData } from "../data.ts";
import { contractOf, input } from "./contract.ts";
import { runCode } from "./run-code.ts";
import { callsContract } from "./sample-calls.ts";

const rows = readData("docs/playground.yaml");

interface FormTexts {
  values?: string[];
  body?: string;
  response?: string;
  delay?: string;
  times?: string;
}

/** Returns the request of a form that has the texts of the page, unless others are entered. */
function enter(call: OperationCall, texts: FormTexts = {}) {
  const { values, ...others } = { ...formTextsOf(call), ...texts };
  const data = new FormData();
  for (const value of values) data.append("value", value);
  for (const [name, text] of Object.entries(others)) data.append(name, text);
  const request = requestOf(call, data);
  return typeof request === "string" ? expect.unreachable(request) : request;
}

const callOf = (id: string, contract = readContract()): OperationCall => {
  const pathOperation = operationsOf(contract).find((operation) => operation.id === id);
  return createCall(contract, pathOperation ?? expect.unreachable(id));
};

/** Runs a copied test. */
async function runTest(code: string): Promise<void> {
  const runs: Promise<void>[] = [];
  const run = (_: string, body: () => Promise<void>) => runs.push(body());
  await runCode(code, { assert, expect, test: run, createPhoneAgentClient, createTestServer });
  expect(await Promise.all(runs)).toHaveLength(1);
}

describe("a copied test passes", () => {
  const contract = readContract();
  test.each(
    operationsOf(contract).flatMap((pathOperation) =>
      [
        "",
        ...choicesOf(pathOperation.responses).flatMap(([, options]) =>
          options.map(([value]) => value),
        ),
      ].map((response) => [pathOperation.id, response, pathOperation] as const),
    ),
  )("of %s with the response %j", (_, response, pathOperation) =>
    runTest(writeTest(enter(createCall(contract, pathOperation), { response }))),
  );

  test.each<[id: string, texts: FormTexts, part: string]>(rows.copied)(
    "of %s with %j, and has %s",
    async (id, texts, part) => {
      for (const runner of testRunners) {
        const code = writeTest(enter(callOf(id), texts), runner);
        expect(code).toContain(part);
        expect(code).toContain(`from "${runner.toLowerCase()}";`);
        await runTest(code);
      }
    },
  );
});

test.each<[id: string, texts: FormTexts, parts: string[]]>(rows.samples)(
  "the samples of %s with %j send what was entered: %j",
  (id, texts, parts) => {
    const codes = samplesOf(enter(callOf(id), texts)).map(({ code }) => code);
    for (const [index, code] of codes.entries()) expect(code).toContain(parts[index]);
  },
);

test.each<[kind: ResultKind, response: string, parts: string[]]>(rows.calls)(
  "a copied test of a call that gets %s expects of %j what happens: %j",
  (result, response, parts) => {
    const code = writeTest(enter({ ...callOf("listTokens"), result }, { response }));
    for (const part of parts) expect(code).toContain(part);
  },
);

test.each<[id: string, part: string]>(rows.secrets)(
  "the copied test of %s gives the client its secret: %s",
  (id, part) => {
    expect(writeTest(enter(callOf(id, callsContract)))).toContain(part);
  },
);

describe("an entered text", () => {
  const parameters = [
    input("id", { in: "path", required: true, schema: { type: "string" } }),
    input("count", { schema: { type: "integer" } }),
    input("name", { schema: { type: "string" } }),
    input("X-Ids", { in: "header", schema: { type: "array" } }),
  ];
  const parts = {
    method: "post",
    path: "/lists/{id}",
    parameters,
    requestBody: { content: { "application/json": {} } },
  };
  const call = callOf("list", contractOf({ list: parts }));

  test("is sent as JSON where no string is valid, and as it is elsewhere, unless it's empty", () => {
    const request = enter(call, { values: ["1,2", "7", "7", "[3,4]"], body: '{"a":[1]}' });
    expect(toRequest(request)).toMatchObject({
      target: "/lists/1%2C2?count=7&name=7",
      headers: [
        ["content-type", "application/json"],
        ["x-ids", "3,4"],
      ],
    });
    expect(request).toMatchObject({
      parameters: [{}, { value: 7 }, { value: "7" }, {}],
      body: { value: { a: [1] } },
    });
    const sparse = enter(call, {
      values: ["a", "", "", ""],
      body: " ",
      delay: "5",
      response: "code=404",
    });
    const headers = [["prefer", "code=404, delay=5"]];
    expect(toRequest(sparse)).toMatchObject({ target: "/lists/a", headers });
    // A number that would lose digits stays a text.
    expect(
      enter(call, { values: ["a", "12345678901234567890", "", ""] }).parameters[1]?.value,
    ).toBe("12345678901234567890");
  });

  test.each<[FormTexts, string]>(rows.invalid)(
    "that can't be sent is rejected with a reason: %j, %s",
    (texts, reason) => {
      expect(() => enter(call, texts)).toThrow(reason);
    },
  );
});

const notesOn = (id: string, texts: FormTexts, headers: Record<string, string>) =>
  notesOf(new Headers(headers), enter(callOf(id), texts));

test.each<[id: string, texts: FormTexts, headers: Record<string, string>, notes: string[]]>(
  rows.notes,
)("the notes on a response of %s, with %j and %j, are %j", (id, texts, headers, notes) => {
  expect(notesOn(id, texts, headers)).toEqual(notes);
});
