import { expect, test, vi } from "vitest";
import { createPhoneAgentClient, type PhoneAgentClientOptions } from "../../src/index.ts";
import { clientWith, expectRefusal, failureOf, json, serve, token } from "./server.ts";

const baseUrl = "https://example.com";
const missingToken = "Missing or invalid token: pass `token` or set PHONE_AGENT_TOKEN.";

test.each([
  ["an unknown option", { timeout: 5 }, "Unknown option `timeout`. Known: timeoutMs,"],
  [
    "an unknown option of retry",
    { retry: { retries: 5 } },
    "Unknown option `retries`. Known: attempts,",
  ],
  ["an unknown input name", { junkInboxInputNames: { page: "p" } }, "Unknown option `page`"],
  ["a time of zero", { deadlineMs: 0 }, "`deadlineMs` must be a number from 1 to 2147483647."],
  ["a time longer than timers know", { timeoutMs: 2 ** 31 }, "`timeoutMs` must be"],
  ["no attempts", { retry: { attempts: 0 } }, "`retry.attempts` must be an integer from 1"],
  [
    "a fraction of attempts",
    { retry: { attempts: 2.5 } },
    "`retry.attempts` must be an integer from 1 to 2147483647.",
  ],
  [
    "a negative delay",
    { retry: { baseDelayMs: -5 } },
    "`retry.baseDelayMs` must be a number from 0",
  ],
  ["retry as true", { retry: true }, "`retry` must be a plain object."],
  [
    "input names that are null",
    { junkInboxInputNames: null },
    "`junkInboxInputNames` must be a plain object.",
  ],
  ...[
    { pageNumber: "p", pageSize: "p" },
    { pageSize: " " },
    { pageSize: "token" },
    { pageSize: "inputs" },
  ].map((junkInboxInputNames): [string, object, string] => [
    `the input names ${JSON.stringify(junkInboxInputNames)}`,
    { junkInboxInputNames },
    "`junkInboxInputNames.pageSize` is blank or already taken.",
  ]),
  ...["https://a.test/api/v2//", "http://localhost/x/api/v2/"].map(
    (address): [string, object, string] => [
      `the prefix of the paths in ${address}`,
      { baseUrl: address },
      "`baseUrl` must not end with /api/v2: paths begin with it.",
    ],
  ),
  ["an empty token", { token: "" }, missingToken],
  ["a token with a line break", { token: "abc\n" }, missingToken],
  ["a token with half a surrogate pair", { token: "abc\ud800" }, missingToken],
  [
    "a header that HTTP can't carry",
    { headers: { "a b": "1" } },
    "`headers` has an invalid name or value.",
  ],
])("createPhoneAgentClient rejects %s", async (_, options, message) => {
  const error = await failureOf(() =>
    createPhoneAgentClient({ baseUrl, token, ...(options as PhoneAgentClientOptions) }),
  );
  expect(error).toMatchObject({ kind: "configuration", attempts: 0 });
  expect(error.message).toContain(message);
});

test.each<[name: string, options: unknown, message: string]>([
  [
    "an unknown option",
    { timeout: 5 },
    "Unknown option `timeout`. Known: timeoutMs, deadlineMs, signal, headers.",
  ],
  [
    "a controller instead of its signal",
    { signal: new AbortController() },
    "`signal` must be an AbortSignal.",
  ],
  ["a signal in place of options", AbortSignal.timeout(60_000), "Options must be a plain object."],
  ["null in place of options", null, "Options must be a plain object."],
])("a call with %s is rejected, and sends nothing", async (_, options, message) => {
  await using service = await serve(json({}));
  const { phone } = service;
  await expectRefusal(service, phone.listTokens(options as never), `listTokens: ${message}`);
  await expectRefusal(service, phone.getWebhookRelay("sms", options as never), message);
  await expectRefusal(service, phone.listJunkInbox({}, options as never), message);
});

test("createPhoneAgentClient rejects options that are no plain object", async () => {
  for (const options of [null, "https://example.com"]) {
    const error = await failureOf(() => createPhoneAgentClient(options as never));
    expect(error.message).toBe("createPhoneAgentClient: Options must be a plain object.");
  }
});

const circular: Record<string, unknown> = {};
circular["self"] = circular;
const unsendable = "can't be read or sent";
const notJson = "The body can't be sent as application/json.";

test.each([
  ["a symbol as its body", "POST", { body: Symbol("a") }, notJson],
  ["GET with an empty string as its body", "GET", { body: "" }, "GET takes no body."],
  ["a body of which JSON keeps nothing", "POST", { body: new Map([["a", 1]]) }, notJson],
  ["a circular body", "POST", { body: circular }, notJson],
  ["half a surrogate pair in a query value", "POST", { query: { a: "\ud800" } }, unsendable],
  [
    "a URLSearchParams as its query",
    "POST",
    { query: new URLSearchParams("a=1") },
    "Query must be a plain object.",
  ],
  [
    "the token after another name",
    "POST",
    { query: { a: 1, token: "x" } },
    "Pass `token` to the client",
  ],
  [
    "NaN in its query",
    "POST",
    { query: { a: Number.NaN } },
    "`a` must be a string, boolean or finite number",
  ],
  ["a list in a list in its query", "POST", { query: { a: [["x"]] } }, "`a` must be"],
  ["a header value with a line break", "POST", { headers: { a: "s3cret\nx" } }, "`headers` has"],
])("request rejects %s, and sends nothing", async (_, method, input, message) => {
  await using service = await serve(json({}));
  const call = service.phone.request(method as "GET", "/x", input as object);
  await expectRefusal(service, call, message);
});

test("base URL and token come from the environment if no option sets them", async () => {
  await using service = await serve(json({}));
  vi.stubEnv("PHONE_AGENT_BASE_URL", service.baseUrl);
  vi.stubEnv("PHONE_AGENT_TOKEN", "from-the-environment");
  await createPhoneAgentClient().listWebhookRelayTypes();
  await createPhoneAgentClient({ token: "given" }).listWebhookRelayTypes();
  expect(service.requests.map(({ target }) => target.split("?")[1])).toEqual([
    "token=from-the-environment",
    "token=given",
  ]);
});

test("without an environment, the error names the missing option", async () => {
  vi.stubGlobal("process", undefined);
  const error = await failureOf(() => createPhoneAgentClient({ baseUrl }));
  expect(error.message).toBe(`createPhoneAgentClient: ${missingToken}`);
});

test("an option that is undefined keeps its default", async () => {
  const retry = { attempts: undefined };
  const options = {
    fetch: undefined,
    timeoutMs: undefined,
    maxBodyBytes: undefined,
    headers: undefined,
    retry,
  };
  await using service = await serve(json({ fine: true }), options);
  expect(
    await service.phone.listWebhookRelayTypes({ timeoutMs: undefined, signal: undefined }),
  ).toEqual({
    fine: true,
  });
});

test("the option fetch is called without a receiver, as browsers require", async () => {
  let receiver: unknown = "never called";
  const fetch = async function (this: unknown) {
    receiver = this;
    return Response.json({});
  };
  await clientWith(fetch).listWebhookRelayTypes();
  expect(receiver).toBeUndefined();
});
