import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readContract } from "../../scripts/contract/document.ts";
import { pathOperations } from "../../scripts/contract/operations.ts";
import { type Mock, startMock } from "../../src/mock/index.ts";
import { createTestServer, type TestServer } from "../../src/testing/index.ts";
import { sampleRequest } from "../sample-request.ts";

const junkInboxInputNames = { paginate: "paged", pageNumber: "page", pageSize: "size", unreadOnly: "unread" };
const token = "parity";

let mock: Mock;
let inProcess: TestServer;
beforeAll(async () => {
  mock = await startMock({ port: 0, junkInboxInputNames });
  inProcess = createTestServer({ junkInboxInputNames });
});
afterAll(() => mock.close());

/** Sends a request to both servers, and returns a description of each response. */
async function sendToBoth(method: string, path: string, headers: Record<string, string> = {}, body?: BodyInit) {
  const init = { method, headers, redirect: "manual" as const, ...(body !== undefined && { body }) };
  const describeResponse = async (response: Response) => ({
    status: response.status,
    hasBody: response.body !== null,
    body: await response.text(),
    headers: Object.fromEntries(
      [
        "content-type",
        "preference-applied",
        "mock-undeclared",
        "mock-times-left",
        "mock-operation",
        "mock-example",
        "mock-unspecified",
        "mock-source",
        "allow",
      ].map((name) => [name, response.headers.get(name)]),
    ),
  });
  return {
    server: await describeResponse(await fetch(`${mock.url}${path}`, init)),
    inProcess: await describeResponse(await inProcess.fetch(`http://phone-agent.test${path}`, init)),
  };
}

const contract = readContract();
const exampleCases = pathOperations(contract).flatMap((pathOperation) => {
  const [success] = pathOperation.successes;
  const examples = ["", ...Object.keys(success?.media?.examples ?? {})];
  return examples.map(
    (example) => [pathOperation.operation.operationId, example, success?.status, pathOperation] as const,
  );
});

describe(`both servers respond alike to the ${exampleCases.length} answers of every operation and every example`, () => {
  test.each(exampleCases)("%s %s", async (_, example, status = "", pathOperation) => {
    const { path, query, headers: inputHeaders, body } = sampleRequest(contract, pathOperation);
    const search = new URLSearchParams([["token", token], ...query]);
    const headers = { ...inputHeaders, ...(example && { prefer: `example=${example}` }) };
    const { server, inProcess } = await sendToBoth(pathOperation.method, `${path}?${search}`, headers, body);
    // An operation that only redirects has no status of a success.
    if (status) expect(server.status, server.body).toBe(Number(status.replace("XX", "00")));
    else expect(server.status).toBeLessThan(400);
    expect(inProcess).toEqual(server);
  });
});

test.each<
  [name: string, status: number, method: string, path: string, headers?: Record<string, string>, body?: string]
>([
  ["a missing token", 401, "GET", "/api/v2/tokens"],
  ["an empty token", 401, "GET", "/api/v2/tokens?token="],
  ["a token twice", 400, "GET", "/api/v2/tokens?token=a&token=b"],
  ["an unknown path", 404, "GET", `/api/v2/nothing?token=${token}`],
  ["an unknown path without a token", 404, "GET", "/api/v2/nothing"],
  ["a wrong method", 405, "PATCH", `/api/v2/tokens?token=${token}`],
  ["an unknown example", 404, "GET", `/api/v2/tokens?token=${token}`, { prefer: "example=nothing" }],
  ["an invalid value of a preference", 400, "GET", `/api/v2/tokens?token=${token}`, { prefer: "delay=soon" }],
  [
    "an unknown example on the deletion",
    404,
    "DELETE",
    `/api/v2/sip/registration?token=${token}`,
    { prefer: "example=x" },
  ],
  ["an example under a failure", 404, "GET", `/api/v2/tokens?token=${token}`, { prefer: "code=503, example=empty" }],
  ["a status without content", 204, "GET", `/api/v2/tokens?token=${token}`, { prefer: "code=204" }],
  ["a standard preference", 200, "GET", `/api/v2/tokens?token=${token}`, { prefer: "handling=lenient; code=500" }],
  ["a preferred failure", 503, "GET", `/api/v2/tokens?token=${token}`, { prefer: "code=503" }],
  ["another, preferred success", 201, "GET", `/api/v2/tokens?token=${token}`, { prefer: "code=201" }],
  ["malformed percent-encoding", 400, "GET", `/api/v2/webhookRelay/%zz?token=${token}`],
  ["a page", 200, "GET", `/api/v2/junkConversations?token=${token}&size=1&page=1`],
  ["a page after the last", 200, "GET", `/api/v2/junkConversations?token=${token}&size=1&page=9`],
  ["an invalid page size", 422, "GET", `/api/v2/junkConversations?token=${token}&size=x`],
  ["a negative page", 422, "GET", `/api/v2/junkConversations?token=${token}&page=-1`],
  ["an invalid unread switch", 422, "GET", `/api/v2/junkConversations?token=${token}&unread=yes`],
  ["no token and an invalid page", 401, "GET", "/api/v2/junkConversations?page=x"],
  ["undeclared parameters", 200, "GET", `/api/v2/tokens?token=${token}&foo=1&b%C3%A4r=2`],
  ["a HEAD", 200, "HEAD", `/api/v2/tokens?token=${token}`],
  ["a HEAD without a GET", 405, "HEAD", `/api/v2/sip/registration?token=${token}`],
  ["an unknown preference", 400, "GET", `/api/v2/tokens?token=${token}`, { prefer: "code=503, time=2" }],
  ["a counted preference", 503, "GET", `/api/v2/tokens?token=${token}`, { prefer: "code=503, times=2" }],
  ["unread rooms only", 200, "GET", `/api/v2/junkConversations?token=${token}&unread=true`],
])("%s gets %i from both", async (_name, status, method, path, headers, body) => {
  const { server, inProcess } = await sendToBoth(method, path, headers, body);
  expect(server.status).toBe(status);
  expect(inProcess).toEqual(server);
});

test("an undeclared body gets 415 from both", async () => {
  const { server, inProcess } = await sendToBoth("DELETE", `/api/v2/sip/registration?token=${token}`, {}, "body");
  expect([server.status, inProcess.status]).toEqual([415, 415]);
});
