import { inspect } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { createFetch, createHttp } from "../../src/http.ts";
import {
  createPhoneAgentClient,
  type PhoneAgentClient,
  type PhoneAgentClientOptions,
  PhoneAgentError,
} from "../../src/index.ts";
import { createSecretTest } from "../../src/openapi/secret-text.ts";
import { validators } from "../../src/validate.ts";
import { runs } from "../runs.ts";
import {
  clientWith,
  expectRefusal,
  failureOf,
  fetchWith,
  httpWith,
  serve,
  text,
} from "./server.ts";

const secret = "s3cret/T0ken+é";
/** A text next to the token, in the body, the headers and the exceptions of every fault. */
const marker = "of-another-user";

/** Prints a value in every way that a program or a person might. */
function printAll(value: unknown): string {
  const { stack, message, cause } = Object(value) as Error;
  const forms = [
    String(value),
    JSON.stringify(value),
    stack,
    message,
    inspect(value, { depth: Infinity }),
  ];
  return [
    ...forms,
    JSON.stringify({ ...Object(value) }),
    cause === undefined ? "" : printAll(cause),
  ].join("\n");
}

/** Lists the forms of the token that a service or a fetch may return. */
const formsOf = (token: string) => [
  token,
  encodeURIComponent(token),
  encodeURIComponent(encodeURIComponent(token)),
  JSON.stringify(token).slice(1, -1),
];

/** Failures that quote the request. `value` is any text. */
type Fault = (url: string, value: string) => Promise<Response>;
const tokenIn = (url: string) => new URL(url).searchParams.get("token") ?? "";
const faults: Record<string, Fault> = {
  "a failure as JSON": async (url, value) =>
    Response.json({ url, value, nested: [tokenIn(url)] }, { status: 404 }),
  "a failure as text": async (url, value) =>
    new Response(`${value} ${url} ${tokenIn(url)}`, { status: 500 }),
  "a failure in its headers": async (url, value) =>
    new Response(encodeURI(value), {
      status: 403,
      headers: { "content-type": `a/${new URL(url).search}`, "x-url": url, "retry-after": url },
    }),
  "an envelope": async (url, value) =>
    Response.json({ success: false, [url]: tokenIn(url), value }),
  "truncated JSON": async (url, value) =>
    new Response(
      `{"success": true, "url": "${url}", "value": ${JSON.stringify(value).slice(0, -1)}`,
    ),
  "a rejection with an error": async (url, value) =>
    Promise.reject(
      new TypeError(`${url} ${value}`, {
        cause: Object.assign(new Error(url), { code: url, value }),
      }),
    ),
  "a rejection with a string": async (url) => Promise.reject(url),
  "a body that breaks off": async (url, value) =>
    new Response(
      new ReadableStream({ pull: (controller) => controller.error(new Error(url + value)) }),
    ),
  "a response that is none": async (url, value) =>
    ({ ok: true, url, json: async () => value }) as unknown as Response,
};

interface Clients {
  phone: PhoneAgentClient;
  http: ReturnType<typeof createHttp>;
  fetch: ReturnType<typeof createFetch>;
}
type Door = (clients: Clients) => Promise<unknown>;
const doors: Record<string, Door> = {
  "a named operation": ({ phone }) => phone.getWebhookRelay("sms"),
  request: ({ phone }) => phone.request("GET", "/api/v2/example", { repeatable: true }),
  createHttp: ({ http }) => http.GET("/api/v2/tokens"),
  createFetch: ({ fetch }) => fetch("https://example.com/api/v2/tokens"),
};

interface Failing {
  token: string;
  fault: Fault;
  door: Door;
  value?: string;
  late?: boolean;
}

/**
 * Returns the error and the events of a failed call. For `createHttp`, which returns the service's
 * response, the hook has it.
 */
async function failing({ token, fault, door, value = marker, late = false }: Failing) {
  const events: object[] = [];
  let error: unknown;
  const send = (url: string) => fault(url, value);
  const options: PhoneAgentClientOptions = {
    token: late ? async () => token : token,
    retry: { attempts: 2, baseDelayMs: 0 },
    validate: validators,
    onRequest: (event) => events.push(event),
    onResponse: ({ durationMs: _, ...event }) => events.push(event),
    onRetry: (event) => events.push(event),
    onError: ({ durationMs: _, ...event }) => {
      events.push(event);
      error = event.error;
    },
  };
  const clients = {
    phone: clientWith(send, options),
    http: httpWith(send, options),
    fetch: fetchWith(send, options),
  };
  await door(clients).catch(() => {});
  if (!PhoneAgentError.is(error)) throw new Error("The call succeeded.");
  return { error, events, clients };
}

