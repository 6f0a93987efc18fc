import { expect, test } from "vitest";
import { fixtures } from "#generated/fixtures.ts";
import { connect, copyWithContract, startService, token } from "./server.ts";

/**
 * The operations with their inputs: a list, a page, a body of unknown shape, a path value, and a
 * deletion.
 */
const calls: Record<string, Record<string, unknown>> = {
  listTokens: {},
  listJunkInbox: {},
  listWebhookRelayTypes: {},
  getWebhookRelay: { type: "sms" },
  deleteSipRegistration: {},
};
const allowDeletion = ["--allow", "deleteSipRegistration"];

test("a call reaches the service with the token, and what changes something needs --allow", async () => {
  const body = fixtures.getWebhookRelay.empty;
  const { env, requests } = startService(() => ({ body }));
  const { names, call, output } = await connect([], env);
  const url = "https://example.com/MASKED";
  expect((await call("getWebhookRelay", { type: "a b" })).json()).toEqual({
    ...body,
    config: { ...body.config, url },
  });
  expect(await names()).not.toContain("deleteSipRegistration");
  await expect(call("deleteSipRegistration")).rejects.toThrow("Unknown tool");
  expect(requests).toEqual([`GET /api/v2/webhookRelay/a%20b?token=${token}`]);
  expect(output.join("")).not.toContain(token);
});

const page = fixtures.listJunkInbox["every-field"];
const [room = expect.unreachable()] = page.rooms;
const [first = expect.unreachable()] = fixtures.listTokens["every-field"].tokens;
const relay = fixtures.getWebhookRelay["every-field"];
const envelope = { success: true, message: "" };

/** By what an agent gets: a response, and what is shown of it. */
const responses: Record<
  string,
  { tool: keyof typeof calls; body: object; shown: object; notes: string[] }
> = {
  "the token list without tokens and undeclared fields": {
    tool: "listTokens",
    body: {
      ...envelope,
      tokens: [{ ...first, token: "planted-secret", copy: "planted-secret" }],
      raw: {},
    },
    shown: { ...envelope, tokens: [{ ...first, token: "<MASKED>" }] },
    notes: ["Undocumented fields left out: 2."],
  },
  "a response that contradicts the contract": {
    tool: "listJunkInbox",
    body: {
      ...page,
      pageSize: "10",
      rooms: [room, room].map((item) => ({ ...item, lastMessage: 5, hidden: "" })),
    },
    shown: {
      ...page,
      pageSize: "10",
      rooms: [room, room].map((item) => ({ ...item, lastMessage: 5 })),
    },
    notes: [
      "The response contradicts the contract: pageSize must be integer; rooms[].lastMessage must be string.",
      "Undocumented fields left out: 2.",
    ],
  },
  "contradictions without the names that aren't in the contract": {
    tool: "getWebhookRelay",
    body: {
      ...relay,
      config: {
        ...relay.config,
        url: "https://h",
        headers: [{ "x-a": { a: "planted-secret" }, b: 5 }],
      },
    },
    shown: {
      ...relay,
      config: {
        ...relay.config,
        url: "https://h",
        headers: [{ "x-a": "<MASKED>", b: "<MASKED>" }],
      },
    },
    notes: ["The response contradicts the contract: config.headers[].* must be string."],
  },
};

test.each(Object.entries(responses))(
  "an agent gets %s",
  async (_name, { tool, body, shown, notes: expectedNotes }) => {
    const { env } = startService(() => ({ body }));
    const { call, output } = await connect([], env);
    const { json, notes, isError, structuredContent } = await call(tool, calls[tool]);
    expect({ json: json(), notes, isError }).toEqual({
      json: shown,
      notes: expectedNotes,
      isError: false,
    });
    expect(structuredContent).toEqual(shown);
    expect(output.join("")).not.toContain("planted-secret");
  },
);

const texts = Array<string>(6_000).fill("x".repeat(50));

test.each<
  [args: string[], tool: string, body: object, list: (body: never) => object[], advice: string]
