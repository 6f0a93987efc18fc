import { createPhoneAgentClient } from "phone-agent-api";
import { type Mock, startMock } from "phone-agent-api/mock";
import { createTestServer, type TestServer } from "phone-agent-api/testing";
import { validators } from "phone-agent-api/validate";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fixtures } from "#generated/fixtures.ts";
import { type OperationId, operations as rows } from "#generated/operations.ts";
import { readContract } from "../../scripts/contract/document.ts";
import { contentOf } from "../../scripts/docs/samples/call.ts";
import { createCall } from "../../scripts/docs/samples/create-call.ts";
import type { Operation } from "../../src/openapi/operation.ts";
import { operationsOf } from "../../src/openapi/operations.ts";
import { sendToBoth } from "../testing/servers.ts";

// What client, servers and validators do with each operation of the contract, whatever they are.

let mock: Mock;
let server: TestServer;
beforeAll(async () => {
  mock = await startMock({ port: 0, logLevel: "silent" });
  server = createTestServer();
});
afterAll(() => mock.close());

/** Returns a call's path values, body and inputs, as the client's method takes them. */
function argumentsOf(operation: Operation): unknown[] {
  const { parameters, body } = createCall(contract, operation);
  const inputs = parameters.filter((parameter) => parameter.in !== "path" && !parameter.isFreeForm);
  return [
    ...parameters.filter((parameter) => parameter.in === "path").map(({ value }) => value),
    ...(body ? [contentOf(body)] : []),
    ...(rows[operation.id as OperationId].inputs
      ? [Object.fromEntries(inputs.map(({ input, value }) => [input, value]))]
      : []),
  ];
}

const contract = readContract();
const cases = operationsOf(contract).flatMap((operation) => {
  const id = operation.id as OperationId;
  const examples = [["default", undefined], ...Object.entries<unknown>(fixtures[id])] as const;
  return examples.map(([name, value]) => [name, id, value, operation] as const);
});

test.each(cases)(
  "the client gets the example %s of %s from both servers, and it is valid",
  async (name, id, example, operation) => {
    const phone = createPhoneAgentClient({
      baseUrl: mock.url,
      token: "demo-token-not-secret",
      fetch: (url, init) => sendToBoth({ mock, server }, url, init),
      retry: false,
    });
    const call = phone[id] as (...args: unknown[]) => Promise<unknown>;
    const headers = example === undefined ? {} : { prefer: `example=${name}` };
    const response = await call(...argumentsOf(operation), { headers });
    expect(validators(id, response)).toEqual([]);
    if (example !== undefined) expect(response).toEqual(example);
  },
);