const letters = fc.string({ unit: "grapheme", minLength: 6, maxLength: 30 });
const oddTokens = letters.filter(
  (letter) => createsClient({ token: letter }) && /[^\p{ASCII}]|\d.*\d/u.test(letter),
);
// Short ones are in many words, which is no reason to show less.
const allTokens = fc.oneof(fc.constantFrom(secret, "t", "a", "sms"), oddTokens);
const faultsByDoor = Object.keys(doors).flatMap((door) =>
  Object.keys(faults).map((fault) => [fault, door] as const),
);

test.each(faultsByDoor)(
  "after %s by %s, nothing printed contains token or body, or depends on them",
  async (fault, door) => {
    const call = { fault: faults[fault] as Fault, door: doors[door] as Door };
    const reference = await failing({ ...call, token: "another-token" });
    const check = async (token: string, text: string, late: boolean) => {
      const value = marker + text;
      const { error, events, clients } = await failing({ ...call, token, value, late });
      expect(JSON.stringify([error.message, error, events])).toBe(
        JSON.stringify([reference.error.message, reference.error, reference.events]),
      );
      const printedText =
        printAll(error) +
        printAll(events) +
        inspect(clients, { depth: Infinity, showHidden: true });
      for (const form of token.length > 5 ? [...formsOf(token), marker] : [])
        expect(printedText).not.toContain(form);
    };
    await fc.assert(fc.asyncProperty(allTokens, fc.string(), fc.boolean(), check), {
      numRuns: runs(40),
      examples: [[secret, "", true]],
    });
  },
);

test("a caller can read the body and the headers of a failure", async () => {
  const { error } = await failing({
    token: secret,
    fault: faults["a failure as JSON"] as Fault,
    door: doors["request"] as never,
  });
  expect(error.body).toMatchObject({ value: marker, nested: [secret] });
  expect(error.headers?.get("content-type")).toBe("application/json");
});

test("the error of a finding doesn't contain the token, even as the name of a field", async () => {
  const config = {
    url: "https://example.com",
    timeout: 1,
    successStatusCodes: [],
    headers: [{ [secret]: 5 }],
  };
  const fault = async () => Response.json({ success: true, message: "", config });
  const { error, events } = await failing({
    token: secret,
    fault,
    door: doors["a named operation"] as never,
  });
  expect(error).toMatchObject({ kind: "contract", findings: [{ message: "must be string" }] });
  for (const form of [...formsOf(secret), "s3cret"])
    expect(printAll([error, events]) + printAll(error)).not.toContain(form);
});

const rejecting = (reason: unknown) => async () => Promise.reject(reason);
const withCode = (code: unknown) => Object.assign(new Error("no"), { code });
// Nobody may have seen the secret in what a token function throws, so nothing of it is shown.
test.each<[name: string, token: () => string | Promise<string>, says: string]>([
  ["throws what a parser quotes", () => JSON.parse(secret), "failed (SyntaxError)."],
  ["throws for an address", () => String(new URL(secret)), "failed (TypeError)."],
  [
    "throws what a parser quotes, wrapped",
    rejecting(new Error("no", { cause: new SyntaxError(secret) })),
    "failed (Error).",
  ],
  ["can't reach its vault", rejecting(withCode("ECONNREFUSED")), "failed (ECONNREFUSED)."],
  ["rejects with its secret as a code", rejecting(withCode("S3CRET")), "failed (Error)."],
  [
    "rejects with its secret as a name",
    rejecting(Object.assign(new Error("no"), { name: "s3cret" })),
    "failed (Object).",
  ],
  ["returns a blank", async () => " ", "returned no valid token."],
])("a token function that %s is a configuration error without a cause", async (_, token, says) => {
  const error = await failureOf(clientWith(undefined, { token }).deleteSipRegistration());
  const message = `deleteSipRegistration: The token function ${says}`;
  expect(error).toMatchObject({
    kind: "configuration",
    attempts: 0,
    mayHaveTakenEffect: false,
    message,
  });
  expect(error.cause).toBe(undefined);
  expect(printAll(error)).not.toMatch(/s3cret/i);
});

