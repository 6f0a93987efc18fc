import { inspect } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  createPhoneAgentClient,
  type PhoneAgentClient,
  type PhoneAgentClientOptions,
  type PhoneAgentError,
} from "../../src/index.ts";
import { excerpt } from "../../src/transport/body.ts";
import { redact } from "../../src/transport/token.ts";
import { validators } from "../../src/validate.ts";
import { type Answer, failureOf, json, misbehaving, text, token } from "./server.ts";

const secret = "s3cret/T0ken+é";
const forms = [secret, encodeURIComponent(secret), encodeURI(secret), encodeURIComponent(encodeURIComponent(secret))];

/** All that a program or a person can print of a value. */
function printed(value: unknown): string {
  const { stack = "", message = "", cause } = Object(value) as Error;
  const shown = inspect(value, { depth: Infinity, showHidden: true, getters: true });
  return [String(value), JSON.stringify(value), stack, message, shown, cause === undefined ? "" : printed(cause)].join(
    "\n",
  );
}

/** Answers that throw the request back, in every way a service might. */
const echoes: Record<string, Answer> = {
  "a failure as JSON": (response, request) =>
    json({ url: request.url, nested: [{ deep: secret }] }, 404)(response, request, 1),
  "a failure as text": (response, request) => text(`not found: ${request.url} (${secret})`, 400)(response, request, 1),
  "a failure in a content type": (response, request) =>
    text("", 400, { "content-type": `text/x${request.url}` })(response, request, 1),
  "an envelope": (response, request) => json({ success: false, message: request.url })(response, request, 1),
  "an HTML page": (response, request) =>
    text(`<a href="${request.url?.replaceAll("&", "&amp;")}">`)(response, request, 1),
  "truncated JSON": (response, request) => text(`{"success": true, "url": "${request.url}`)(response, request, 1),
  "a redirect": (response, request) =>
    text("", 302, { location: `/login?next=${encodeURIComponent(request.url ?? "")}` })(response, request, 1),
};

for (const [name, answer] of Object.entries(echoes)) {
  test(`the token is nowhere in an error, a hook or the client after ${name} that echoes it`, async () => {
    const told: unknown[] = [];
    const hook = (event: unknown) => told.push(event);
    const hooks = { onRequest: hook, onResponse: hook, onRetry: hook, onError: hook };
    await using service = await misbehaving(answer, { token: secret, ...hooks });
    const error = await failureOf(service.phone.getWebhookRelay("sms"));
    const rest = await failureOf(service.phone.getWebhookRelay(secret));
    expect(told.length).toBeGreaterThan(5);
    expect(service.received[0]?.target).toContain(encodeURIComponent(secret));
    for (const form of forms) expect(printed([error, rest, told, service.phone])).not.toContain(form);
    for (const form of forms) expect(printed(error) + printed(rest)).not.toContain(form);
  });
}

test("the token is nowhere in the error of a request whose path holds it", async () => {
  await using service = await misbehaving(text("", 404), { token: secret });
  const error = await failureOf(service.phone.request("POST", `/x/${encodeURIComponent(secret)}`));
  expect(error.operation).toBe("POST /x/[redacted]");
  for (const form of forms) expect(printed(error)).not.toContain(form);
});

test("the token is nowhere in what a hook is told of a call that was aborted before it was sent", async () => {
  const told: unknown[] = [];
  const options = { baseUrl: "https://example.com", token: secret, onError: (event: unknown) => told.push(event) };
  const signal = AbortSignal.abort();
  const path = `/x/${encodeURIComponent(secret)}` as const;
  const error = await failureOf(createPhoneAgentClient(options).request("POST", path, { signal }));
  expect([told.length, error.operation]).toEqual([1, "POST /x/[redacted]"]);
  for (const form of forms) expect(printed([told, error])).not.toContain(form);
});

test("the token is nowhere in an error of validate, where it is the name of a field", async () => {
  const config = { url: "https://example.com", timeout: 1, successStatusCodes: [], headers: [{ [secret]: 5 }] };
  const answer = json({ success: true, message: "", config });
  await using service = await misbehaving(answer, { token: secret, validate: validators });
  const error = await failureOf(service.phone.getWebhookRelay("sms"));
  expect(error).toMatchObject({ kind: "contract", findings: [{ message: "must be string" }] });
  for (const form of [...forms, "s3cret"]) expect(printed(error)).not.toContain(form);
});

test("the token is nowhere in what http hands out", async () => {
  await using service = await misbehaving(echoes["a redirect"] as Answer, { token: secret });
  const result = await service.phone.http.GET("/api/v2/tokens");
  expect(result.response.status).toBe(302);
  const shown = printed(result) + printed([...result.response.headers]) + printed(service.phone.http);
  for (const form of forms) expect(shown).not.toContain(form);
});

test("the token is nowhere in the error after a fetch that quotes the address in what it throws", async () => {
  const fetch = async (url: string) => {
    throw new TypeError(`cannot fetch ${url}`, { cause: Object.assign(new Error(`at ${url}`), { input: url }) });
  };
  const phone = createPhoneAgentClient({ baseUrl: "https://example.com", token: secret, fetch, retry: false });
  const error = await failureOf(phone.listTokens());
  expect(error.message).toContain("[redacted]");
  for (const form of forms) expect(printed(error)).not.toContain(form);
});

