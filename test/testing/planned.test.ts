import { expect, test } from "vitest";
import { createTestServer } from "../../src/testing/index.ts";
import { contractJson, serve } from "../mock/helpers.ts";

const url = "http://127.0.0.1:4010/api/v2/tokens?token=t";

test("a step whose function throws isn't used", async () => {
  const server = createTestServer();
  const fail = () => {
    throw new Error("Mine.");
  };
  server.on.listTokens.replyWith(fail, 1);
  await expect(server.fetch(url)).rejects.toThrow("Mine.");
  expect(server.calls()).toEqual([]);
  expect(() => server.assertAllUsed()).toThrow("listTokens (1 left)");
  expect((await server.fetch(url)).status).toBe(200);
});

test("a step whose function never resolves isn't used", async () => {
  const server = createTestServer();
  server.on.listTokens.replyWith(() => new Promise(() => {}), 1);
  const pending = server.fetch(url);
  await new Promise(setImmediate);
  expect(server.calls()).toEqual([]);
  expect(() => server.assertAllUsed()).toThrow("listTokens (1 left)");
  expect((await server.fetch(url)).status).toBe(200);
  void pending;
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
    expect(await plan({ body })).toEqual([204, strict ? 500 : 200, problem]);
    expect(await plan({ body: { ...body, tokens: [] } })).toEqual([204, 200, null]);
    expect(await plan({ body: { success: false }, code: 500 })).toEqual([204, 500, null]);
    expect((await plan({ body, example: "one" }))[0]).toBe(400);
    expect((await plan({ times: 2 }))[0]).toBe(400);
  }
});
