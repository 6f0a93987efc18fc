import { expect, test } from "vitest";
import { fixtures } from "#generated/fixtures.ts";
import { operations } from "#generated/operations.ts";
import type { Finding } from "../../src/index.ts";
import { reportTo, validateWebhook, validators } from "../../src/validate.ts";
import { failureOf, json, serve } from "../client/server.ts";

const page = fixtures.listJunkInbox["every-field"];
const relay = fixtures.getWebhookRelay["every-field"];

test("no example has a finding", () => {
  for (const [name, examples] of Object.entries(fixtures)) {
    const operation = name as keyof typeof fixtures;
    const findings = Object.values(examples).flatMap((example) => validators(operation, example));
    expect([operation, findings]).toEqual([operation, []]);
  }
});

const empty = fixtures.listTokens["empty"];
const config = (more: object) => ({ ...relay, config: { ...relay.config, ...more } });
const [room] = page.rooms;
test.each<
  [
    name: string,
    operation: Parameters<typeof validators>[0],
    body: unknown,
    kind: string,
    pointer: string,
  ]
>([
  [
    "a field of another type",
    "listJunkInbox",
    { ...page, pageSize: "10" },
    "contradiction",
    "/pageSize",
  ],
  [
    "one part",
    "listJunkInbox",
    { ...page, rooms: [{ ...room, roomId: "1" }] },
    "contradiction",
    "/rooms/0/roomId",
  ],
  ["a fraction", "getWebhookRelay", config({ timeout: 0.5 }), "contradiction", "/config/timeout"],
  [
    "a number",
    "getWebhookRelay",
    config({ headers: [{ "a/b": 1 }] }),
    "contradiction",
    "/config/headers/0/a~1b",
  ],
  ["success: false", "listTokens", { ...empty, success: false }, "contradiction", "/success"],
  ["null", "listTokens", null, "contradiction", ""],
  ["an undocumented field", "listJunkInbox", { ...page, total: 1 }, "unknown-field", "/total"],
  [
    "a field like a pointer",
    "getWebhookRelay",
    config({ "a/b~c": 1 }),
    "unknown-field",
    "/config/a~1b~0c",
  ],
  [
    "an operation by its path",
    "GET /api/v2/webhookRelay/RELAY_TYPE",
    config({ kind: 1 }),
    "unknown-field",
    "/config/kind",
  ],
  ["a field next to the envelope", "listTokens", { ...empty, more: 1 }, "unknown-field", "/more"],
])("%s has one finding, with its kind and pointer", (_, operation, body, kind, pointer) => {
  expect(validators(operation, body)).toEqual([
    { kind, pointer, message: expect.stringMatching(/./) },
  ]);
});

test.each(["deleteSipRegistration", "POST /api/v2/x"] as const)(
  "a response of %j has no finding",
  (operation) => {
    expect(validators(operation, { anything: 1 })).toEqual([]);
  },
);

const known = Object.keys(operations).join(", ");
test.each([
  ["listTokns", '"listTokns"'],
  ["toString", '"toString"'],
  ["", '""'],
  ["tokens\u202e", String.raw`"tokens\u{202e}"`],
  ["/api/v2/tokens", '"/api/v2/tokens"'],
])("%j is no operation", (name, quoted) => {
  const message = `Unknown operation ${quoted}. Known: ${known}.`;
  expect(() => validators(name as "listTokens", {})).toThrow(new TypeError(message));
});

test.each(["agentCalled", "toString", ""])(
  "%j is no webhook, as long as the contract declares none",
  (name) => {
    const message = `Unknown webhook "${name}". Known: none.`;
    expect(() => validateWebhook(name as never, {})).toThrow(new TypeError(message));
  },
);

test("a client with `validate` throws an error of kind contract with its findings", async () => {
  const body = { ...page, pageSize: "10", totalRooms: "5", total: 1 };
  await using service = await serve(json(body), { validate: validators });
  const error = await failureOf(service.phone.listJunkInbox());
  const finding = { kind: "contradiction", message: "must be integer" };
  const findings = ["/pageSize", "/totalRooms"].map((pointer) => ({ ...finding, pointer }));
  expect(error).toMatchObject({ kind: "contract", status: 200, body, findings });
  expect(error.message).toContain(
    "The response contradicts the contract. See error.findings. See error.body.",
  );
  expect((await failureOf(service.http.GET("/api/v2/junkConversations"))).kind).toBe("contract");
});

test("reportTo reports every finding, and the client returns the response", async () => {
  const reports: [string, Finding["kind"], string][] = [];
  const validate = reportTo(({ kind, pointer }, operation) =>
    reports.push([operation, kind, pointer]),
  );
  await using service = await serve(json({ ...page, pageSize: "10", total: 1 }), { validate });
  expect(await service.phone.listJunkInbox()).toMatchObject({ total: 1 });
  expect(reports.sort()).toEqual([
    ["listJunkInbox", "contradiction", "/pageSize"],
    ["listJunkInbox", "unknown-field", "/total"],
  ]);
});

test("a call whose `validate` returns nothing, as in JavaScript, succeeds", async () => {
  await using service = await serve(json(page), { validate: (() => undefined) as never });
  expect(await service.phone.listJunkInbox()).toEqual(page);
});

const fail = (_: string, response: unknown): never => {
  throw new TypeError(JSON.stringify(response), { cause: response });
};
test.each<[name: string, validate: (operation: string, response: unknown) => unknown]>([
  ["throws", fail],
  ["rejects with, in JavaScript,", async (...args) => fail(...args)],
])(
  "an error that the user's `validate` %s names its class, and quotes nothing",
  async (_, validate) => {
    await using service = await serve(json(page), { validate: validate as never });
    const error = await failureOf(service.phone.listJunkInbox());
    expect(error).toMatchObject({ kind: "configuration", operation: "listJunkInbox", attempts: 1 });
    expect(error.message).toBe("listJunkInbox: `validate` threw (TypeError).");
    expect(error.cause).toBe(undefined);
  },
);