test("no token of an earlier attempt is in the error", async () => {
  const tokens = ["first-s3cret", "second-s3cret", "third-s3cret"];
  await using service = await misbehaving(text("first-s3cret second-s3cret third-s3cret", 503), {
    token: () => tokens.shift() ?? "",
  });
  const error = await failureOf(service.phone.getWebhookRelay("sms"));
  expect(error.excerpt).toBe("[redacted] [redacted] [redacted]");
});

test("what a token function throws is not shown", async () => {
  const options = { baseUrl: "https://example.com", token: () => JSON.parse(secret) };
  const error = await failureOf(createPhoneAgentClient(options).listTokens());
  expect(error.kind).toBe("configuration");
  expect(printed(error)).not.toContain("s3cret");
});

test.each(["listTokens", "request", "http"] as const)(
  "an error of the token list carries no body, by %s",
  async (way) => {
    await using service = await misbehaving(text('{"success": true, "tokens": [{"value": "of-another-user"'));
    const calls = {
      listTokens: () => service.phone.listTokens(),
      request: () => service.phone.request("GET", "/api/v2/tokens"),
      http: () => service.phone.http.GET("/api/v2/tokens"),
    };
    const error = await failureOf(calls[way]);
    expect(error).toMatchObject({ kind: "unexpected-content", operation: "listTokens" });
    expect(printed(error)).not.toContain("of-another-user");
  },
);

test.each([
  ["a token", '{"token":"abc123"}'],
  ["tokens below", '{"data":{"tokens":[{"x":"abc123"}]}}'],
  ["a header of a relay", '{"config":{"headers":[{"X-A":"abc123"}]}}'],
  ["an authorization in a text", "Authorization: Bearer abc123"],
  ["an API key in half of JSON", '{"apiKey": "abc123", "a'],
  ["a password in a query", "at /x?password=abc123&b=1"],
  ["a password with spaces in half of JSON", '{"password":"correct abc123","x":'],
  ["a relay's header in half of JSON", '{"config":{"headers":[{"X-Signature":"abc123"}],"succ'],
  ["a secret in JSON in JSON", JSON.stringify({ raw: JSON.stringify({ client_secret: "abc123" }) })],
])("%s in a body is not shown", (_, body) => {
  expect(excerpt(body, [])).not.toContain("abc123");
});

test("no half of a token stays of a body that the service cut within it", () => {
  for (let size = 5; size < secret.length; size++) {
    expect(excerpt(`bad: ${secret.slice(0, size)}`, [secret])).toBe("bad: ");
  }
});

test("a long body that looks like a secret again and again takes no time to speak of", () => {
  const start = performance.now();
  expect(excerpt("auth".repeat(100_000), [secret])).toHaveLength(200);
  expect(redact("\\".repeat(100_000), ["\\".repeat(12), `${"\\".repeat(12)}x`])).toContain("[redacted]");
  // It was sixteen seconds for less than half of it.
  expect(performance.now() - start).toBeLessThan(8_000);
});

