import { createTestServer, type TestServer } from "phone-agent-api/testing";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { servePaths, writeTemporaryFile } from "../mock/helpers.ts";

let server: TestServer;
beforeEach(() => {
  server = createTestServer();
});

const url = "https://phone-agent.test/api/v2/tokens?token=t";
const get = (path: string, headers: Record<string, string> = {}) =>
  server.fetch(`https://phone-agent.test/api/v2/${path}${path.includes("?") ? "&" : "?"}token=t`, {
    headers,
  });
const status = async (path: string, headers = {}) => (await get(path, headers)).status;
const relay = (type: string) => status(`webhookRelay/${type}`);

describe("a failure", () => {
  test("has the tester's headers and body", async () => {
    server.on.listTokens.fail(
      429,
      { headers: { "Retry-After": "2" }, body: { error: "slow down" } },
      1,
    );
    const response = await get("tokens");
    expect([
      response.status,
      response.headers.get("retry-after"),
      response.headers.get("mock-source"),
    ]).toEqual([429, "2", "tester"]);
    expect(await response.json()).toEqual({ error: "slow down" });
    expect(await status("tokens")).toBe(200);
    server.on.listTokens.fail(500, { headers: { "Content-Type": "text/plain" }, body: "down" });
    const textResponse = await get("tokens");
    expect([textResponse.headers.get("content-type"), await textResponse.text()]).toEqual([
      "text/plain",
      "down",
    ]);
  });

  test("with headers alone keeps the contract's body", async () => {
    server.on.listTokens.fail(429, { headers: { "retry-after": "2" } });
    const response = await get("tokens");
    expect([await response.json(), response.headers.get("mock-source")]).toEqual([
      null,
      "contract",
    ]);
    expect(server.calls().map(({ source }) => source)).toEqual(["contract"]);
  });

  test.each([
    [{ "bad name": "1" }, "valid header names"],
    [{ a: {} }, "valid header names"],
    [{ "Content-Length": "1" }, "headers can't set content-length"],
  ])("with the headers %j throws", (headers, says) => {
    expect(() => server.on.listTokens.fail(429, { headers: headers as never })).toThrow(says);
  });
});

describe("a function that is planned as a body", () => {
  const send = (body: string) =>
    server.fetch("https://phone-agent.test/api/v2/echo/7?token=s3cret&a=1", {
      method: "POST",
      body,
    });

  test("gets each request without the token, and returns the body of its response", async () => {
    let count = 0;
    server.on
      .request("POST", "/api/v2/echo/{id}")
      .replyWith(({ method, pathValues, query, body }) => {
        return { method, id: pathValues["id"], query: String(query), body, count: ++count };
      });
    const bodies = [await (await send("a")).json(), await (await send("b")).json()];
    const request = { method: "POST", id: "7", query: "a=1" };
    expect(bodies).toEqual([
      { ...request, body: "a", count: 1 },
      { ...request, body: "b", count: 2 },
    ]);
  });

  test("can be a failure's, return null or a promise, be for some requests, and be counted", async () => {
    server.on.getWebhookRelay
      .for("sms")
      .replyWith(async ({ pathValues }) => ({ success: false, of: pathValues["type"] }), 1);
    server.on.getWebhookRelay.fail(503, { body: () => null });
    const bodies = [await get("webhookRelay/sms"), await get("webhookRelay/sms")].map((response) =>
      response.json(),
    );
    expect(await Promise.all(bodies)).toEqual([{ success: false, of: "sms" }, null]);
  });

  test("rejects the call with what it throws, and if it returns nothing", async () => {
    const mistake = new Error("mine");
    server.on.listTokens.replyWith(() => {
      throw mistake;
    }, 1);
    // @ts-expect-error A function must return a body.
    server.on.listTokens.replyWith(() => {}, 1);
    await expect(get("tokens")).rejects.toBe(mistake);
    await expect(get("tokens")).rejects.toThrow("Return a value, or null.");
  });
});

