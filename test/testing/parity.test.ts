import { afterAll, beforeAll, expect, test } from "vitest";
import { type Mock, startMock } from "../../src/mock/index.ts";
import { createTestServer, type TestServer } from "../../src/testing/index.ts";
import { sendToBoth } from "./servers.ts";

const options = {
  junkInboxInputNames: {
    paginate: "paged",
    pageNumber: "page",
    pageSize: "size",
    unreadOnly: "unread",
  },
};

let mock: Mock;
let server: TestServer;
beforeAll(async () => {
  mock = await startMock({ port: 0, ...options });
  server = createTestServer(options);
});
afterAll(() => mock.close());

test.each<[name: string, status: number, path: string, init?: RequestInit]>([
  ["a token twice", 400, "tokens?token=a&token=b"],
  ["a wrong method", 405, "tokens?token=t", { method: "PATCH" }],
  [
    "an unknown example of no body",
    404,
    "sip/registration?token=t",
    { method: "DELETE", headers: { prefer: "example=x" } },
  ],
  [
    "an example under a failure",
    404,
    "tokens?token=t",
    { headers: { prefer: "code=503, example=empty" } },
  ],
  ["a counted failure", 503, "tokens?token=t", { headers: { prefer: "code=503, times=2" } }],
  ["malformed percent-encoding", 400, "webhookRelay/%zz?token=t"],
  ["a page", 200, "junkConversations?token=t&size=1&page=1"],
  ["a page after the last", 200, "junkConversations?token=t&size=1&page=9"],
  ["an invalid page size", 422, "junkConversations?token=t&size=x"],
  ["no token and an invalid page", 401, "junkConversations?page=x"],
  ["a switch without an effect", 200, "junkConversations?token=t&unread=true"],
  ["undeclared parameters", 200, "tokens?token=t&foo=1&b%C3%A4r=2"],
  ["a HEAD", 200, "tokens?token=t", { method: "HEAD" }],
  ["an input of the inbox with another name", 200, "junkConversations?token=t&pgae=x"],
  ["several mistakes", 422, "junkConversations?token=t&inputs=1&size=x"],
])("%s gets %i from both", async (_name, status, path, init = {}) => {
  expect((await sendToBoth({ mock, server }, `${mock.url}/api/v2/${path}`, init)).status).toBe(
    status,
  );
});
