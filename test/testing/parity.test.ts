import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pathOperations, readContract } from "../../scripts/contract.ts";
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

/** Asks both, and tells what each answered. */
async function both(method: string, path: string, headers: Record<string, string> = {}, body?: BodyInit) {
  const init = { method, headers, redirect: "manual" as const, ...(body !== undefined && { body }) };
  const tell = async (response: Response) => ({
    status: response.status,
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
    server: await tell(await fetch(`${mock.url}${path}`, init)),
    inProcess: await tell(await inProcess.fetch(`http://phone-agent.test${path}`, init)),
  };
}

const contract = readContract();
const named = pathOperations(contract).flatMap((located) => {
  const examples = ["", ...Object.keys(located.success?.media?.examples ?? {})];
  return examples.map((example) => [located.operation.operationId, example, located.success?.status, located] as const);
});

describe(`the ${named.length} answers of every operation and every example`, () => {
  test.each(named)("%s %s", async (_, example, status = "", located) => {
    const { path, query, headers: own, body } = sampleRequest(contract, located);
    const search = new URLSearchParams([["token", token], ...query]);
    const headers = { ...own, ...(example && { prefer: `example=${example}` }) };
    const { server, inProcess } = await both(located.method, `${path}?${search}`, headers, body);
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
  ["a value of a preference that is none", 400, "GET", `/api/v2/tokens?token=${token}`, { prefer: "delay=soon" }],
  [
    "an unknown example on the deletion",
    404,
    "DELETE",
    `/api/v2/sip/registration?token=${token}`,
    { prefer: "example=x" },
  ],
  ["an example under a failure", 404, "GET", `/api/v2/tokens?token=${token}`, { prefer: "code=503, example=empty" }],
  ["a status without content", 204, "GET", `/api/v2/tokens?token=${token}`, { prefer: "code=204" }],
  [
    "a preference that is not the mock's",
    200,
    "GET",
    `/api/v2/tokens?token=${token}`,
    { prefer: "handling=lenient; code=500" },
  ],
  ["a failure that is asked for", 503, "GET", `/api/v2/tokens?token=${token}`, { prefer: "code=503" }],
  ["another success that is asked for", 201, "GET", `/api/v2/tokens?token=${token}`, { prefer: "code=201" }],
  ["malformed percent-encoding", 400, "GET", `/api/v2/webhookRelay/%zz?token=${token}`],
  ["a page", 200, "GET", `/api/v2/junkConversations?token=${token}&size=1&page=1`],
  ["a page after the last", 200, "GET", `/api/v2/junkConversations?token=${token}&size=1&page=9`],
  ["a page size that is none", 422, "GET", `/api/v2/junkConversations?token=${token}&size=x`],
  ["a negative page", 422, "GET", `/api/v2/junkConversations?token=${token}&page=-1`],
  ["an unread switch that is none", 422, "GET", `/api/v2/junkConversations?token=${token}&unread=yes`],
  ["no token and a page that is none", 401, "GET", "/api/v2/junkConversations?page=x"],
  ["undeclared parameters", 200, "GET", `/api/v2/tokens?token=${token}&foo=1&b%C3%A4r=2`],
  ["a HEAD", 200, "HEAD", `/api/v2/tokens?token=${token}`],
  ["a HEAD where there is no GET", 405, "HEAD", `/api/v2/sip/registration?token=${token}`],
  ["an unknown preference", 400, "GET", `/api/v2/tokens?token=${token}`, { prefer: "code=503, time=2" }],
  ["a counted preference", 503, "GET", `/api/v2/tokens?token=${token}`, { prefer: "code=503, times=2" }],
  ["unread rooms only", 200, "GET", `/api/v2/junkConversations?token=${token}&unread=true`],
])("%s gets %i from both", async (_name, status, method, path, headers, body) => {
  const { server, inProcess } = await both(method, path, headers, body);
  expect(server.status).toBe(status);
  expect(inProcess).toEqual(server);
});

test("a body where none belongs gets 415 from both", async () => {
  const { server, inProcess } = await both("DELETE", `/api/v2/sip/registration?token=${token}`, {}, "body");
  expect([server.status, inProcess.status]).toEqual([415, 415]);
});