describe("a step for some requests", () => {
  test("by a path value leaves other requests alone, and precedes a general step", async () => {
    server.on.getWebhookRelay.for("sms").fail(404);
    expect([await relay("sms"), await relay("voice")]).toEqual([404, 200]);
    server.on.getWebhookRelay.fail(503);
    expect([await relay("sms"), await relay("voice")]).toEqual([404, 503]);
  });

  test("by names applies to requests with these path and query values", async () => {
    server.on.getWebhookRelay.for({ type: "sms" }).fail(404);
    server.on.listJunkInbox.for({ page: "1", size: 2 }).fail(500);
    expect([await relay("sms"), await relay("type")]).toEqual([404, 200]);
    const queries = ["page=1&size=2", "page=1", "page=2&size=2", "page=2&page=1&size=2"];
    const statuses = queries.map((query) => status(`junkConversations?${query}`));
    expect(await Promise.all(statuses)).toEqual([500, 200, 200, 500]);
  });

  test("by several conditions applies to requests that meet each", async () => {
    server.on.listJunkInbox.for({ page: "1" }).for({ size: "2" }).fail(500);
    const queries = ["page=1&size=2", "page=1", "size=2"];
    const statuses = queries.map((query) => status(`junkConversations?${query}`));
    expect(await Promise.all(statuses)).toEqual([500, 200, 200]);
  });

  test.each([
    [{ "/text": "a", "/to/0/id": 7 }, [500, 200, 200, 200, 200]],
    [{ "/text": null }, [200, 200, 200, 500, 200]],
    [{ "/to/0/id": "7" }, [200, 200, 200, 200, 200]],
  ])(
    "by the JSON pointers %j applies to requests whose body has these values",
    async (values, statuses) => {
      server.on.request("POST", "/api/v2/messages").for(values).fail(500);
      const bodies = [
        { text: "a", to: [{ id: 7 }] },
        { text: "b", to: [{ id: 8 }] },
        {},
        { text: null },
        undefined,
      ];
      const send = (body: unknown) =>
        server.fetch("https://phone-agent.test/api/v2/messages?token=t", {
          method: "POST",
          body: body ? JSON.stringify(body) : "no JSON",
        });
      expect((await Promise.all(bodies.map(send))).map((response) => response.status)).toEqual(
        statuses,
      );
    },
  );

  const named = createTestServer({ junkInboxInputNames: { pageNumber: "page" } });
  test.each<[(on: typeof server.on) => { for(values: never): unknown }, unknown, string]>([
    [(on) => on.getWebhookRelay, { typo: "1" }, 'for: Unknown parameter "typo". Known: type.'],
    [(on) => on.listTokens, { token: "t" }, 'for: Unknown parameter "token". Known: none.'],
    [(on) => on.listJunkInbox, 1, "for takes a path value, or an object of single values"],
    [(on) => on.listTokens, "sms", 'for: "sms" is a path value, and this path has none.'],
    [
      (on) => on.listTokens,
      { "/a": 1 },
      'for: "/a" points into the body, and this operation takes none.',
    ],
    [() => named.on.listJunkInbox, { pgae: 1 }, 'for: Unknown parameter "pgae". Known: page.'],
    [
      (on) => on.listJunkInbox,
      { page: [1] },
      "for takes a path value, or an object of single values",
    ],
  ])("throws for values that no request has: %s %j", (operationOf, values, says) => {
    expect(() => operationOf(server.on).for(values as never)).toThrow(says);
  });

  test("by a function applies if it returns true, and the function never gets the token", async () => {
    const requests: unknown[] = [];
    server.on.listTokens
      .for((request) => {
        requests.push({ ...request, query: String(request.query) });
        return request.headers["x-tenant"] === "b";
      })
      .fail(403, 1);
    await server.fetch("https://phone-agent.test/api/v2/tokens?token=s3cret", {
      headers: { cookie: "s3cret" },
    });
    expect([
      await status("tokens", { "x-tenant": "b" }),
      await status("tokens", { "x-tenant": "b" }),
    ]).toEqual([403, 200]);
    expect(JSON.stringify(requests)).not.toContain("s3cret");
    expect(requests).toHaveLength(3);
  });
});

describe("a stub", () => {
  const send = (method: string, path: string, search = "?token=t") =>
    server.fetch(`https://phone-agent.test${path}${search}`, { method, body: '{"a":1}' });

  test("responds for a name-only operation", async () => {
    expect((await send("POST", "/api/v2/agents/7/calls")).status).toBe(404);
    server.on.request("POST", "/api/v2/agents/{id}/calls").fail(503, 1).replyWith({ queued: 1 });
    expect((await send("POST", "/api/v2/agents/7/calls")).status).toBe(503);
    const response = await send("POST", "/api/v2/agents/7/calls");
    expect([response.status, await response.json()]).toEqual([200, { queued: 1 }]);
    expect(response.headers.get("mock-unspecified")).toBe("status, body");
    expect(server.calls().at(-1)).toMatchObject({
      operation: "POST /api/v2/agents/{id}/calls",
      path: "/api/v2/agents/7/calls",
      parameters: ["token", "id"],
      body: { a: 1 },
    });
  });

  test("can be for a path value, needs the token, and is asserted and forgotten like other operations", async () => {
    server.on.request("post", "/api/v2/agents/{id}").for("7").replyWith("seven");
    expect(await (await send("POST", "/api/v2/agents/7")).json()).toBe("seven");
    expect(await (await send("POST", "/api/v2/agents/8")).json()).toBeNull();
    expect((await send("POST", "/api/v2/agents/7", "")).status).toBe(401);
    server.on.request("PUT", "/api/v2/agents");
    expect(() => server.assertAllCalled()).toThrow("PUT /api/v2/agents.");
    server.reset();
    expect((await send("POST", "/api/v2/agents/7")).status).toBe(404);
  });

  test("takes inputs of any name, as none is known", async () => {
    server.on.request("GET", "/api/v2/agents");
    expect((await get("agents?page=1")).headers.get("mock-undeclared")).toBeNull();
  });

  test.each([
    ["GET", "/api/v2/tokens", "Use its id, listTokens"],
    ["GET", "/../x", "dot segment"],
  ])("of %s %s throws", (method, path, says) => {
    expect(() => server.on.request(method, path)).toThrow(says);
  });
});