test.each([201, 5_000, 60_000])("a token of %i characters is taken out, and no part of it stays", (length) => {
  const long = Array.from({ length }, (_, at) => String.fromCharCode(97 + ((at * at + at) % 23))).join("");
  for (const form of [long, JSON.stringify(long)]) {
    expect(redact(`bad: ${form} at /x`, [long, long])).toMatch(/^bad: "?\[redacted\]$/);
  }
  expect(excerpt(`bad: ${long.slice(0, -5)}`, [long])).not.toContain(long.slice(0, 5));
});

test("no half of a token stays in a text inside of JSON", () => {
  expect(excerpt(JSON.stringify({ detail: `bad: ${secret.slice(0, -2)}` }), [secret])).toBe('{"detail":"bad: "}');
});

test("of two tokens that begin alike neither leaves its end", () => {
  expect(redact("bad: key-v1.signature", ["key-v1", "key-v1.signature"])).toBe("bad: [redacted]");
});

test.each([
  ["in the query of its path", (phone) => phone.request("GET", `/api/v2/tokens?token=${secret}`)],
  ["in a path with a dot segment", (phone) => phone.request("GET", `/x/${secret}/../y`)],
  ["in a path with a fragment", (phone) => phone.request("GET", `/x/${secret}#y`)],
  ["in a path beside a bad option", (phone) => phone.request("GET", `/x/${secret}`, { json: 1 } as never)],
  ["in a path beside a bad header", (phone) => phone.request("GET", `/x/${secret}`, { headers: { "a b": "1" } })],
  ["as the name of an input", (phone) => phone.request("GET", "/x", { query: { [secret]: null as never } })],
  ["as the name of an option", (phone) => phone.listTokens({ [secret]: 1 } as never)],
  ["as the name of an option of request", (phone) => phone.request("GET", "/x", { [secret]: 1 } as never)],
  ["as the name of an input of the junk inbox", (phone) => phone.listJunkInbox({ [secret]: 1 } as never)],
  [
    "in a path of http",
    (phone) => phone.http.GET(`/${secret}/{a}` as never, { params: { path: { a: ".." } } } as never),
  ],
] satisfies [string, (phone: PhoneAgentClient) => Promise<unknown>][])(
  "the token is nowhere in a refusal that quotes it %s",
  async (_, call) => {
    await using service = await misbehaving(json({}), { token: secret });
    const error = await failureOf(call(service.phone));
    expect(error).toMatchObject({ kind: "configuration", attempts: 0 });
    for (const form of forms) expect(printed(error)).not.toContain(form);
    expect(service.received).toEqual([]);
  },
);

test("no half of a token stays where an excerpt is cut", () => {
  for (let at = 150; at < 210; at++) {
    const shown = excerpt(`${"x".repeat(at)}${secret}`, [secret]);
    expect(shown).toMatch(/^x+(\[[a-z]*\]?)?$/);
  }
});

test.each([
  ["as it is", (it: string) => it],
  ["percent-encoded", encodeURIComponent],
  [
    "percent-encoded in lower case",
    (it: string) => encodeURIComponent(it).replace(/%../g, (byte) => byte.toLowerCase()),
  ],
  ["percent-encoded to the last letter", (it: string) => Buffer.from(it).toString("hex").replace(/../g, "%$&")],
  ["percent-encoded twice", (it: string) => encodeURIComponent(encodeURIComponent(it))],
  ["as a form field", (it: string) => new URLSearchParams({ it }).toString().slice(3)],
  ["in a JSON pointer", (it: string) => it.replaceAll("~", "~0").replaceAll("/", "~1")],
  ["escaped as in JSON", (it: string) => JSON.stringify(it).slice(1, -1)],
  [
    "escaped as in JSON to the last letter",
    (it: string) => it.replace(/[\s\S]/g, (half) => `\\u${hex(half).padStart(4, "0")}`),
  ],
  ["escaped as in HTML", (it: string) => it.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&#34;")],
  ["escaped as in HTML to the last letter", (it: string) => it.replace(/./gsu, (whole) => `&#x${hex(whole)};`)],
])("any token %s is found in any text", (_, form) => {
  const tokens = fc.string({ unit: "binary", minLength: 1 }).filter((it) => /^(?!\s*$)[^\p{Cc}\p{Cs}]+$/u.test(it));
  fc.assert(
    fc.property(tokens, (it) => {
      expect(redact(`<<${form(it)}>>`, [it])).toBe("<<[redacted]>>");
    }),
    { numRuns: 300, examples: [["a b"], ["~"], ["~/~1"], ["\\"], ['"'], ["é/+%"], ["]"], ["^$.*"]] },
  );
});

const hex = (character: string) => character.codePointAt(0)?.toString(16).toUpperCase() ?? "";

type Fault = (url: string, value: string) => Promise<Response>;
const faults: Fault[] = [
  async (url, value) => Response.json({ url, value }, { status: 500 }),
  async (url, value) => new Response(`${value} ${url}`, { status: 200 }),
  async (url, value) => Response.json({ success: false, [url]: value }),
  async (url) => new Response(null, { status: 403, headers: { "content-type": `a/${new URL(url).search}` } }),
  async (url, value) => Promise.reject(new Error(`${url} ${value}`)),
  async (url) => Promise.reject(url),
  async (url, value) => new Response(new ReadableStream({ pull: (to) => to.error(new Error(url + value)) })),
];

test("any token, any value, any failure: the token is nowhere", async () => {
  const letters = fc.string({ unit: "grapheme", minLength: 6, maxLength: 30 });
  const tokens = letters.filter((it) => createsClient({ token: it }) && /[^\p{ASCII}]|\d.*\d/u.test(it));
  await fc.assert(
    fc.asyncProperty(tokens, fc.string(), fc.nat(faults.length - 1), fc.boolean(), async (it, value, at, late) => {
      const told: unknown[] = [];
      const phone = createPhoneAgentClient({
        baseUrl: "https://example.com",
        token: late ? async () => it : it,
        fetch: (url) => (faults[at] as Fault)(url, value),
        retry: { attempts: 2, baseDelayMs: 0 },
        onRequest: (event) => told.push(event),
        onRetry: (event) => told.push(event),
        onError: (event) => told.push(event),
      });
      const error: PhoneAgentError = await failureOf(phone.getWebhookRelay("sms"));
      const shown = printed(error) + printed([told, phone]);
      for (const form of [
        it,
        encodeURIComponent(it),
        encodeURIComponent(encodeURIComponent(it)),
        JSON.stringify(it).slice(1, -1),
      ]) {
        expect(shown).not.toContain(form);
      }
    }),
    { numRuns: 500 },
  );
});

function createsClient(options: PhoneAgentClientOptions): boolean {
  try {
    return createPhoneAgentClient({ baseUrl: "https://example.com", token, ...options }) !== undefined;
  } catch {
    return false;
  }
}
