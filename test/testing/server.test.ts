import { getEventListeners } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { createPhoneAgentClient, type Room } from "phone-agent-api";
import { createTestServer, type TestServer } from "phone-agent-api/testing";
import { beforeEach, describe, expect, expectTypeOf, test } from "vitest";
import { fixtures } from "#generated/fixtures.ts";
import { root, run } from "../../scripts/tools/run.ts";

const baseUrl = "https://phone-agent.test";
const token = "to ken/secret";
const tokens = `${baseUrl}/api/v2/tokens?token=${encodeURIComponent(token)}`;

let server: TestServer;
beforeEach(() => {
  server = createTestServer();
});
const body = async () => (await server.fetch(tokens)).json();
const status = async () => (await server.fetch(tokens)).status;

describe("an operation", () => {
  test("goes through a sequence, and then responds as usual", async () => {
    server.on.listTokens.fail(503, 2).reply("other-type", 1).reply("empty");
    expect([await status(), await status()]).toEqual([503, 503]);
    expect(await body()).toEqual(fixtures.listTokens["other-type"]);
    expect([await body(), await body()]).toEqual([
      fixtures.listTokens.empty,
      fixtures.listTokens.empty,
    ]);
  });

  test("claims a counted step for one of two concurrent requests", async () => {
    server.on.listTokens.fail(300, 1);
    expect((await Promise.all([status(), status()])).sort()).toEqual([200, 300]);
  });

  test("is known by its id in the contract, and so are its examples", () => {
    // @ts-expect-error the contract has no such example
    expect(() => server.on.listTokens.reply("nothing")).toThrow(
      /Known: .*every-field, empty, other-type/,
    );
    // @ts-expect-error the contract has no such operation
    expect(() => server.on.listNothing).toThrow(
      'Unknown operation "listNothing". Known: listTokens, ',
    );
    expect(String(server.on)).toBe("[object Object]");
    expect(Promise.resolve(server.on)).toBeInstanceOf(Promise);
    // @ts-expect-error an operation without examples can reply none
    expect(() => server.on.deleteSipRegistration.reply("ok")).toThrow(
      'Unknown example "ok". Known: none.',
    );
    // @ts-expect-error A body.
    expect(() => server.on.listTokens.replyWith()).toThrow(
      "replyWith takes a body, which can be null, or a function",
    );
    // @ts-expect-error A body.
    expect(() => server.on.listTokens.reply({})).toThrow(
      "reply takes the name of an example, replyWith a body.",
    );
    // @ts-expect-error a body has the shape that the contract gives it
    server.on.listTokens.replyWith({ success: true });
    expectTypeOf(server.on.listJunkInbox.reply)
      .parameter(0)
      .toEqualTypeOf<keyof typeof fixtures.listJunkInbox>();
  });
});

test("an invalid argument throws at once", () => {
  const { listTokens } = server.on;
  // @ts-expect-error there is no such fault
  expect(() => listTokens.fail("explode")).toThrow(
    "fail takes a status code, or a fault: reset, stall, truncate, garbage or refuse.",
  );
  expect(() => listTokens.fail(299)).toThrow(TypeError);
  expect(() => listTokens.fail(503, 0)).toThrow(TypeError);
  expect(() => listTokens.delay(Number.NaN)).toThrow(TypeError);
});

test("an unknown option and a wrong type throw an error with the name of the option", () => {
  const create = (options: object) => () => createTestServer(options);
  expect(create({ junkInboxInputName: {} })).toThrow(
    'createTestServer: Unknown option "junkInboxInputName". Known: junkInboxInputNames, strict.',
  );
  expect(create({ strict: "false" })).toThrow("createTestServer: strict must be of type boolean.");
  expect(create({ junkInboxInputNames: null })).toThrow(
    "junkInboxInputNames takes its options as an object.",
  );
  expect(create({ junkInboxInputNames: undefined })).not.toThrow();
});

test.each([
  ["stall", "TimeoutError"],
  ["truncate", "TypeError"],
  ["garbage", "SyntaxError"],
] as const)(
  "with the fault %s a call rejects with a %s, as one over the network does",
  async (fault, name) => {
    server.on.listTokens.fail(fault);
    const call = async () =>
      (await server.fetch(tokens, { signal: AbortSignal.timeout(50) })).json();
    await expect(call()).rejects.toMatchObject({ name });
  },
);