>([
  [
    ["--junk-input-name", "pageSize=size"],
    "listJunkInbox",
    { ...page, rooms: Array(5_000).fill(room) },
    ({ rooms }) => rooms,
    "Inputs may narrow it: pageSize.",
  ],
  [[], "listWebhookRelayTypes", texts, (list) => list, "No input is known that narrows it."],
])(
  "with %j, a response of %s is cut to what an agent can read, and a note says so",
  async (args, tool, body, listIn, advice) => {
    const { env } = startService(() => ({ body }));
    const { text, json, notes, isError } = await (await connect(args, env)).call(tool);
    const [items, { length }] = [listIn(body as never), listIn(json() as never)];
    expect(listIn(json() as never)).toEqual(items.slice(0, length));
    expect([isError, text.length <= 2 ** 18, text.length > 2 ** 18 - 2_000]).toEqual([
      false,
      true,
      true,
    ]);
    const kilobytes = Math.ceil(JSON.stringify(body).length / 1_000);
    expect(notes.at(-1)).toBe(
      `Left out of the largest list: ${items.length - length} of ${items.length} items. ` +
        `The response is ${kilobytes} kB; the limit is 263 kB. ${advice}`,
    );
  },
);

test.each<[string, Parameters<typeof startService>[0], sentence: string]>([
  [
    "a large text",
    () => ({ body: { text: "x".repeat(3e5) } }),
    "The response is 301 kB; the limit is 263 kB.",
  ],
  [
    "more than is read",
    () => ({ body: "x".repeat(17_000_000) }),
    "The response is larger than 16 MiB, and an agent gets none of it.",
  ],
])("%s isn't returned, and the error says what it is", async (_name, respond, sentence) => {
  const { env } = startService(respond);
  const { text, isError } = await (await connect([], env)).call("listWebhookRelayTypes");
  expect([isError, text]).toEqual([
    true,
    expect.stringContaining(`listWebhookRelayTypes: ${sentence}`),
  ]);
});

test("a call that the agent cancels ends, and the server continues", async () => {
  const { env, requests } = startService(() => ({
    body: fixtures.listTokens.empty,
    delayMs: 30_000,
  }));
  const { client, call } = await connect([], env);
  const controller = new AbortController();
  const cancelledCall = client.callTool({ name: "listTokens", arguments: {} }, undefined, {
    signal: controller.signal,
  });
  await expect.poll(() => requests.length).toBe(1);
  controller.abort("enough");
  await expect(cancelledCall).rejects.toThrow("enough");
  expect((await call("search_operations")).isError).toBe(false);
});

test("a response of the mock server is mock data, too", async () => {
  const { env } = startService(() => ({ headers: { "mock-source": "contract" }, body: null }));
  const { notes } = await (await connect([], env)).call("listWebhookRelayTypes");
  expect(notes).toContain("Mock data: the mock responded, not the service.");
});

/**
 * What a service that knows the token sends in return; `text` is the request's address and the
 * token.
 */
const hostileResponses: Record<
  string,
  (text: string) => ReturnType<Parameters<typeof startService>[0]>
> = {
  "echoes the token in an error": (text) => ({
    status: 401,
    headers: { "x-echo": token },
    body: { error: text },
  }),
  "pretends to be the mock": (text) => ({
    status: 422,
    headers: { "mock-source": "mock" },
    body: { detail: text },
  }),
  "contradicts the contract with the token": () => ({
    body: {
      success: true,
      message: token,
      tokens: { [token]: 1 },
      config: { [token]: 1 },
      rooms: [{ [token]: 1 }],
    },
  }),
  "hides the token in fields that the contract declares": () => ({
    body: {
      ...{ ...relay, message: `Hello ${token}`, tokens: [{ ...first, description: token }] },
      config: { ...relay.config, url: `https://a.test/?t=${token}`, headers: [{ [token]: token }] },
      ...{ ...page, rooms: [{ ...room, lastMessage: token }] },
    },
  }),
};

test.each(Object.entries(hostileResponses))(
  "a service that %s can't get the token into the output",
  async (_, respond) => {
    const { env, requests } = startService((url) => respond(`${url} ${token}`));
    const { call, output } = await connect(allowDeletion, env);
    for (const [id, input] of Object.entries(calls)) await call(id, input);
    expect(requests.length).toBeGreaterThanOrEqual(Object.keys(calls).length);
    expect(output.join("\n")).not.toContain(token);
    expect(output.join("\n").length).toBeLessThan(20_000);
  },
);

test("a server that the contract knows is called only if it is named", async () => {
  const { env, requests } = startService(() => ({ body: fixtures.listTokens.empty }));
  const command = copyWithContract((contract) => {
    contract["servers"] = [{ url: env.PHONE_AGENT_BASE_URL, description: "Production." }];
  });
  expect(await (await connect([], {}, command)).names()).not.toContain("listTokens");
  const { call, output } = await connect(
    ["--server", "production"],
    { PHONE_AGENT_TOKEN: token },
    command,
  );
  expect((await call("listTokens")).isError).toBe(false);
  expect(requests).toEqual([`GET /api/v2/tokens?token=${token}`]);
  expect(output.join("")).not.toContain(token);
});