test("a step that has only a delay keeps the response of the step before it, and a step without one its delay", async () => {
  server.on.listTokens.fail(503).delay(1);
  expect(await status("tokens")).toBe(503);
  server.on.listTokens.reply("empty");
  expect(await status("tokens")).toBe(200);
  expect(server.calls().at(-1)?.preferences).toEqual({ example: "empty", delay: 1 });
});

test("a step with times and a condition precedes one without a condition", async () => {
  server.on.getWebhookRelay.fail(500, 1).for("sms").fail(404, 1);
  expect([await relay("sms"), await relay("sms"), await relay("sms")]).toEqual([404, 500, 200]);
});

test("a response that can't have content names no example, and leaves no body open", async () => {
  const { headers } = await get("tokens", { prefer: "code=204" });
  expect([headers.get("mock-example"), headers.get("mock-unspecified")]).toEqual([null, "status"]);
});

test("a reset forgets the steps, the calls and their coverage", async () => {
  server.on.listTokens.fail(503);
  await get("tokens");
  server.reset();
  expect([server.calls(), server.coverage().untouched]).toEqual([
    [],
    expect.arrayContaining(["listTokens"]),
  ]);
  expect(await status("tokens")).toBe(200);
});

describe("unused steps", () => {
  test("are named, with how many requests remain", async () => {
    server.on.listTokens.fail(503, 2).reply("empty", 1).delay(0);
    server.on.getWebhookRelay.for("sms").fail(404);
    await get("tokens");
    expect(() => server.assertAllUsed()).toThrow(
      "Steps not used: listTokens (1 left), listTokens (1 left).",
    );
    await get("tokens");
    await get("tokens");
    expect(() => server.assertAllUsed()).not.toThrow();
  });

  test("throw at the end of a block with await using", async () => {
    const block = async () => {
      await using server = createTestServer();
      server.on.listTokens.fail(503, 1);
    };
    await expect(block()).rejects.toThrow("Steps not used: listTokens (1 left).");
  });
});

test("a rejection has neither the delay nor the fault that its request prefers", async () => {
  const headers = { prefer: "delay=60000, fault=reset" };
  const response = await server.fetch("https://phone-agent.test/api/v2/tokens", { headers });
  expect(response.status).toBe(401);
});

test("a HEAD has no fault but a reset", async () => {
  const send = (fault: string) =>
    server.fetch("https://phone-agent.test/api/v2/tokens?token=t", {
      method: "HEAD",
      headers: { prefer: `fault=${fault}` },
    });
  expect((await send("truncate")).headers.get("mock-fault")).toBeNull();
  await expect(send("reset")).rejects.toThrow("fetch failed");
});

test("a call has no body and no headers of its step, and at an unknown path each parameter is undeclared", async () => {
  server.on.listTokens.fail(429, { headers: { "Retry-After": "2" }, body: 1 });
  await get("tokens");
  await get("nothing?a=1");
  const [failed, unknown] = server.calls();
  expect([failed?.preferences, unknown?.undeclared]).toEqual([{ code: 429 }, ["a"]]);
});

test("a header counts the remaining requests of a step, down to 0", async () => {
  const remaining = async (headers = {}) =>
    (await get("tokens", headers)).headers.get("mock-times-left");
  const headers = { prefer: "code=503, times=2" };
  expect([
    await remaining(headers),
    await remaining(headers),
    await remaining(headers),
    await remaining(),
  ]).toEqual(["1", "0", "0", null]);
  server.on.listTokens.fail(503, 2);
  expect([await remaining(), await remaining(), await remaining()]).toEqual(["1", "0", null]);
});

test.each([
  ["code=503, times=2, wait=5", "code=503, times=2"],
  ["code=204, example=empty, fault=garbage", "code=204"],
  ["fault=garbage", "fault=garbage"],
  ["return=minimal", null],
  ["", null],
])("with Prefer: %s the response lists %s as applied", async (prefer, applied) => {
  const { headers } = await get("tokens", { prefer });
  expect(headers.get("preference-applied")).toBe(applied);
});