test.each([
  ["refuse", "ECONNREFUSED", false],
  ["reset", "ECONNRESET", true],
] as const)(
  "after the fault %s (%s) a removal may have taken effect: %j, and a safe call is retried",
  async (fault, code, mayHaveTakenEffect) => {
    for (const { fail } of [server.on.deleteSipRegistration, server.on.listTokens]) fail(fault, 1);
    const retry = { baseDelayMs: 1 };
    const phone = createPhoneAgentClient({ baseUrl, token, fetch: server.fetch, retry });
    const removal = phone.deleteSipRegistration();
    const failure = { kind: "network", code, attempts: 1, mayHaveTakenEffect };
    await expect(removal).rejects.toMatchObject(failure);
    expect(await phone.listTokens()).toEqual(fixtures.listTokens["every-field"]);
    const statuses = server.calls().map(({ operation, status }) => [operation, status]);
    expect(statuses).toEqual([
      ["deleteSipRegistration", undefined],
      ["listTokens", undefined],
      ["listTokens", 200],
    ]);
    server.assertAllUsed();
  },
);

test("an example is a copy with the type of its operation's response", async () => {
  const { rooms, ...page } = server.examples.listJunkInbox["every-field"];
  expectTypeOf(rooms).toEqualTypeOf<Room[]>();
  server.on.listJunkInbox.replyWith({ ...page, rooms: rooms.splice(0, 1), totalRooms: 1 });
  const phone = createPhoneAgentClient({ baseUrl, token, fetch: server.fetch });
  expect((await phone.listJunkInbox()).rooms).toHaveLength(1);
  const { rooms: unchanged } = server.examples.listJunkInbox["every-field"];
  expect(unchanged).toEqual(fixtures.listJunkInbox["every-field"].rooms);
  // @ts-expect-error the contract has no such example
  expect(server.examples.listJunkInbox["none"]).toBe(undefined);
});

test("a truncated body breaks off after its half", async () => {
  server.on.listTokens.fail("truncate");
  const { body } = await server.fetch(tokens);
  let read = "";
  const reading = async () => {
    for await (const bytes of body ?? []) read += new TextDecoder().decode(bytes);
  };
  await expect(reading()).rejects.toThrow("terminated");
  const fullBody = JSON.stringify(fixtures.listTokens["every-field"]);
  expect(read).toBe(fullBody.slice(0, fullBody.length / 2));
});

test("a delay postpones the response, and ends with the signal", async () => {
  server.on.listTokens.delay(200);
  const isDone = status().then(() => "done");
  expect(
    await Promise.race([isDone, new Promise((resolve) => setTimeout(resolve, 40, "not yet"))]),
  ).toBe("not yet");
  server.on.listTokens.delay(60_000);
  const call = server.fetch(tokens, { signal: AbortSignal.timeout(30) });
  await expect(call).rejects.toMatchObject({ name: "TimeoutError" });
});

test("a call that is aborted before it starts gets no response", async () => {
  await expect(server.fetch(tokens, { signal: AbortSignal.abort() })).rejects.toMatchObject({
    name: "AbortError",
  });
  expect(server.calls()).toEqual([]);
});

test("a call that is aborted at once rejects with the reason, whatever its fault", async () => {
  server.on.listTokens.delay(60_000).fail("reset");
  const controller = new AbortController();
  const call = server.fetch(tokens, { signal: controller.signal });
  controller.abort();
  await expect(call).rejects.toMatchObject({ name: "AbortError" });
});

test("a call with a Request gets the same response as one with an address, and ends with its signal", async () => {
  const request = new Request(tokens, { headers: { prefer: "example=empty" } });
  expect(await (await server.fetch(request)).json()).toEqual(fixtures.listTokens.empty);
  server.on.listTokens.delay(60_000);
  const delayed = new Request(tokens, { signal: AbortSignal.timeout(30) });
  await expect(server.fetch(delayed)).rejects.toMatchObject({ name: "TimeoutError" });
});

