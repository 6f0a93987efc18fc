import { createPhoneAgentClient } from "phone-agent-api";
import { beforeAll, expect, test } from "vitest";
import { createTestServer } from "../../src/testing/index.ts";
import { contractJson, serve } from "../mock/helpers.ts";

const url = "http://127.0.0.1:4010/api/v2/tokens?token=t";

// The first call loads validators, which can take longer than the calls below may.
beforeAll(() => createTestServer().fetch(url));

// A call whose function is still at work has no response, as one whose function threw.
test.each<[string, () => object]>([
  ["throws", () => expect.fail("Mine.")],
  ["rejects", () => Promise.reject(new Error("Mine."))],
  ["never resolves", () => new Promise(() => {})],
])(
  "a function that %s has used its step, and its call is recorded without a response",
  async (_, body) => {
    const server = createTestServer();
    server.on.listTokens.replyWith(body as never, 1);
    const signal = AbortSignal.timeout(20);
    const aborted = new Promise((_, reject) => signal.addEventListener("abort", reject));
    await expect(Promise.race([server.fetch(url, { signal }), aborted])).rejects.toBeDefined();
    const [call, further] = server.calls();
    expect(call).toMatchObject({
      operation: "listTokens",
      parameters: ["token"],
      delivered: false,
    });
    expect([call?.status, call?.source, further]).toEqual([undefined, undefined, undefined]);
    expect(() => server.assertAllUsed()).not.toThrow();
    expect(() => server.assertAllCalled("listTokens")).not.toThrow();
    expect((await server.fetch(url)).status).toBe(200);
  },
);

test("a client whose deadline ends a function that hangs tells a timeout, and its call is recorded", async () => {
  const server = createTestServer();
  server.on.listTokens.replyWith(() => new Promise(() => {}), 1);
  const phone = createPhoneAgentClient({
    fetch: server.fetch,
    baseUrl: "https://phone-agent.test",
    token: "t",
  });
  await expect(phone.listTokens({ deadlineMs: 20 })).rejects.toMatchObject({ kind: "timeout" });
  expect(server.calls().map(({ status }) => status)).toEqual([undefined]);
  server.assertAllUsed();
});

test.each([
  ["a function", () => () => 1, "function"],
  ["a symbol", () => Symbol("a"), "symbol"],
  ["a Response", () => new Response("a"), "response"],
  ["a stream", () => new ReadableStream(), "readablestream"],
  ["nothing", () => undefined, "undefined"],
  ["a map", async () => new Map(), "map"],
  ["bytes", () => new Uint8Array(2), "uint8array"],
])("a body function that returns %s is refused, and so is the body", async (_, create, kind) => {
  const server = createTestServer();
  server.on.listTokens.replyWith(create as never);
  await expect(server.fetch(url)).rejects.toThrow(`Your body function returned ${kind}.`);
  const body: unknown = await create();
  if (body !== undefined && typeof body !== "function")
    for (const plan of [
      () => server.on.listTokens.replyWith(body as never),
      () => server.on.listTokens.fail(500, { body }),
    ])
      expect(plan).toThrow(`The body is ${kind}.`);
});

test.each([
  new Date(0),
  null,
  "a",
  0,
  false,
  [1],
  new (class A {
    a = 1;
  })(),
])("%j can be a body", async (body) => {
  const server = createTestServer();
  server.on.request("GET", "/x").replyWith(() => body);
  const response = await server.fetch("http://127.0.0.1/x?token=t");
  expect(await response.json()).toEqual(JSON.parse(JSON.stringify(body)));
});

test.each(["/../x", "/a/./b", "/.."])(
  "a stub of the path %s, which no request has, is refused",
  (path) => {
    expect(() => createTestServer().on.request("GET", path)).toThrow("dot segment");
  },
);

test("a call in flight during a reset isn't recorded after it", async () => {
  const server = createTestServer();
  let respond = (_: object) => {};
  server.on.listTokens.replyWith(() => new Promise((resolve) => (respond = resolve as never)));
  const call = server.fetch(url);
  await new Promise(setImmediate);
  server.reset();
  respond({ success: false });
  expect(await (await call).json()).toEqual({ success: false });
  expect([server.calls(), server.coverage().untouched]).toEqual([
    [],
    expect.arrayContaining(["listTokens"]),
  ]);
});

const problem = "The planned body doesn't match the contract: /tokens is missing.";
test("a planned body that the contract rules out has a problem; with strict, it's refused", async () => {
  const plan = async (body: unknown, strict = false) => {
    const server = createTestServer({ strict });
    server.on.listTokens.replyWith(body as never);
    const { status, headers } = await server.fetch(url);
    return [status, headers.get(strict ? "mock-rejection" : "mock-problem")];
  };
  const good = { success: true, message: "Mine.", tokens: [] };
  expect(await plan({ success: true, message: "Mine." })).toEqual([200, problem]);
  expect(await plan(() => ({ success: true, message: "Mine." }))).toEqual([200, problem]);
  expect(await plan({ success: true, message: "Mine." }, true)).toEqual([500, problem]);
  for (const body of [good, { ...good, further: 1 }, { success: false }]) {
    expect(await plan(body)).toEqual([200, null]);
    expect(await plan(body, true)).toEqual([200, null]);
  }
});

test("the mock says the same of a step's own body", async () => {
  for (const strict of [false, true]) {
    const { mock } = await serve(contractJson, { strict });
    const plan = async (step: object) => {
      const body = JSON.stringify(step);
      const { status } = await fetch(`${mock.url}/__mock/on/listTokens`, { method: "PUT", body });
      const response = await fetch(`${mock.url}/api/v2/tokens?token=t`);
      const name = strict ? "mock-rejection" : "mock-problem";
      return [status, response.status, response.headers.get(name)];
    };
    const body = { success: true, message: "Mine." };
    expect(await plan({ body })).toEqual(strict ? [400, 200, null] : [204, 200, problem]);
    expect(await plan({ body: { ...body, tokens: [] } })).toEqual([204, 200, null]);
    expect(await plan({ body: { success: false }, code: 500 })).toEqual([204, 500, null]);
    expect((await plan({ body, example: "one" }))[0]).toBe(400);
    expect((await plan({ times: 2 }))[0]).toBe(400);
  }
});
