import { expect, test } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import type { Finding } from "../../src/index.ts";
import { reportTo, validators } from "../../src/validate.ts";
import { failureOf, json, serve } from "../client/server.ts";

const page = fixtures.listJunkInbox["every-field"];
const relay = fixtures.getWebhookRelay["every-field"];

for (const [operation, examples] of Object.entries(fixtures)) {
  for (const [name, example] of Object.entries(examples)) {
    test(`the example ${name} of ${operation} has no finding`, () => {
      expect(validators(operation, example)).toEqual([]);
    });
  }
}

test.each([
  ["a field of another type", "listJunkInbox", { ...page, pageSize: "10" }, "contradiction", "/pageSize"],
  [
    "a room id of one part",
    "listJunkInbox",
    { ...page, rooms: [{ ...page.rooms[0], roomId: "1" }] },
    "contradiction",
    "/rooms/0/roomId",
  ],
  [
    "a fraction",
    "getWebhookRelay",
    { ...relay, config: { ...relay.config, timeout: 0.5 } },
    "contradiction",
    "/config/timeout",
  ],
  [
    "a header that isn't a string",
    "getWebhookRelay",
    { ...relay, config: { ...relay.config, headers: [{ "a/b": 1 }] } },
    "contradiction",
    "/config/headers/0/a~1b",
  ],
  ["success: false", "listTokens", { ...fixtures.listTokens["empty"], success: false }, "contradiction", "/success"],
  ["null", "listTokens", null, "contradiction", ""],
  ["an undocumented field", "listJunkInbox", { ...page, total: 1 }, "unknown-field", "/total"],
  [
    "a field with a slash and a tilde",
    "getWebhookRelay",
    { ...relay, config: { ...relay.config, "a/b~c": 1 } },
    "unknown-field",
    "/config/a~1b~0c",
  ],
  [
    "a field next to the envelope",
    "listTokens",
    { ...fixtures.listTokens["empty"], more: 1 },
    "unknown-field",
    "/more",
  ],
])("%s has one finding, with its kind and pointer", (_, operation, body, kind, pointer) => {
  expect(validators(operation, body)).toEqual([{ kind, pointer, message: expect.stringMatching(/./) }]);
});

test("a response can have several findings", () => {
  const kinds = validators("listJunkInbox", { ...page, pageSize: "10", total: 1 }).map(({ kind }) => kind);
  expect(kinds.sort()).toEqual(["contradiction", "unknown-field"]);
});

test.each(["deleteSipRegistration", "POST /api/v2/x", "toString", ""])(
  "a response of %j, which is undocumented, has no finding",
  (operation) => {
    expect(validators(operation, { anything: 1 })).toEqual([]);
  },
);

test("a client with `validate` throws an error of kind contract with its findings", async () => {
  const body = { ...page, pageSize: "10", totalRooms: "5", total: 1 };
  await using service = await serve(json(body), { validate: validators });
  const error = await failureOf(service.phone.listJunkInbox());
  const findings = ["/pageSize", "/totalRooms"].map((pointer) => ({
    kind: "contradiction",
    pointer,
    message: "must be integer",
  }));
  expect(error).toMatchObject({ kind: "contract", status: 200, body, findings });
  expect(error.message).toBe(
    "listJunkInbox: The response contradicts the contract: see error.findings. See error.body.",
  );
  expect((await failureOf(service.http.GET("/api/v2/junkConversations"))).kind).toBe("contract");
});

test("a client with `validate` returns a response with an undocumented field", async () => {
  await using service = await serve(json({ ...page, total: 1 }), { validate: validators });
  expect(await service.phone.listJunkInbox()).toEqual({ ...page, total: 1 });
});

test("reportTo reports every finding, and the client returns the response", async () => {
  const reports: [string, Finding["kind"], string][] = [];
  const validate = reportTo(({ kind, pointer }, operation) => reports.push([operation, kind, pointer]));
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

test("an error that the user's `validate` throws is the cause of the call's", async () => {
  const cause = new URIError("mine");
  const validate = () => {
    throw cause;
  };
  await using service = await serve(json(page), { validate });
  const error = await failureOf(service.phone.listJunkInbox());
  expect(error).toMatchObject({ kind: "configuration", operation: "listJunkInbox", attempts: 1, cause });
  expect(error.message).toBe("listJunkInbox: `validate` threw: see error.cause.");
});
