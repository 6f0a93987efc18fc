import { connect } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { readContract } from "../../scripts/contract/document.ts";
import { type Mock, startMock } from "../../src/mock/index.ts";
import { operationsOf } from "../../src/openapi/operations.ts";
import { rawRequest, sendRaw, statusOf } from "./helpers.ts";

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ port: 0 });
});
afterEach(async () => {
  const { status } = await fetch(`${mock.url}/api/v2/tokens?token=t`);
  expect(status, "the server lives on").toBe(200);
});
afterAll(() => mock.close());

const tokens = "GET /api/v2/tokens?token=t";

/** Hostile requests, and the status of the response to each. */
const rejections: [name: string, status: number, bytes: string | Buffer][] = [
  ["an empty path value", 404, rawRequest("GET /api/v2/webhookRelay/?token=t")],
  [
    "percent-encoding that is not UTF-8 in the path",
    400,
    rawRequest("GET /api/v2/webhookRelay/%F0%9F?token=t"),
  ],
  ["a dot segment", 400, rawRequest("GET /api/v2/webhookRelay/..?token=t")],
  ["an encoded dot segment", 400, rawRequest("GET /api/v2/webhookRelay/%2e%2E?token=t")],
  ["a media type that the mock cannot send", 406, rawRequest(tokens, "Accept: text/html\r\n")],
  [
    "an invalid Content-Type",
    400,
    rawRequest(tokens, "Content-Type: %%%\r\nContent-Length: 1\r\n", "x"),
  ],
  ["a body where none belongs", 415, rawRequest(tokens, "Content-Length: 4\r\n", "body")],
  [
    "a body of two million bytes",
    413,
    rawRequest(tokens, "Content-Length: 2000000\r\n", "b".repeat(2_000_000)),
  ],
  [
    "anything but HTTP",
    400,
    Buffer.from([0x16, 0x03, 0x01, 0x00, 0x00, 0xff, 0xfe, 0x0d, 0x0a, 0x0d, 0x0a]),
  ],
  ["a target without a path", 400, rawRequest("OPTIONS *")],
  ["an unknown control path", 404, rawRequest("GET /__mock/nothing")],
  ["a control path that every object has", 404, rawRequest("GET /__mock/constructor")],
  ["a method that a control path does not have", 405, rawRequest("POST /__mock/coverage")],
  ["a control path with two runs", 400, rawRequest("GET /__mock/coverage?run=a&run=b")],
  ["an example that is empty", 404, rawRequest(tokens, "Prefer: example=\r\n")],
];

test.each(rejections)("%s gets %i", async (_name, status, bytes) => {
  const response = await sendRaw(mock.port, bytes);
  expect(statusOf(response)).toBe(status);
  // Node itself rejects what isn't HTTP.
  if (!/^\S+ (400|431) .*\r\nConnection: close/.test(response))
    expect(response).toMatch(/^mock-source: mock\r$/im);
});

test("a rejection has problem details, and is marked as the mock's", async () => {
  const response = await fetch(`${mock.url}/api/v2/nothing?token=t`);
  expect(response.headers.get("content-type")).toBe("application/problem+json");
  expect(response.headers.get("mock-source")).toBe("mock");
  const { detail, ...problem } = (await response.json()) as { detail: string };
  expect(problem).toEqual({
    title: "The mock rejected this request",
    status: 404,
    source: "The mock, not the service.",
  });
  expect(response.headers.get("mock-rejection")).toBe(detail);
});

test("a rejection names no tool inside the mock", async () => {
  for (const prefer of ["", "code=503", "code=404, example=nothing"]) {
    const headers = { accept: "text/html", prefer };
    const response = await fetch(`${mock.url}/api/v2/tokens?token=t`, { headers });
    expect([response.status, response.headers.get("mock-source")]).toEqual([406, "mock"]);
    expect(await response.text()).not.toContain("stoplight");
  }
});

test("a wrong method gets a list of the allowed methods", async () => {
  const response = await fetch(`${mock.url}/api/v2/sip/registration?token=t`, { method: "PATCH" });
  const right = operationsOf(readContract()).filter(
    ({ path }) => path === "/api/v2/sip/registration",
  );
  expect([response.status, response.headers.get("allow")]).toEqual([
    405,
    right.map(({ method }) => method).join(", "),
  ]);
});

describe("connections", () => {
  test("requests in one packet get their responses in order", async () => {
    const first = "GET /api/v2/tokens?token=t HTTP/1.1\r\nHost: a\r\nPrefer: delay=100\r\n\r\n";
    const response = await sendRaw(mock.port, first + rawRequest("GET /api/v2/nothing?token=t"));
    expect([...response.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
      "200",
      "404",
    ]);
  });

  test("a client that disconnects in the middle of its body does no harm", async () => {
    const socket = connect(mock.port, "127.0.0.1");
    socket.write(rawRequest(tokens, "Content-Length: 100\r\n", "half"));
    await new Promise((resolve) => setTimeout(resolve, 50));
    socket.resetAndDestroy();
  });
});
