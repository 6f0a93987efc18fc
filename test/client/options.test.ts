import { afterEach, expect, test, vi } from "vitest";
import { createPhoneAgentClient, type PhoneAgentClientOptions } from "../../src/index.ts";
import { failureOf, json, misbehaving, token } from "./server.ts";

afterEach(() => vi.unstubAllEnvs());

const baseUrl = "https://example.com";

test.each([
  ["an option that there is not", { timeout: 5 }, "timeout is not among"],
  ["an option of retry that there is not", { retry: { retries: 5 } }, "retries is not among"],
  ["a negative time", { timeoutMs: -1 }, "timeoutMs must be an integer from 1"],
  ["a time of zero", { deadlineMs: 0 }, "deadlineMs must be an integer from 1"],
  ["a time longer than timers know", { timeoutMs: 2 ** 31 }, "timeoutMs must be"],
  ["no time", { timeoutMs: Infinity }, "timeoutMs must be"],
  ["a time as a text", { timeoutMs: "5" }, "timeoutMs must be"],
  ["no attempts", { retry: { attempts: 0 } }, "attempts must be"],
  ["a negative delay", { retry: { baseDelayMs: -5 } }, "baseDelayMs must be"],
  ["retry as true", { retry: true }, "retry must be of type object"],
  ["the name of what every object has", { constructor: 5 }, "constructor is not among"],
  ["a signal, which is a call's", { signal: new AbortController().signal }, "signal is not among"],
  ["names of inputs that are null", { junkInboxInputNames: null }, "junkInboxInputNames must be of type object"],
  ["an input with the name of the token", { junkInboxInputNames: { pageSize: "token" } }, "junkInboxInputNames"],
  ["a base URL that holds the prefix of every path", { baseUrl: "https://example.com/api/v2/" }, "before /api/v2"],
  ["no bytes", { maxBodyBytes: 0 }, "maxBodyBytes must be"],
  ["a fetch that is none", { fetch: {} }, "fetch must be of type function"],
  ["a hook that is none", { onRetry: "log" }, "onRetry must be of type function"],
  ["a validator that is none", { validate: true }, "validate must be of type function"],
  ["a blank token", { token: "  " }, "token"],
  ["an empty token", { token: "" }, "token"],
  ["a token with a line break", { token: "abc\n" }, "token"],
  ["a token as a number", { token: 5 }, "token must be of type string or function"],
  ["a header that HTTP cannot carry", { headers: { "a b": "1" } }, "headers"],
  ["a name of an input that there is not", { junkInboxInputNames: { page: "p" } }, "page is not among"],
  ["a name of an input that is no text", { junkInboxInputNames: { pageSize: 5 } }, "pageSize must be"],
  ["one name for two inputs", { junkInboxInputNames: { pageSize: "p", pageNumber: "p" } }, "junkInboxInputNames"],
])("%s is an error that names it", async (_, options, says) => {
  const error = await failureOf(() =>
    createPhoneAgentClient({ baseUrl, token, ...(options as PhoneAgentClientOptions) }),
  );
  expect(error).toMatchObject({ kind: "configuration", attempts: 0 });
  expect(error.message).toContain(says);
});

test.each([
  ["an option that there is not", { timeout: 5 }, "timeout is not among"],
  ["a negative time", { deadlineMs: -1 }, "deadlineMs must be"],
  ["a controller as its signal", { signal: new AbortController() }, "signal must be"],
  ["a text as options", "sms", "options as objects"],
  ["null as headers", { headers: null }, "headers must be of type object"],
  ["the name of what every object has", { toString: 5 }, "toString is not among"],
  ["something like a signal", { signal: { aborted: false } }, "signal must be"],
])("a call with %s is an error that names it, and sends nothing", async (_, options, says) => {
  await using service = await misbehaving(json({}));
  const error = await failureOf(service.phone.listTokens(options as object));
  expect(error).toMatchObject({ kind: "configuration", operation: "listTokens" });
  expect(error.message).toContain(says);
  expect(service.received).toEqual([]);
});

test.each([
  ["a method that there is not", "FETCH", {}],
  ["a method in small letters", "get", {}],
  ["GET with a body", "GET", { body: {} }],
  ["GET with an empty text as its body", "GET", { body: "" }],
  ["a body of which JSON keeps nothing", "POST", { body: new Map([["a", 1]]) }],
  ["a body of bytes", "POST", { body: new Uint8Array(2) }],
  ["a body of bytes that are a Buffer", "POST", { body: Buffer.from("a,b") }],
  ["an input that no address can hold", "POST", { query: { "\ud800": 1 } }],
  ["a file as its body", "POST", { body: new Blob(["a,b"]) }],
  ["a query of which nothing would be sent", "POST", { query: new URLSearchParams("a=1") }],
  ["a query that is a list", "POST", { query: ["a"] }],
  ["an option that there is not", "POST", { json: {} }],
])("request with %s is an error, and sends nothing", async (_, method, input) => {
  await using service = await misbehaving(json({}));
  const error = await failureOf(service.phone.request(method as "GET", "/x", input as object));
  expect(error.kind).toBe("configuration");
  expect(service.received).toEqual([]);
});

test("options that are no object are an error", async () => {
  const error = await failureOf(() => createPhoneAgentClient(null as never));
  expect(error).toMatchObject({ kind: "configuration", operation: "createPhoneAgentClient" });
});

test("base URL and token come from the environment where they are not given", async () => {
  await using service = await misbehaving(json({}));
  vi.stubEnv("PHONE_AGENT_BASE_URL", service.baseUrl);
  vi.stubEnv("PHONE_AGENT_TOKEN", "from-the-environment");
  await createPhoneAgentClient().listWebhookRelayTypes();
  await createPhoneAgentClient({ token: "given" }).listWebhookRelayTypes();
  expect(service.received.map(({ target }) => target.split("?")[1])).toEqual([
    "token=from-the-environment",
    "token=given",
  ]);
});

test("without an environment, what is missing is named", async () => {
  vi.stubGlobal("process", undefined);
  const missing = await failureOf(() => createPhoneAgentClient({ baseUrl })).finally(() => vi.unstubAllGlobals());
  expect(missing.message).toContain("PHONE_AGENT_TOKEN");
});

test("an option that is undefined is as if it were not there", async () => {
  const options = {
    fetch: undefined,
    timeoutMs: undefined,
    maxBodyBytes: undefined,
    headers: undefined,
    retry: undefined,
  };
  await using service = await misbehaving(json({ fine: true }), options);
  expect(await service.phone.listWebhookRelayTypes({ timeoutMs: undefined, signal: undefined })).toEqual({
    fine: true,
  });
});

test("a fetch that is given is called without a receiver, as browsers want it", async () => {
  let receiver: unknown = "never called";
  const fetch = async function (this: unknown) {
    receiver = this;
    return Response.json({});
  };
  await createPhoneAgentClient({ baseUrl, token, fetch }).listWebhookRelayTypes();
  expect(receiver).toBeUndefined();
});
