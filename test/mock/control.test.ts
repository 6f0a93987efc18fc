import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Mock } from "../../src/mock/index.ts";
import { startPackageMock, writeTemporaryFile } from "./helpers.ts";

const examples = writeTemporaryFile(
  "examples.yaml",
  `
failures:
  too-many: { code: 429, headers: { retry-after: 2 }, body: { error: slow down } }
  gone: { code: 410 }
POST /api/v2/agents/{id}/calls:
  queued: &queued { queued: 1, agent: a }
  other: { <<: *queued, agent: b }
`,
);

let mock: Mock;
beforeEach(async () => {
  mock = await startPackageMock({ examples });
});
afterEach(() => mock.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${mock.url}/api/v2/${path}?token=t`, { headers });
const status = async (path: string, run = "") => (await get(path, run ? { "mock-run": run } : {})).status;
const plan = (operation: string, body: unknown, method = "PUT") =>
  fetch(`${mock.url}/__mock/on/${operation}`, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });

describe("the steps of an operation", () => {
  test("come in sequence, for each run, until they are forgotten", async () => {
    expect(
      (await plan("listTokens", ["code=503, times=2", { code: 418, times: 1 }, { example: "empty" }])).status,
    ).toBe(204);
    for (const run of ["", "a"]) {
      const statuses = [];
      for (let count = 0; count < 4; count++) statuses.push(await status("tokens", run));
      expect(statuses).toEqual([503, 503, 418, 200]);
    }
    expect((await get("tokens")).headers.get("mock-example")).toBe("empty");
    expect((await plan("listTokens", undefined, "DELETE")).status).toBe(204);
    expect((await get("tokens")).headers.get("mock-example")).toBe("every-field");
  });

  test("can be for some requests, and have a body and headers", async () => {
    await plan("getWebhookRelay", { for: "sms", code: 404, body: { error: "none" }, headers: { "x-a": "1" } });
    const response = await get("webhookRelay/sms");
    expect([response.status, response.headers.get("x-a"), await response.json()]).toEqual([
      404,
      "1",
      { error: "none" },
    ]);
    expect(await status("webhookRelay/voice")).toBe(200);
  });

  test("aren't taken by a request that chooses its response", async () => {
    await plan("listTokens", "code=503, times=1");
    expect((await get("tokens", { prefer: "code=418" })).status).toBe(418);
    expect([await status("tokens"), await status("tokens")]).toEqual([503, 200]);
  });

  test("with times apply to a request that sets only a part of them, and wait if it sets all", async () => {
    const fault = async (prefer = "") => (await get("tokens", { prefer })).headers.get("mock-fault");
    await plan("listTokens", { fault: "garbage", delay: 1, times: 1 });
    expect([await fault("delay=0, fault=garbage, times=9"), await fault("delay=0"), await fault()]).toEqual([
      "garbage",
      "garbage",
      null,
    ]);
  });

  test("have their headers in their responses only", async () => {
    const header = async () => (await get("tokens")).headers.get("x-step");
    const first = await header();
    await plan("listTokens", { headers: { "x-step": "planned" }, times: 1 });
    expect([first, await header(), await header()]).toEqual([null, "planned", null]);
  });

  test("with times: 2 apply to two requests", async () => {
    await plan("listTokens", { code: 503, times: 2 });
    expect([await status("tokens"), await status("tokens"), await status("tokens")]).toEqual([503, 503, 200]);
  });

  test("can let requests pass before a failure", async () => {
    await plan("listTokens", [{ times: 1 }, { code: 503 }]);
    expect([await status("tokens"), await status("tokens")]).toEqual([200, 503]);
  });

  test.each([
    [{ code: 99 }, "code takes a status code"],
    [{ code: 503, times: 0 }, "times takes a count from 1."],
    [{ code: 503, times: 1.5 }, "times takes a count from 1."],
    [{ coed: 503 }, "unknown name in a step. Known: example, code,"],
    ["coed=503", "unknown preference"],
    [{ example: "nope" }, "unknown example. Known: "],
    [[503], "A step is a string as in Prefer, or an object."],
    [undefined, "A step is a string as in Prefer, or an object."],
    [{ for: 1 }, "for takes a path value"],
    [{ headers: [] }, "headers takes an object"],
  ])("that are %j are rejected, and earlier steps stay", async (steps, says) => {
    await plan("listTokens", "code=503");
    const response = await plan("listTokens", steps);
    expect([response.status, (await response.json()).detail]).toEqual([400, expect.stringContaining(says)]);
    expect(await status("tokens")).toBe(503);
  });

  test("longer than a million characters are rejected", async () => {
    expect((await plan("listTokens", { body: "a".repeat(1_000_000) })).status).toBe(413);
  });

  test("for one run precede steps for all runs, and leave other runs alone", async () => {
    await plan("listTokens", "code=500");
    await plan("listTokens?run=mine", ["code=503, times=1"]);
    expect([await status("tokens", "mine"), await status("tokens", "mine")]).toEqual([503, 500]);
    expect([await status("tokens", "other"), await status("tokens")]).toEqual([500, 500]);
    await plan("listTokens?run=mine", "code=418");
    await plan("listTokens?run=other", undefined, "DELETE");
    expect([await status("tokens", "mine"), await status("tokens")]).toEqual([418, 500]);
    await plan("listTokens", undefined, "DELETE");
    expect([await status("tokens", "mine"), await status("tokens")]).toEqual([418, 200]);
    await plan("listTokens?run=mine", undefined, "DELETE");
    expect(await status("tokens", "mine")).toBe(200);
  });

  test("are rejected for an unknown operation, method, path or query parameter", async () => {
    expect((await plan("toString", [])).status).toBe(404);
    expect((await plan("listTokens", undefined, "POST")).status).toBe(405);
    expect((await fetch(`${mock.url}/__mock/on`)).status).toBe(404);
    expect((await fetch(`${mock.url}/__mock/on/listTokens?rnu=a`, { method: "DELETE" })).status).toBe(400);
  });
});

test.each(["GET", "HEAD"])("%s of the health, the journal, the coverage and the usage is 200", async (method) => {
  for (const path of ["/__mock/health", "/__mock/journal", "/__mock/coverage", "/"]) {
    const response = await fetch(`${mock.url}${path}`, { method });
    expect([path, response.status, (await response.text()) === ""]).toEqual([path, 200, method === "HEAD"]);
    if (path !== "/") expect(response.headers.get("cache-control")).toBe("no-store");
  }
});

test("the usage names the control paths and no host", async () => {
  const usage = await (await fetch(mock.url)).text();
  for (const path of ["/__mock/health", "/__mock/journal", "/__mock/on/OPERATION"]) expect(usage).toContain(path);
  expect(usage).not.toMatch(/https?:/);
  expect((await fetch(mock.url, { method: "POST" })).status).toBe(405);
});

describe("the examples file", () => {
  test("has failures by name, which every operation can respond with", async () => {
    const response = await get("webhookRelay/sms", { prefer: "example=too-many, times=1" });
    expect([response.status, response.headers.get("retry-after"), await response.json()]).toEqual([
      429,
      "2",
      { error: "slow down" },
    ]);
    expect(["mock-example", "mock-source", "preference-applied"].map((name) => response.headers.get(name))).toEqual([
      "too-many",
      "tester",
      "example, times=1",
    ]);
    await plan("listTokens", "example=too-many");
    expect(await status("tokens")).toBe(429);
  });

  test("has failures without a body, which get the contract's", async () => {
    const response = await get("tokens", { prefer: "example=gone" });
    expect([response.status, response.headers.get("mock-example"), await response.json()]).toEqual([410, "gone", null]);
  });

  test("has failures that the server's preference can name", async () => {
    const failing = await startPackageMock({ examples, prefer: "example=too-many" });
    const { status } = await fetch(`${failing.url}/api/v2/tokens?token=t`);
    await failing.close();
    expect(status).toBe(429);
  });

  test("has stubs by method and path, and merges the keys of YAML", async () => {
    const send = (search: string, prefer = "") =>
      fetch(`${mock.url}/api/v2/agents/7/calls${search}`, { method: "POST", body: "{}", headers: { prefer } });
    expect(await (await send("?token=t")).json()).toEqual({ queued: 1, agent: "a" });
    expect(await (await send("?token=t", "example=other")).json()).toEqual({ queued: 1, agent: "b" });
    expect((await send("?token=t&undefined[a]=1")).status).toBe(200);
    expect((await send("")).status).toBe(401);
    expect(mock.coverage().operations["POST /api/v2/agents/{id}/calls"]?.calls).toBe(3);
    expect((await plan(encodeURIComponent("POST /api/v2/agents/{id}/calls"), "code=503")).status).toBe(204);
    expect((await send("?token=t")).status).toBe(503);
  });

  test.each([
    [{ failures: { a: {} } }, "failures, a: it must have a code"],
    [{ failures: { a: { code: 200 } } }, "failures, a: it must have a code"],
    [{ failures: { a: { code: 500, headers: 1 } } }, "failures, a: headers takes an object"],
    [{ failures: { a: { code: 500, times: 1 } } }, "failures, a: it can't have times"],
    [{ failures: { a: { code: 500, example: "empty" } } }, "failures, a: it can't have times, example"],
    [{ failures: { a: { code: 500, dynamic: true } } }, "failures, a: it can't have times, example or dynamic."],
    [{ failures: { empty: { code: 500 } } }, "failures, empty: an example has this name."],
    [{ failures: [] }, "failures: it must map names to failures."],
    [{ "GET /api/v2/tokens": {} }, "GET /api/v2/tokens: the contract has this operation. Use its id, listTokens."],
    [{ "GET tokens": {} }, "GET tokens: it must be a method and a decoded path"],
    [{ "GET /api/v2/agents": 1 }, "GET /api/v2/agents: it must map example names to bodies."],
  ])("%j is rejected", async (data, says) => {
    const starting = startPackageMock({ examples: writeTemporaryFile("examples.json", JSON.stringify(data)) });
    await expect(starting.then(({ close }) => close())).rejects.toThrow(says);
  });
});

test("with strict, undeclared parameters are rejected", async () => {
  const strict = await startPackageMock({ strict: true });
  const statuses = ["?token=t&a=b", "?a=b"].map(
    async (query) => (await fetch(`${strict.url}/api/v2/tokens${query}`)).status,
  );
  expect(await Promise.all(statuses)).toEqual([422, 401]);
  await strict.close();
});
