import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { fixtures } from "#generated/fixtures.ts";
import { createPhoneAgentClient } from "../../src/index.ts";
import { runs } from "../runs.ts";
import { clientWith, expectRefusal, failureOf, json, sentToken, serve, token } from "./server.ts";

const relay = json(fixtures.getWebhookRelay["empty"]);

const emptyValue = '`type` must be a string, boolean or finite number, not "", "." or "..".';
test.each<[name: string, type: unknown, message?: string]>([
  ["an empty string", ""],
  ["a dot", "."],
  ["null", null],
  ["a number that isn't finite", Number.NaN],
  ["the path of another operation", "types", "These path values would call listWebhookRelayTypes."],
  ["half a surrogate pair", "a\ud800", "An option or argument can't be read or sent."],
])(
  "%s as a relay type is rejected before anything is sent",
  async (_, type, message = emptyValue) => {
    await using service = await serve(relay);
    const call = service.phone.getWebhookRelay(type as string);
    await expectRefusal(service, call, `getWebhookRelay: ${message}`);
  },
);

const codePoint = fc.integer({ min: 0, max: 0x10_ff_ff }).map((code) => String.fromCodePoint(code));
/**
 * Texts that UTF-8 can encode, control characters included. The unit `binary` takes half a second
 * to create.
 */
const texts = fc
  .oneof(fc.string({ unit: "grapheme" }), fc.string({ unit: codePoint }))
  .filter((text) => !/\p{Cs}/u.test(text));

test("every other string arrives byte for byte", async () => {
  await using service = await serve(relay);
  const sendable = texts.filter((type) => !/^(\.{0,2}|types)$/.test(type));
  await fc.assert(
    fc.asyncProperty(sendable, async (type) => {
      await service.phone.getWebhookRelay(type);
      expect(arrived(service.requests.pop()?.target)).toBe(type);
    }),
    { numRuns: runs(1_000) },
  );
});

test("every name and value of a query arrives unchanged, and nothing else does", async () => {
  await using service = await serve(json({}));
  const name = texts.filter((text) => text !== "" && text !== "token" && text !== "__proto__");
  const value = fc.oneof(texts, fc.boolean(), fc.integer(), fc.array(texts, { minLength: 1 }));
  await fc.assert(
    fc.asyncProperty(fc.dictionary(name, value, { noNullPrototype: true }), async (query) => {
      await service.phone.request("GET", "/x", { query });
      const url = new URL(service.requests.pop()?.target ?? "", service.baseUrl);
      const expected = Object.entries(query).flatMap(([name, value]) =>
        [value].flat().map((item) => [name, String(item)]),
      );
      expect([...url.searchParams]).toEqual([...expected, ["token", token]]);
    }),
    { numRuns: runs(1_000) },
  );
});

const invalidPath =
  "The path must be percent-encoded and start with one `/`, without dot segments, query or fragment.";
test.each([
  ["another host", "//other.example/x"],
  ["a full URL", "https://other.example/x"],
  ["no slash", "tokens"],
  ["a template", "/x/{id}", "Replace `{id}` in the path."],
  ["a query", "/x?a=1"],
  ["dot segments", "/api/v2/../x"],
  ["encoded dot segments", "/api/%2E%2e/x"],
  ["a backslash", "/api\\..\\x"],
  ["a fragment", "/x#a"],
])(
  "request rejects a path with %s, in a sentence that says why",
  async (_, path, message = invalidPath) => {
    await using service = await serve(json({}));
    await expectRefusal(service, service.phone.request("GET", path as `/${string}`), message);
  },
);

const invalid =
  "`baseUrl` or PHONE_AGENT_BASE_URL must be an HTTP URL without credentials, query or fragment.";
test.each([
  ["nothing", undefined],
  ["a relative path", "/api"],
  ["another scheme", "ftp://example.com"],
  ["credentials", "https://user:secret@example.com"],
  ["a query", "https://example.com/?a=1"],
  ["a fragment", "https://example.com/#a"],
])("a base URL with %s is rejected, without quoting it", async (_, baseUrl) => {
  const error = await failureOf(() => createPhoneAgentClient({ baseUrl, token }));
  expect(error).toMatchObject({ kind: "configuration", attempts: 0 });
  expect(error.message).toBe(`createPhoneAgentClient: ${invalid}`);
});

test.each([
  ["https:\\\\example.com\\a", "https://example.com/a/api/v2/tokens"],
  ["HTTPS://EXAMPLE.com:443//", "https://example.com/api/v2/tokens"],
])("the base URL %s is read as a URL parser reads it", async (baseUrl, url) => {
  const addresses: string[] = [];
  const fetch = async (url: string) => {
    addresses.push(url);
    return Response.json(fixtures.listTokens["empty"]);
  };
  await clientWith(fetch, { baseUrl }).listTokens();
  expect(addresses).toEqual([`${url}?${sentToken}`]);
});

test.each(["example.com", "10.0.127.1", "localhost.example.com", "127.example.com"])(
  "http://%s is rejected unless the option, or else the environment, allows plain HTTP",
  async (host) => {
    const create = (allowInsecureHttp?: boolean) =>
      createPhoneAgentClient({ baseUrl: `http://${host}`, token, allowInsecureHttp });
    const message = "`allowInsecureHttp` must be set for plain HTTP, which exposes the token.";
    const error = await failureOf(() => create());
    expect(error.message).toBe(`createPhoneAgentClient: ${message}`);
    expect(create(true)).toBeTypeOf("object");
    vi.stubEnv("PHONE_AGENT_ALLOW_INSECURE_HTTP", "1");
    expect(create()).toBeTypeOf("object");
    // The second is a text from a file of settings.
    for (const value of [false, "false" as never])
      expect((await failureOf(() => create(value))).kind).toBe("configuration");
  },
);

test.each([
  "http://localhost:1",
  "http://127.0.0.1",
  "http://127.1",
  "http://[::1]:1/x/",
  "http://a.localhost",
])("%s is this machine", (baseUrl) => {
  expect(createPhoneAgentClient({ baseUrl, token })).toBeTypeOf("object");
});

function arrived(target = ""): string {
  return decodeURIComponent(target.replace(/\?.*/, "").replace("/api/v2/webhookRelay/", ""));
}

test("null and undefined aren't sent in a query", async () => {
  await using service = await serve(relay);
  const query = { a: null, b: undefined, c: ["", 0, false] };
  await service.phone.request("GET", "/api/v2/example", { query });
  await service.http.request("get", "/api/v2/example" as never, { params: { query } } as never);
  const target = `/api/v2/example?c=&c=0&c=false&${sentToken}`;
  expect(service.requests).toMatchObject([{ target }, { target }]);
});
