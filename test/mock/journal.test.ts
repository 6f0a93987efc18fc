import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { operations as documented } from "#generated/operations.ts";
import { createRequestStore } from "../../src/core/request-store.ts";
import { type Coverage, type JournalEntry, type Mock, startMock } from "../../src/mock/index.ts";
import type { ServedOperation } from "../../src/openapi/operation.ts";
import { createTestServer, type TestServer } from "../../src/testing/index.ts";
import { rawRequest, sendRaw } from "./helpers.ts";

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({ port: 0 });
});
afterAll(() => mock.close());

const get = (path: string, run: string, prefer = "") =>
  fetch(`${mock.url}${path}`, { headers: { "mock-run": run, prefer } });
const control = (path: string) => fetch(`${mock.url}/__mock/${path}`);
const journal = async (run: string): Promise<JournalEntry[]> =>
  (await control(`journal?run=${run}`)).json();
const coverage = async (run: string): Promise<Coverage> =>
  (await control(`coverage?run=${run}`)).json();

const request = {
  method: "GET",
  segments: [],
  query: new URLSearchParams(),
  headers: {},
  body: "",
  cookies: new Map<string, string>(),
  credentials: [],
  lacksCredentials: false,
};
const result = { status: 200, body: "", source: "contract", code: "2XX", headers: {} } as const;
const exchange = { time: 0, method: "GET", step: {}, result, delivered: false };

describe("the journal", () => {
  test("contains a request with its values, and the chosen response", async () => {
    await fetch(`${mock.url}/api/v2/webhookRelay/sms?token=t&color=red&size=1&size=2`, {
      headers: { "mock-run": "held", prefer: "example=empty, delay=1", "x-request-id": "7" },
    });
    expect(await journal("held")).toEqual([
      {
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        run: "held",
        method: "GET",
        path: "/api/v2/webhookRelay/sms",
        operation: "getWebhookRelay",
        parameters: ["token", "type"],
        undeclared: ["color", "size"],
        query: { color: "red", size: ["1", "2"] },
        headers: expect.objectContaining({ "x-request-id": "7", prefer: "example=empty, delay=1" }),
        preferences: { example: "empty", delay: 1 },
        source: "contract",
        status: 200,
        response: "200",
        example: "empty",
        delivered: true,
      },
    ]);
  });

  test.each([
    ["application/json", '{"a":[1]}', { a: [1] }],
    ["text/plain", "a text", "a text"],
  ])("contains a body of type %s: %s", async (type, body, recordedBody) => {
    const headers = { "mock-run": `body ${body}`, "content-type": type };
    await fetch(`${mock.url}/api/v2/nothing?token=t`, { method: "POST", headers, body });
    expect(await journal(encodeURIComponent(`body ${body}`))).toMatchObject([
      { method: "POST", status: 404, body: recordedBody },
    ]);
  });

  test("ignores changes to returned entries", async () => {
    const server = createTestServer();
    const init = { method: "POST", body: '{"a":{"b":1}}' };
    await server.fetch("http://phone-agent.test/api/v2/tokens?token=t&c=1&c=2", init);
    await server.fetch("http://phone-agent.test/api/v2/tokens?token=t&d=1");
    const expectedCalls = structuredClone(server.calls());
    type Entry = {
      body: { a: object };
      query: { c: string[] };
      headers: object;
      undeclared: string[];
    };
    const [entry, acceptedEntry] = server.calls() as unknown as [Entry, Entry];
    Object.assign(entry.body.a, { b: 2 });
    entry.query.c.push("3");
    acceptedEntry.undeclared.push("e");
    Object.assign(entry.headers, { extra: "1" });
    Object.assign(entry, { status: 0 });
    expect(server.calls()).toEqual(expectedCalls);
  });

  test("contains the latest 5,000 requests, and fewer if their bodies are large", () => {
    const { exchanges: entries, record, reset } = createRequestStore();
    const add = (run: string, body: string) =>
      record({ ...exchange, run, request: { ...request, body } });
    for (let number = 0; number < 12_000; number++) add(`${number}`, "");
    expect([entries().length, entries().at(-1)?.run]).toEqual([5000, "11999"]);
    for (let number = 0; number < 100; number++) add(`large ${number}`, "b".repeat(1_000_000));
    expect(entries().length).toBeLessThanOrEqual(20);
    expect(entries().at(-1)?.run).toBe("large 99");
    for (let number = 80; number < 100; number++) reset(`large ${number}`);
    for (let number = 0; number < 20; number++) add("small", "b");
    expect(entries("small")).toHaveLength(20);
  });

  test("contains the reason of a rejection, which the coverage doesn't count", async () => {
    await get("/api/v2/tokens", "rejected");
    expect(await journal("rejected")).toMatchObject([
      {
        status: 401,
        source: "mock",
        rejection: expect.stringContaining("Credentials are missing"),
      },
    ]);
    expect((await coverage("rejected")).untouched).toContain("listTokens");
  });

  test("of a run contains the requests of that run only", async () => {
    await Promise.all(
      ["x", "y"].flatMap((run) => [1, 2, 3].map(() => get("/api/v2/tokens?token=t", run))),
    );
    expect((await journal("x")).map(({ run }) => run)).toEqual(["x", "x", "x"]);
    const entries: JournalEntry[] = await (await control("journal")).json();
    expect(entries.filter(({ run }) => run === "y")).toHaveLength(3);
  });

  test("of a run is found by a name beyond ASCII, as curl and as fetch send it", async () => {
    const line = Buffer.from("Mock-Run: größe\r\n").toString("latin1");
    await sendRaw(mock.port, Buffer.from(rawRequest("GET /api/v2/tokens?token=t", line), "latin1"));
    await get("/api/v2/tokens?token=t", "größe");
    expect((await journal("größe")).map(({ run }) => run)).toEqual(["größe", "größe"]);
  });
});

