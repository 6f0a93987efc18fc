import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import { type Mock, startMock } from "../../src/mock/index.ts";
import { raw, request } from "./helpers.ts";

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ port: 0 });
});
afterAll(() => mock.close());

const ask = (prefer: string, run = "", init: RequestInit = {}) =>
  fetch(`${mock.url}/api/v2/tokens?token=t`, { ...init, headers: { prefer, ...(run && { "mock-run": run }) } });
const whole = JSON.stringify(fixtures.listTokens["every-field"]);

describe("fault", () => {
  test("reset: the connection ends before an answer", async () => {
    await expect(ask("fault=reset")).rejects.toMatchObject({ cause: { code: "ECONNRESET" } });
  });

  test("truncate: half of the body comes, then the connection closes", async () => {
    const answer = await raw(mock.port, request("GET /api/v2/tokens?token=t", "Prefer: fault=truncate\r\n"));
    const [head, body] = answer.split("\r\n\r\n");
    expect(head?.toLowerCase()).toContain(`content-length: ${whole.length}`);
    expect(body).toBe(whole.slice(0, whole.length / 2));
    await expect((await ask("fault=truncate")).text()).rejects.toThrow("terminated");
  });

  test("truncate: an answer without a body is cut too", async () => {
    const headers = { prefer: "fault=truncate" };
    const response = await fetch(`${mock.url}/api/v2/sip/registration?token=t`, { method: "DELETE", headers });
    await expect(response.text()).rejects.toThrow("terminated");
  });

  test("stall: the head comes, and the body never ends", async () => {
    const response = await ask("fault=stall", "", { signal: AbortSignal.timeout(300) });
    expect([response.status, response.headers.get("mock-fault")]).toEqual([200, "stall"]);
    await expect(response.text()).rejects.toMatchObject({ name: "TimeoutError" });
  });

  test("garbage: the body says that it is JSON and is not", async () => {
    const response = await ask("fault=garbage");
    expect(response.headers.get("content-type")).toBe("application/json");
    await expect(response.json()).rejects.toThrow(SyntaxError);
  });
});

test("a delay holds the answer back that long", async () => {
  const start = performance.now();
  expect((await ask("delay=400")).status).toBe(200);
  // Timers count in whole milliseconds.
  expect(performance.now() - start).toBeGreaterThan(398);
});

describe("times", () => {
  const statuses = async (run: string, count: number) => {
    const all: number[] = [];
    for (let index = 0; index < count; index++) all.push((await ask("code=503, times=2", run)).status);
    return all;
  };

  test("the preference holds for that many requests, and then the example comes", async () => {
    expect(await statuses("twice", 4)).toEqual([503, 503, 200, 200]);
  });

  test("test runs side by side do not see each other's sequences", async () => {
    const runs = ["a", "b", "c", "d"].map((run) => statuses(`parallel-${run}`, 3));
    expect(await Promise.all(runs)).toEqual(Array(4).fill([503, 503, 200]));
  });

  test("a reset of the run starts its sequences anew, and no other's", async () => {
    await statuses("mine", 3);
    await statuses("theirs", 3);
    expect((await fetch(`${mock.url}/__mock/journal?run=mine`, { method: "DELETE" })).status).toBe(204);
    expect(await statuses("mine", 1)).toEqual([503]);
    expect(await statuses("theirs", 1)).toEqual([200]);
  });
});

test("what the server prefers holds where the request prefers nothing else", async () => {
  const server = await startMock({ port: 0, prefer: "code=500" });
  const statusWith = async (prefer: string) =>
    (await fetch(`${server.url}/api/v2/tokens?token=t`, { headers: { prefer } })).status;
  expect([await statusWith(""), await statusWith("delay=1"), await statusWith("code=418")]).toEqual([500, 500, 418]);
  await server.close();
});

test("a preference of the server that is none is refused at start", async () => {
  await expect(startMock({ port: 0, prefer: "delay=soon" })).rejects.toThrow("delay takes milliseconds");
});
