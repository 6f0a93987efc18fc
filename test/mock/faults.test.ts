import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixtures } from "#generated/fixtures.ts";
import type { Mock } from "../../src/mock/index.ts";
import { createTestServer } from "../../src/testing/index.ts";
import { contractJson, rawRequest, sendRaw, serve, startPackageMock } from "./helpers.ts";

let mock: Mock;
beforeAll(async () => {
  mock = await startPackageMock();
});
afterAll(() => mock.close());

const get = (prefer: string, run = "", init: RequestInit = {}) =>
  fetch(`${mock.url}/api/v2/tokens?token=t`, {
    ...init,
    headers: { prefer, ...(run && { "mock-run": run }) },
  });
const tokens = "/api/v2/tokens?token=t";
const fullBody = JSON.stringify(fixtures.listTokens["every-field"]);

describe("fault", () => {
  test("reset: the connection ends before a response", async () => {
    const server = createTestServer();
    server.on.listTokens.fail("reset");
    await expect(server.fetch(`http://phone-agent.test${tokens}`)).rejects.toThrow("fetch failed");
    await expect(get("fault=reset")).rejects.toMatchObject({ cause: { code: "ECONNRESET" } });
    for (const entry of [mock.journal().at(-1), server.calls().at(-1)]) {
      expect(entry).toMatchObject({
        operation: "listTokens",
        fault: "reset",
        source: "contract",
        delivered: false,
      });
      for (const name of ["status", "response", "example"]) expect(entry).not.toHaveProperty(name);
    }
  });

  test("truncate: half of the body comes, then the connection closes", async () => {
    const response = await sendRaw(
      mock.port,
      rawRequest("GET /api/v2/tokens?token=t", "Prefer: fault=truncate\r\n"),
    );
    const [head, body] = response.split("\r\n\r\n");
    expect(head?.toLowerCase()).toContain(`content-length: ${fullBody.length}`);
    expect(body).toBe(fullBody.slice(0, fullBody.length / 2));
    await expect((await get("fault=truncate")).text()).rejects.toThrow("terminated");
  });

  test("truncate: a response without a body is cut too", async () => {
    const headers = { prefer: "fault=truncate" };
    const response = await fetch(`${mock.url}/api/v2/sip/registration?token=t`, {
      method: "DELETE",
      headers,
    });
    await expect(response.text()).rejects.toThrow("terminated");
  });

  test("stall: the head comes, and the body never ends", async () => {
    const controller = new AbortController();
    const response = await get("fault=stall", "", { signal: controller.signal });
    expect([response.status, response.headers.get("mock-fault")]).toEqual([200, "stall"]);
    setTimeout(() => controller.abort(), 50);
    await expect(response.text()).rejects.toMatchObject({ name: "AbortError" });
  });

  test("garbage: a response without a body claims to be JSON too, and one without content has no fault", async () => {
    for (const fetch of [globalThis.fetch, createTestServer().fetch]) {
      const send = (path: string, prefer: string, method = "GET") =>
        fetch(`${mock.url}/api/v2/${path}?token=t`, { method, headers: { prefer } });
      const response = await send("sip/registration", "fault=garbage", "DELETE");
      expect(response.headers.get("content-type")).toBe("application/json");
      await expect(response.json()).rejects.toThrow(SyntaxError);
      for (const code of [204, 205, 304]) {
        const { status, headers, body } = await send("tokens", `code=${code}, fault=garbage`);
        expect([status, headers.get("mock-fault"), body]).toEqual([code, null, null]);
      }
    }
  });
});

test("a delay postpones the response that long", async () => {
  const start = performance.now();
  expect((await get("delay=120")).status).toBe(200);
  // Timers count in whole milliseconds.
  expect(performance.now() - start).toBeGreaterThan(118);
});

test("a reset of a run restarts its sequences, and no other's", async () => {
  const statusOf = async (run: string) => (await get("code=503, times=1", run)).status;
  expect([await statusOf("mine"), await statusOf("theirs")]).toEqual([503, 503]);
  const reset = await fetch(`${mock.url}/__mock/journal?run=mine`, { method: "DELETE" });
  expect([reset.status, await statusOf("mine"), await statusOf("theirs")]).toEqual([204, 503, 200]);
});

test.each<[serverPrefer: string, prefer: string, status: number, example: string | null]>([
  ["example=empty", "code=503", 503, null],
  ["code=500", "example=empty", 200, "empty"],
  ["code=500", "", 500, null],
])(
  "with the server's %s, a request that prefers %j gets %i",
  async (prefer, requestPreference, status, example) => {
    const { ask } = await serve(contractJson, { prefer });
    const response = await ask("/api/v2/tokens?token=t", requestPreference);
    expect([response.status, response.headers.get("mock-example")]).toEqual([status, example]);
  },
);

test("the fault of the server's preference applies to a request that chooses its response too", async () => {
  const { ask } = await serve(contractJson, { prefer: "code=503, fault=garbage, times=1" });
  const responses = [await ask(tokens, "example=empty"), await ask(tokens, "example=empty")];
  expect(responses.map(({ status }) => status)).toEqual([200, 200]);
  expect(responses.map(({ headers }) => headers.get("mock-fault"))).toEqual(["garbage", null]);
});

test("an example that the server prefers applies to the operations that have it", async () => {
  const { ask } = await serve(contractJson, { prefer: "example=other-type" });
  const example = async (path: string) =>
    (await ask(`/api/v2/${path}?token=t`)).headers.get("mock-example");
  expect([await example("tokens"), await example("webhookRelay/sms")]).toEqual([
    "other-type",
    "every-field",
  ]);
});