const calledOnly = {
  calls: 1,
  parameters: { token: 1 },
  examples: { "every-field": 0, empty: 0, "other-type": 0 },
  responses: { "2XX": 0, default: 0 },
};

/**
 * Sends a request to the mock and the test server, and aborts it as soon as both have received it.
 */
async function leaveOnceReceived(
  run: string,
  prefer: string,
  inProcess: TestServer,
): Promise<void> {
  const controller = new AbortController();
  const init = { signal: controller.signal, headers: { "mock-run": run, prefer } };
  const requests = Promise.allSettled(
    [fetch, inProcess.fetch].map((send) => send(`${mock.url}/api/v2/tokens?token=t`, init)),
  );
  await vi.waitUntil(async () => (await journal(run)).length > 0 && inProcess.calls().length > 0, {
    timeout: 10_000,
  });
  controller.abort();
  await requests;
}

describe("coverage", () => {
  test("counts operations, parameters, examples and responses of a run", async () => {
    await get("/api/v2/tokens?token=t", "counted", "example=empty");
    await get("/api/v2/tokens?token=t", "counted", "code=500");
    const { operations, untouched } = await coverage("counted");
    expect(operations["listTokens"]).toMatchObject({
      calls: 2,
      parameters: { token: 2 },
      examples: { "every-field": 0, empty: 1, "other-type": 0 },
      responses: { "2XX": 1, default: 1 },
    });
    expect(untouched).toEqual(Object.keys(documented).filter((id) => id !== "listTokens"));
  });

  test.each(["fault=stall", "delay=60000"])(
    "counts no example and no response that nobody received, as after %s",
    async (prefer) => {
      const inProcess = createTestServer();
      const run = prefer.replace("=", "-");
      await leaveOnceReceived(run, prefer, inProcess);
      for (const { operations } of [await coverage(run), inProcess.coverage()])
        expect(operations["listTokens"]).toMatchObject(calledOnly);
      const entries = [...(await journal(run)), ...inProcess.calls()];
      expect(entries.map(({ delivered }) => delivered)).toEqual([false, false]);
    },
  );

  test("of a run outlives the requests of other runs, and ends with its reset", () => {
    const { record, coverage, reset } = createRequestStore();
    const listTokens: ServedOperation = {
      method: "GET",
      path: "/",
      parameters: [],
      security: [],
      responses: [],
    };
    const operations = { listTokens };
    const matchedRequest = {
      ...request,
      run: "",
      validators: {},
      id: "listTokens",
      operation: listTokens,
      pathValues: {},
      inputs: new Map(),
      undeclared: [],
    };
    const call = (run: string) => record({ ...exchange, run, match: matchedRequest });
    call("long");
    for (let count = 0; count < 6_000; count++) call("other");
    const calls = (run?: string) => coverage(operations, run).operations["listTokens"]?.calls;
    expect([calls("long"), calls("other"), calls()]).toEqual([1, 6_000, 6_001]);
    reset("long");
    expect([calls("long"), calls()]).toEqual([0, 6_001]);
  });
});

/**
 * Sends requests to the mock and the test server, and returns everything that they record, return
 * and print as texts.
 */
async function recordRequests(
  requests: [target: string, headers?: Record<string, string>][],
): Promise<string[]> {
  const inProcess = createTestServer();
  await fetch(`${mock.url}/__mock/journal`, { method: "DELETE" });
  const write = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const responses: string[] = [];
  for (const [target, headers = {}] of requests) {
    for (const response of [
      await fetch(`${mock.url}${target}`, { headers }),
      await inProcess.fetch(`http://phone-agent.test${target}`, { headers }),
    ]) {
      responses.push(JSON.stringify([...response.headers]), await response.text());
    }
  }
  const logged = write.mock.calls.flat().join("");
  write.mockRestore();
  expect(inProcess.calls()).toHaveLength(requests.length);
  return [
    await (await control("journal")).text(),
    await (await control("coverage")).text(),
    JSON.stringify([inProcess.calls(), inProcess.coverage()]),
    responses.join("\n"),
    logged,
  ];
}

describe("the token", () => {
  const secret = "s3cret";
  const token = `tok en/+é%${secret}`;
  const encoded = encodeURIComponent(token);

  test.each<[string, string, Record<string, string>?]>([
    ["in its place", `/api/v2/tokens?token=${encoded}`],
    ["twice", `/api/v2/tokens?token=${encoded}&token=${encoded}`],
    ["under a misspelled name", `/api/v2/tokens?Token=${encoded}&tokn=${encoded}`],
    ["as a path segment", `/api/v2/${encoded}`],
    ["with malformed percent-encoding", `/api/v2/tokens?token=%zz${secret}`],
    [
      "in a header for credentials",
      "/api/v2/tokens?token=t",
      {
        authorization: `Bearer ${secret}`,
        cookie: secret,
        referer: `https://a.example/?${secret}`,
      },
    ],
  ])(
    "is in nothing that is recorded, returned or printed when sent %s",
    async (_, target, headers = {}) => {
      for (const text of await recordRequests([[target, headers]]))
        expect(text).not.toContain(secret);
    },
  );
});