test("a call leaves no listener on its signal", async () => {
  const { signal } = new AbortController();
  server.on.listTokens.delay(1);
  await (await server.fetch(tokens, { signal })).text();
  expect(getEventListeners(signal, "abort")).toEqual([]);
  server.on.listTokens.fail("stall");
  await (await server.fetch(tokens, { signal })).body?.cancel();
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("fetch can replace the global fetch, and needs no receiver", async () => {
  const { fetch } = server;
  expectTypeOf(fetch).toEqualTypeOf<typeof globalThis.fetch>();
  expect((await fetch(new URL(tokens))).status).toBe(200);
});

test.each<[string, RequestInit, string]>([
  ["tokens", {}, "No operation of the contract has this path. Did you mean /api/v2/tokens?"],
  [
    "api/v2/other",
    {},
    "No operation of the contract has this path. To stub it: server.on.request, or PUT",
  ],
  [
    "api/v2/tokens",
    { method: "PUT" },
    "No operation of the contract has this method on this path: GET, HEAD.",
  ],
  [
    "api/v2/tokens",
    { headers: { prefer: "example=empty, code=404" } },
    'The response 404 has no example "empty".',
  ],
])("a request for /%s with %j is rejected: %s", async (path, init, detail) => {
  const response = await server.fetch(`${baseUrl}/${path}?token=t`, init);
  expect(response.headers.get("mock-rejection")).toContain(detail);
});

describe("the calls", () => {
  test("can be asserted: uncalled operations are named", async () => {
    await server.fetch(tokens);
    expect(server.coverage().operations["listTokens"]).toMatchObject({
      calls: 1,
      parameters: { token: 1 },
      examples: { "every-field": 1, empty: 0 },
      responses: { "2XX": 1, default: 0 },
    });
    expect(() => server.assertAllCalled("listTokens")).not.toThrow();
    expect(() => server.assertAllCalled("listTokens", "getWebhookRelay")).toThrow(
      "Not called: getWebhookRelay.",
    );
    expect(() => server.assertAllCalled()).toThrow(
      "listJunkInbox, listWebhookRelayTypes, getWebhookRelay",
    );
  });

  test("can be asserted: an operation with rejected calls only is named with the reason, and an unknown one is an error", async () => {
    for (let count = 0; count < 2; count++) await server.fetch(`${baseUrl}/api/v2/tokens`);
    expect(() => server.assertAllCalled("listTokens")).toThrow(
      /^Not called: listTokens\. listTokens was rejected: Credentials(?!.*Credentials)/s,
    );
    expect(() => server.assertAllCalled("listTokenz" as never)).toThrow(
      'Unknown operation "listTokenz". Known: listTokens, ',
    );
  });
});

test.each([
  [
    "keeps it alive until its signal",
    "AbortSignal.timeout(100)",
    "await response.text().catch(({ name }) => name)",
    "TimeoutError",
  ],
])("a stalled body %s", async (_, signal, result, output) => {
  const contents = `import { createTestServer } from "${root}src/testing/index.ts";
    const { fetch, on } = createTestServer();
    on.listTokens.fail("stall");
    const response = await fetch("${tokens}", { signal: ${signal} });
    console.log(${result});`;
  // Compiled, since a loader of TypeScript would cost more.
  const file = join(mkdtempSync(join(tmpdir(), "program-")), "program.mjs");
  const stdin = { contents, resolveDir: root };
  await build({ stdin, outfile: file, bundle: true, platform: "node", format: "esm" });
  expect(await run(process.execPath, [file])).toEqual({ ok: true, output });
});

test("the client reads true pages, by names that the client and the server share", async () => {
  const junkInboxInputNames = { paginate: "a", pageNumber: "b", pageSize: "c", unreadOnly: "d" };
  const { fetch, calls } = createTestServer({ junkInboxInputNames });
  const phone = createPhoneAgentClient({ baseUrl, token, fetch, junkInboxInputNames });
  const ids: string[] = [];
  for await (const { roomId } of phone.items("listJunkInbox", { pageSize: 1 })) ids.push(roomId);
  expect(ids).toEqual(fixtures.listJunkInbox["every-field"].rooms.map(({ roomId }) => roomId));
  expect(calls().map(({ query }) => query)).toEqual(
    ["0", "1", "2", "3", "4"].map((page) => ({ a: "true", b: page, c: "1" })),
  );
});