const escapeUnits = (text: string) =>
  text.replace(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
const forms: Record<string, (token: string) => string> = {
  raw: (token) => token,
  "in capitals": (token) => token.toUpperCase(),
  "percent-encoded twice": (token) => encodeURIComponent(encodeURIComponent(token)),
  "with each byte percent-encoded": (token) =>
    [...Buffer.from(token)].map((byte) => `%${byte.toString(16)}`).join(""),
  "form-encoded": (token) => String(new URLSearchParams({ token })),
  "escaped as in JSON": (token) => JSON.stringify(token).replaceAll("/", "\\/"),
  "escaped as in JSON, each character": escapeUnits,
  "in two encodings": (token) =>
    encodeURIComponent(token.slice(0, 4)) + escapeUnits(token.slice(4)),
  ...Object.fromEntries(
    ["", "x", "xy", "user:"].map((before) => [
      `in Base64 after "${before}"`,
      (token: string) => Buffer.from(`${before}${token}, and more`).toString("base64url"),
    ]),
  ),
  "as a password": (token) => token.replace(/^.*:/, ""),
};
const withField = (field: object) => Object.assign(new Error("no"), field);
/** Texts of an error, with which no cause is kept. */
const texts: Record<string, (text: string) => unknown> = {
  message: (text) => new Error(text),
  name: (name) => withField({ name }),
  stack: (stack) => withField({ stack }),
  "message of a cause": (text) =>
    new Error("no", { cause: new Error("no", { cause: new Error(text) }) }),
};
/** Other places, of which no copy has anything. */
const fields: Record<string, (text: string) => object> = {
  field: (text) => withField({ config: { urls: [text] } }),
  cause: (cause) => new Error("no", { cause }),
};
const tokens = [
  "tok-1234",
  "two words",
  "a%20bcd",
  "a.b+c/d e",
  '["(*)?$^|{}]x',
  "back\\slash",
  "%41%2541&=",
  "é😀 ~_-!'",
  "user:pass word/1",
];
test.each(Object.entries(forms))("a token %s is found in a text", (_, encode) => {
  for (const token of tokens)
    expect(createSecretTest([token])(`before ${encode(token)} after`), token).toBe(true);
});

test.each(Object.entries({ ...texts, ...fields }))(
  "a token in the %s of an error isn't shown as a cause",
  async (place, create) => {
    const phone = clientWith(rejecting(create(`a ${encodeURIComponent(secret)} b`)), {
      token: secret,
    });
    const error = await failureOf(phone.listTokens());
    expect([error.kind, error.cause !== undefined]).toEqual(["network", place in fields]);
    expect(inspect(error.cause, { depth: Infinity, showHidden: true })).not.toContain("s3cret");
  },
);

test("a mock's rejection with the token isn't shown", async () => {
  const headers = { "mock-rejection": encodeURIComponent(secret) };
  const fetch = async () => new Response("", { status: 418, headers });
  const phone = clientWith(fetch, { baseUrl: "http://127.0.0.1", token: secret });
  const error = await failureOf(phone.listTokens());
  expect(error.message).toBe("listTokens: The service responded with status 418.");
});

test("a token of an earlier call isn't shown", async () => {
  const values = ["first-s3cret", "second-s3cret"];
  const answers = [
    () => Response.json({ success: true, tokens: [] }),
    () => Promise.reject(new Error("first-s3cret")),
  ];
  const token = async () => `${values.shift()}`;
  const phone = clientWith(async () => (answers.shift() as () => never)(), { token });
  await phone.listTokens();
  const error = await failureOf(phone.listTokens());
  expect(error.kind).toBe("network");
  expect(printAll(error)).not.toContain("s3cret");
});

test("a code or digest of `fetch` that is the token isn't shown", async () => {
  const thrown = Object.assign(new Error("no"), { code: "S3CRET", digest: "S3CRET" });
  const error = await failureOf(clientWith(rejecting(thrown), { token: "s3cret" }).listTokens());
  expect(error.kind).toBe("network");
  expect(printAll(error)).not.toContain("S3CRET");
});

test("a short token doesn't hide the code of a connection that was refused", async () => {
  const fetch = rejecting(withCode("ECONNREFUSED"));
  const error = await failureOf(clientWith(fetch, { token: "e" }).deleteSipRegistration());
  expect(error).toMatchObject({ code: "ECONNREFUSED", mayHaveTakenEffect: false });
});

test("the token in the query of a path isn't shown", async () => {
  await using service = await serve(text(""), { token: secret });
  for (const path of [`/api/v2/tokens?token=${secret}`, `/x#${secret}`]) {
    const call = service.phone.request("GET", path as `/${string}`);
    await expectRefusal(service, call, "The path must be percent-encoded");
  }
});

function createsClient(options: PhoneAgentClientOptions): boolean {
  try {
    return createPhoneAgentClient({ baseUrl: "https://example.com", ...options }) !== undefined;
  } catch {
    return false;
  }
}
