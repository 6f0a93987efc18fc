import { afterAll, beforeAll, expect, test } from "vitest";
import { type Mock, startMock } from "../../src/mock/index.ts";
import { sendRaw, statusOf } from "./helpers.ts";

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ port: 0, allowHosts: ["mock", "Mock.Example", "2001:db8::1"] });
});
afterAll(() => mock.close());

/**
 * Sends a request with exactly these headers, which `fetch` wouldn't. A list is a header that
 * occurs several times.
 */
const send = (line: string, headers: Record<string, string | string[]>, body = "") => {
  const allHeaders = { Connection: "close", "Content-Length": `${body.length}`, ...headers };
  const lines = Object.entries(allHeaders).flatMap(([name, values]) =>
    [values].flat().map((value) => `${name}: ${value}\r\n`),
  );
  return sendRaw(mock.port, `${line} HTTP/1.1\r\n${lines.join("")}\r\n${body}`);
};

const controls: [line: string, body: string][] = [
  ["GET /__mock/health", ""],
  ["GET /__mock/journal", ""],
  ["GET /__mock/coverage", ""],
  ["DELETE /__mock/journal", ""],
  ["PUT /__mock/on/listTokens", '"code=503"'],
  ["DELETE /__mock/on/listTokens", ""],
  ["POST /__mock/webhooks/none", '{"url":"http://127.0.0.1:1/"}'],
  ["GET http://127.0.0.1/__mock/journal", ""],
];

test.each<[string, Record<string, string>]>([
  ["a foreign host", { Host: "evil.example" }],
  ["a host that begins like this machine", { Host: "127.0.0.1.evil.example" }],
  ["a foreign origin", { Host: "127.0.0.1", Origin: "https://evil.example" }],
  ["no origin that can be named", { Host: "127.0.0.1", Origin: "null" }],
  [
    "a page of another site that sends no origin",
    { Host: "127.0.0.1", "Sec-Fetch-Site": "cross-site" },
  ],
])("%s controls nothing, and may read nothing", async (_name, headers) => {
  for (const [line, body] of controls) {
    const response = await send(line, headers, body);
    expect([line, statusOf(response)]).toEqual([line, 403]);
    expect(response).not.toMatch(/^access-control-/im);
  }
  const { status } = await fetch(`${mock.url}/api/v2/tokens?token=t`);
  expect(status).toBe(200);
});

test.each<[string, Record<string, string>]>([
  ["a name below localhost", { Host: "mock.localhost" }],
  ["IPv6", { Host: "[::1]:4010" }],
  ["a short address of this machine", { Host: "127.1:4010" }],
  ["an allowed name in other case", { Host: "MOCK.example" }],
  ["an allowed address of IPv6", { Host: "[2001:db8::1]:4010" }],
  [
    "its own origin behind a proxy",
    { Host: "mock", Origin: "https://mock", "Sec-Fetch-Site": "same-origin" },
  ],
  [
    "its own origin",
    { Host: "127.0.0.1:4010", Origin: "http://127.0.0.1:4010", "Sec-Fetch-Site": "same-origin" },
  ],
])("%s controls the mock", async (_name, headers) => {
  expect(statusOf(await send("GET /__mock/journal", headers))).toBe(200);
});

test.each([["127.0.0.1", "evil.example"]])(
  "a request for %s and for %s is refused, whichever of them somebody else has checked",
  async (...hosts) => {
    for (const [line, body] of controls)
      expect(statusOf(await send(line, { Host: hosts }, body))).toBe(400);
  },
);

test("a preflight for the control paths allows nothing", async () => {
  const origin = { Host: "127.0.0.1", Origin: "https://evil.example" };
  const response = await send("OPTIONS /__mock/on/listTokens", {
    ...origin,
    "Access-Control-Request-Method": "PUT",
  });
  expect(statusOf(response)).toBe(403);
  expect(response).not.toMatch(/^access-control-/im);
});

test("the API itself answers every host and every origin", async () => {
  const response = await send("GET /api/v2/tokens?token=t", {
    Host: "mock-of-a-network",
    Origin: "https://a.example",
  });
  expect(statusOf(response)).toBe(200);
  expect(response).toMatch(/^access-control-allow-origin: https:\/\/a\.example\r/im);
});

test.each(["/", "/api/v2/tokens?token=t", "/__mock/health"])(
  "the response to %s has a type that no browser guesses",
  async (path) => {
    const { headers } = await fetch(mock.url + path);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  },
);
