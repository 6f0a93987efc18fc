import fc from "fast-check";
import { expect, test } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import { createPhoneAgentClient } from "../../src/index.ts";
import { failureOf, json, misbehaving, token } from "../client/server.ts";

const relay = json(fixtures.getWebhookRelay["empty"]);

test.each([
  ["nothing", ""],
  ["a dot", "."],
  ["two dots", ".."],
  ["undefined", undefined],
  ["null", null],
  ["a number", 5],
  ["an object", {}],
  ["a line break", "a\nb"],
  ["a NUL", "a\0"],
  ["a C1 control character", "a\u0085"],
  ["half a surrogate pair", "a\ud800"],
])("%s as a relay type is refused before anything is sent", async (_, type) => {
  await using service = await misbehaving(relay);
  const error = await failureOf(service.phone.getWebhookRelay(type as string));
  expect(error).toMatchObject({ kind: "configuration", operation: "getWebhookRelay", attempts: 0 });
  expect(error.message).toContain("type must be a string");
  expect(service.received).toEqual([]);
});

test("a relay type that would reach another operation is refused, and named", async () => {
  await using service = await misbehaving(relay);
  const error = await failureOf(service.phone.getWebhookRelay("types"));
  expect(error).toMatchObject({ kind: "configuration" });
  expect(error.message).toContain("listWebhookRelayTypes");
  expect(service.received).toEqual([]);
});

test.each(["a/b", "100%", "a?b=c", "a#b", "a b", "📞", "%2e%2e", "%zz", "...", "~", "a\\b", "{type}", "types/", "Ä"])(
  "the relay type %s arrives as it is",
  async (type) => {
    await using service = await misbehaving(relay);
    await service.phone.getWebhookRelay(type);
    expect(arrived(service.received[0]?.target)).toBe(type);
  },
);

test("every other string arrives byte for byte", async () => {
  await using service = await misbehaving(relay);
  const sendable = fc
    .string({ unit: "binary", minLength: 1 })
    .filter((type) => !/^\.{1,2}$|^types$|[\p{Cc}\p{Cs}]/u.test(type));
  await fc.assert(
    fc.asyncProperty(sendable, async (type) => {
      await service.phone.getWebhookRelay(type);
      expect(arrived(service.received.pop()?.target)).toBe(type);
    }),
    { numRuns: 200 },
  );
});

test("every name and value of a query arrives as it is, and nothing besides", async () => {
  await using service = await misbehaving(json({}));
  const sendable = fc.string({ unit: "binary" }).filter((name) => !/\p{Cs}/u.test(name));
  const name = sendable.filter((text) => text !== "" && text !== "token" && text !== "__proto__");
  const value = fc.oneof(sendable, fc.boolean(), fc.integer(), fc.array(sendable, { minLength: 1 }));
  await fc.assert(
    fc.asyncProperty(fc.dictionary(name, value, { noNullPrototype: true }), async (query) => {
      await service.phone.request("GET", "/x", { query });
      const url = new URL(service.received.pop()?.target ?? "", service.baseUrl);
      const expected = Object.entries(query).flatMap(([name, value]) =>
        [value].flat().map((item) => [name, String(item)]),
      );
      expect([...url.searchParams]).toEqual([...expected, ["token", token]]);
    }),
    { numRuns: 200 },
  );
});

test.each([
  ["another origin", "//other.example/x"],
  ["an absolute address", "https://other.example/x"],
  ["user info", "@other.example/x"],
  ["no slash", "api/v2/x"],
  ["dot segments", "/api/v2/../x"],
  ["a last dot segment", "/api/.."],
  ["encoded dot segments", "/api/%2E%2e/x"],
  ["half-encoded dot segments", "/api/.%2e/x"],
  ["a backslash", "/api\\..\\x"],
  ["a query", "/x?a=1"],
  ["a fragment", "/x#a"],
  ["a line break", "/x\n/y"],
  ["a tab", "/\t/x"],
  ["a template", "/x/{id}"],
  ["malformed percent-encoding", "/x/%zz"],
  ["half a surrogate pair", "/x/\ud800"],
  ["no string", 5],
])("request refuses a path with %s", async (_, path) => {
  await using service = await misbehaving(json({}));
  expect((await failureOf(service.phone.request("GET", path as `/${string}`))).kind).toBe("configuration");
  expect(service.received).toEqual([]);
});

test.each([
  ["a token", { token: "x" }],
  ["NaN", { a: Number.NaN }],
  ["null", { a: null }],
  ["a function", { a: () => 1 }],
  ["an object", { a: { b: 1 } }],
  ["an array in an array", { a: [["x"]] }],
  ["half a surrogate pair", { a: "\ud800" }],
])("request refuses a query with %s", async (_, query) => {
  await using service = await misbehaving(json({}));
  const input = { query: query as never };
  expect((await failureOf(service.phone.request("GET", "/x", input))).kind).toBe("configuration");
  expect(service.received).toEqual([]);
});

test.each([
  ["nothing", undefined],
  ["a relative path", "/api"],
  ["another scheme", "ftp://example.com"],
  ["credentials", "https://user:secret@example.com"],
  ["a query", "https://example.com/?a=1"],
  ["an empty query", "https://example.com/?"],
  ["a fragment", "https://example.com/#a"],
  ["a space", "https://exam ple.com"],
  ["a backslash", "https:\\\\example.com"],
  ["no host", "https://"],
  ["a wrong port", "https://example.com:99999"],
  ["one slash", "https:/example.com"],
])("a base URL with %s is refused, without quoting it", async (_, baseUrl) => {
  const error = await failureOf(() => createPhoneAgentClient({ baseUrl, token }));
  expect(error).toMatchObject({ kind: "configuration", attempts: 0 });
  expect(error.message).toContain("baseUrl");
  expect(error.message).not.toContain("secret");
});

test.each(["http://example.com", "http://10.0.0.1", "http://localhost.example.com", "http://127.example.com"])(
  "%s is refused unless allowInsecureHttp says so",
  async (baseUrl) => {
    expect((await failureOf(() => createPhoneAgentClient({ baseUrl, token }))).message).toContain("allowInsecureHttp");
    expect(createPhoneAgentClient({ baseUrl, token, allowInsecureHttp: true })).toBeTypeOf("object");
  },
);

test.each(["http://localhost:1", "http://127.0.0.1", "http://127.1", "http://[::1]:1/x/", "http://a.localhost"])(
  "%s is this machine",
  (baseUrl) => {
    expect(createPhoneAgentClient({ baseUrl, token })).toBeTypeOf("object");
  },
);

function arrived(target = ""): string {
  return decodeURIComponent(target.replace(/\?.*/, "").replace("/api/v2/webhookRelay/", ""));
}
