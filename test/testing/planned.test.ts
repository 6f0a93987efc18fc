import { expect, test } from "vitest";
import { createTestServer } from "../../src/testing/index.ts";

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
