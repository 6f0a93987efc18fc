import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Mock, startMock } from "../../src/mock/index.ts";
import { createTestServer } from "../../src/testing/index.ts";
import { startPackageMock } from "./helpers.ts";

let mock: Mock;
beforeEach(async () => {
  mock = await startPackageMock();
});
afterEach(() => mock.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${mock.url}/api/v2/${path}?token=t`, { headers });
const status = async (path: string, run = "") =>
  (await get(path, run ? { "mock-run": run } : {})).status;
const plan = (operation: string, body: unknown, method = "PUT") =>
  fetch(`${mock.url}/__mock/on/${operation}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

describe("the steps of an operation", () => {
  test("come in sequence, for each run, until they are forgotten", async () => {
    expect(
      (
        await plan("listTokens", [
          "code=503, times=2",
          { code: 418, times: 1 },
          { example: "empty" },
        ])
      ).status,
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

  test("can be for some requests, and have a body and headers in their responses only", async () => {
    const step = {
      for: "sms",
      code: 404,
      body: { error: "none" },
      headers: { "x-a": "1" },
      times: 1,
    };
    await plan("getWebhookRelay", step);
    expect(await status("webhookRelay/voice")).toBe(200);
    const [planned, usual] = [await get("webhookRelay/sms"), await get("webhookRelay/sms")];
    expect([planned.status, planned.headers.get("x-a"), await planned.json()]).toEqual([
      404,
      "1",
      { error: "none" },
    ]);
    expect([usual.status, usual.headers.get("x-a")]).toEqual([200, null]);
  });

  test.each<[unknown, number[]]>([
    [
      [{ times: 1 }, { code: 503 }],
      [200, 503, 503],
    ],
  ])("that are %j give the status codes %j", async (steps, statuses) => {
    await plan("listTokens", steps);
    expect([await status("tokens"), await status("tokens"), await status("tokens")]).toEqual(
      statuses,
    );
  });

  test.each([
    [{ code: 99 }, "code takes a status code"],
    [
      { coed: 503 },
      'Unknown name in a step "coed". Known: example, code, dynamic, delay, fault, times, body, headers, for.',
    ],
    ["coed=503", 'Unknown preference "coed". Known: '],
    [{ example: "nope" }, 'Unknown example "nope". Known: every-field, empty, other-type.'],
    [[503], "A step is a string as in Prefer, or an object."],
    [{}, "A step needs a preference, a body or headers."],
    [undefined, "The body isn't JSON"],
    [{ for: "sms" }, 'for: "sms" is a path value'],
    [{ headers: [] }, "headers takes an object"],
  ])("that are %j are rejected, and earlier steps stay", async (steps, says) => {
    await plan("listTokens", "code=503");
    const response = await plan("listTokens", steps);
    expect([response.status, (await response.json()).detail]).toEqual([
      400,
      expect.stringContaining(says),
    ]);
    expect(await status("tokens")).toBe(503);
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

  test("can be of an operation that the contract knows by name only, and go with it", async () => {
    const id = encodeURIComponent("POST /api/v2/other/{id}");
    const send = () =>
      fetch(`${mock.url}/api/v2/other/7?token=t`, { method: "POST", body: '{"a": 1}' });
    expect((await plan(id, "coed=503")).status).toBe(400);
    expect((await send()).status).toBe(404);
    const steps = [{ for: { id: "7", "/a": 1 }, code: 503, times: 1 }, { body: { queued: true } }];
    expect((await plan(id, steps)).status).toBe(204);
    await mock.reload();
    const [failure, success] = [await send(), await send()];
    expect([failure.status, success.status, await success.json()]).toEqual([
      503,
      200,
      { queued: true },
    ]);
    expect(success.headers.get("mock-operation")).toBe("POST /api/v2/other/{id}");
    expect(mock.journal().at(-1)?.operation).toBe("POST /api/v2/other/{id}");
    expect(mock.coverage().operations["POST /api/v2/other/{id}"]?.calls).toBe(2);
    expect((await plan(id, undefined, "DELETE")).status).toBe(204);
    expect((await send()).status).toBe(404);
  });

  test.each([
    ["FOO /api/v2/other", 400, '"FOO /api/v2/other" isn\'t a method and a decoded path'],
    ["GET /api/v2/tokens", 400, "The contract has this operation. Use its id, listTokens."],
    ["listTokns", 404, 'Unknown operation "listTokns". Known: listTokens, '],
  ])("of %s are rejected with %i", async (id, status, says) => {
    for (const method of ["PUT", "DELETE"]) {
      const response = await plan(encodeURIComponent(id), [], method);
      expect([response.status, (await response.json()).detail]).toEqual([
        status,
        expect.stringContaining(says),
      ]);
    }
  });

  test("are rejected if they are too long, or for an unknown operation, method, path or query parameter", async () => {
    expect((await plan("listTokens", { body: "a".repeat(1_000_000) })).status).toBe(413);
    expect((await plan("toString", [])).status).toBe(404);
    expect((await plan("listTokens", undefined, "POST")).status).toBe(405);
    expect((await fetch(`${mock.url}/__mock/on`)).status).toBe(404);
    expect(
      (await fetch(`${mock.url}/__mock/on/listTokens?rnu=a`, { method: "DELETE" })).status,
    ).toBe(400);
  });
});

test.each(["GET", "HEAD"])(
  "%s of the health, the journal, the coverage and the usage is 200",
  async (method) => {
    for (const path of ["/__mock/health", "/__mock/journal", "/__mock/coverage", "/"]) {
      const response = await fetch(`${mock.url}${path}`, { method });
      expect([path, response.status, (await response.text()) === ""]).toEqual([
        path,
        200,
        method === "HEAD",
      ]);
      if (path !== "/") expect(response.headers.get("cache-control")).toBe("no-store");
    }
  },
);

test("the usage names the control paths and no host", async () => {
  const usage = await (await fetch(mock.url)).text();
  for (const path of ["/__mock/health", "/__mock/journal", "/__mock/on/OPERATION"])
    expect(usage).toContain(path);
  expect(usage).not.toMatch(/https?:/);
  expect((await fetch(mock.url, { method: "POST" })).status).toBe(405);
});

const hostNames = "allowHosts must be names of hosts without a scheme, port or path, such as mock.";
test.each<[unknown, string]>([
  [{ prefer: 5 }, "startMock: prefer must be of type string."],
  [{ allowHosts: null }, hostNames],
  [{ allowHosts: ["http://mock"] }, hostNames],
  [{ prot: 0 }, 'startMock: Unknown option "prot". Known: port, host,'],
])("startMock(%j) rejects with: %s", async (options, says) => {
  const mock = startMock(options as object);
  await expect(mock.then(({ close }) => close())).rejects.toThrow(says);
});

test.each<[string, object, string]>([
  [
    "the name of the token",
    { pageSize: "token" },
    "has a name for pageSize that is blank or taken",
  ],
  [
    "one name for two inputs",
    { pageSize: "x", pageNumber: "x" },
    "has a name for pageNumber that is blank or taken",
  ],
])(
  "junk inbox names with %s are rejected by the mock and the test server",
  async (_, names, says) => {
    await expect(startMock({ port: 0, junkInboxInputNames: names })).rejects.toThrow(says);
    expect(() => createTestServer({ junkInboxInputNames: names })).toThrow(says);
  },
);