test("a used-up preference isn't listed as applied", async () => {
  const prefer = { prefer: "code=503, times=1" };
  const responses = [await get("tokens", prefer), await get("tokens", prefer)];
  expect(responses.map(({ headers }) => headers.get("preference-applied"))).toEqual([
    "code=503, times=1",
    null,
  ]);
});

test("undeclared parameters are rejected with strict, and a named input isn't", async () => {
  server = createTestServer({ strict: true, junkInboxInputNames: { pageSize: "size" } });
  const response = await get("tokens?b=1");
  const detail = expect.stringContaining("no query parameter b.");
  expect([response.status, await response.json()]).toEqual([
    422,
    expect.objectContaining({ detail }),
  ]);
  expect([
    await status("junkConversations?size=1"),
    await status("junkConversations?sise=1"),
  ]).toEqual([200, 422]);
});

test("a counted preference is counted for each operation and for each header", async () => {
  const prefer = { prefer: "code=503, times=1" };
  const laterPrefer = { prefer: "code=500, times=1" };
  expect([await status("tokens", prefer), await status("webhookRelay/sms", prefer)]).toEqual([
    503, 503,
  ]);
  expect([
    await status("tokens", laterPrefer),
    await status("tokens", laterPrefer),
    await status("tokens", prefer),
  ]).toEqual([500, 200, 200]);
});

test("a step that a named run has used up is used", async () => {
  server.on.listTokens.fail(503, 1);
  await get("tokens", { "mock-run": "a" });
  expect(() => server.assertAllUsed()).not.toThrow();
});

// The first call loads validators, which can take longer than the calls below may.
beforeAll(() => createTestServer().fetch(url));

// A call whose function is still at work has no response, as one whose function threw.
test.each<[string, () => object]>([
  ["throws", () => expect.fail("Mine.")],
  ["never resolves", () => new Promise(() => {})],
])(
  "a function that %s has used its step, and its call is recorded without a response",
  async (_, body) => {
    server.on.listTokens.replyWith(body as never, 1);
    const signal = AbortSignal.timeout(20);
    await expect(server.fetch(url, { signal })).rejects.toBeDefined();
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

test.each([
  ["a function", () => () => 1, "function"],
  ["a Response", () => new Response("a"), "response"],
  ["bytes", () => new Uint8Array(2), "uint8array"],
])("a body function that returns %s is refused, and so is the body", async (_, create, kind) => {
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
  null,
  "a",
  false,
  [1],
  new (class A {
    a = 1;
  })(),
])("%j can be a body", async (body) => {
  server.on.request("GET", "/x").replyWith(() => body);
  const response = await server.fetch("http://127.0.0.1/x?token=t");
  expect(await response.json()).toEqual(JSON.parse(JSON.stringify(body)));
});

test("a call in flight during a reset isn't recorded after it", async () => {
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

const mismatch = "The planned body doesn't match the contract:";
const failures = { gone: { code: 503 }, none: { code: 404 }, wrong: { code: 409, body: {} } };
test.each<[step: object, planned: number, status: number, problem?: string]>([
  [{ example: "gone" }, 400, 200],
  [{ example: "none" }, 204, 404],
  [{ example: "wrong" }, 204, 409, `${mismatch} must be array.`],
  [{ body: [] }, 204, 200],
  [{ body: "hi" }, 204, 200, `${mismatch} must be array.`],
  [
    { headers: { "content-type": "text/plain" }, body: "hi" },
    204,
    200,
    `${mismatch} its type must be application/json.`,
  ],
  [{ headers: { "content-type": "text/plain" }, body: { success: false } }, 204, 200],
  [{ code: 404, headers: { "content-type": "text/html" }, body: "<p>" }, 204, 404],
  [{ code: 503 }, 400, 200],
  [{ body: [], example: "one" }, 400, 200],
  [{ times: 2 }, 400, 200],
])("the mock takes the step %j with %i and responds with %i", async (...row) => {
  const [step, planned, status, problem = null] = row;
  const list = {
    description: "A list.",
    content: { "application/json": { schema: { type: "array" } } },
  };
  const responses = { 200: list, 404: { description: "None." }, 409: list };
  const paths = { "/a": { get: { operationId: "list", responses } } };
  const examples = writeTemporaryFile("examples.json", JSON.stringify({ failures }));
  for (const strict of [false, true]) {
    const { ask } = await servePaths(paths, {}, { examples, strict });
    const init = { method: "PUT", body: JSON.stringify(step) };
    expect((await ask("/__mock/on/list", "", init)).status).toBe(planned);
    const response = await ask("/a");
    const name = strict ? "mock-rejection" : "mock-problem";
    expect([response.status, response.headers.get(name)]).toEqual([
      strict && problem !== null ? 500 : status,
      problem,
    ]);
  }
});
