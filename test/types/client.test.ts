import { expectTypeOf, test } from "vitest";
import { type createFetch, createHttp } from "../../src/http.ts";
import {
  createPhoneAgentClient,
  type JunkInboxPage,
  type PhoneAgentClient,
  PhoneAgentError,
  type Token,
  type WebhookRelay,
} from "../../src/index.ts";

// `tsc` checks this file. The calls in it compile, and aren't run. release/api.d.ts has the types that
// are declared.

test("http has the types of openapi-fetch", () => {
  const get = async (http: ReturnType<typeof createHttp>) =>
    http.GET("/api/v2/webhookRelay/{type}", { params: { path: { type: "sms" } } });
  type Result = Awaited<ReturnType<typeof get>>;
  expectTypeOf<NonNullable<Result["data"]>>().toExtend<WebhookRelay>();
  expectTypeOf<Result["error"]>().toEqualTypeOf<unknown>();
  expectTypeOf<ReturnType<typeof createFetch>>().toExtend<typeof fetch>();
});

test("the type of a token completes admin and accepts any string", () => {
  expectTypeOf<"admin">().toExtend<Token["type"]>();
  expectTypeOf<string>().toExtend<Token["type"]>();
  expectTypeOf<Token["type"]>().not.toEqualTypeOf<string>();
});

test("a switch over kind is exhaustive, and gives each kind its own fields", () => {
  function describe(error: PhoneAgentError): string | number | undefined {
    switch (error.kind) {
      case "configuration":
      case "network":
        return error.message;
      case "timeout":
        return error.limit;
      case "aborted":
        return String(error.cause);
      case "http":
        return error.retryAfterMs ?? error.status;
      case "unsuccessful":
      case "unexpected-content":
        return error.status;
      case "contract":
        return error.findings[0]?.pointer;
      default:
        return error satisfies never;
    }
  }
  const narrow = (error: unknown) => {
    if (PhoneAgentError.is(error)) return error.status;
    return error instanceof PhoneAgentError ? error.kind : undefined;
  };
  expectTypeOf(describe).toBeFunction();
  expectTypeOf(narrow).returns.toExtend<number | string | undefined>();
});

test("wrong calls don't compile", () => {
  const calls = async (phone: PhoneAgentClient, page: JunkInboxPage) => {
    // @ts-expect-error A relay type is required.
    await phone.getWebhookRelay();
    // @ts-expect-error A relay type is a string.
    await phone.getWebhookRelay(5);
    // @ts-expect-error The wire names of the inputs belong to createHttp; here they are named by
    // purpose.
    await phone.listJunkInbox({ page: 1 });
    // @ts-expect-error listTokens has no pages.
    phone.pages("listTokens");
    // @ts-expect-error The inputs of an operation are those of its pages.
    phone.items("listJunkInbox", { page: 1 });
    // @ts-expect-error There is no such option of a call.
    await phone.listTokens({ timeout: 5 });
    // @ts-expect-error The deletion takes no argument but the options.
    await phone.deleteSipRegistration("x");
    // @ts-expect-error A path begins with a slash.
    await phone.request("GET", "api/v2/x");
    // @ts-expect-error Methods are written in capitals.
    await phone.request("get", "/api/v2/x");
    // @ts-expect-error The response of an undocumented operation is unknown.
    (await phone.request("GET", "/api/v2/x")).tokens;
    // @ts-expect-error There is no such path in the contract.
    await createHttp().GET("/api/v2/agents");
    // @ts-expect-error There is no such option of the client.
    createPhoneAgentClient({ timeout: 5 });
    // @ts-expect-error The junk inbox has no envelope.
    page.success;
    // @ts-expect-error Errors are made by `create`, which asks for their fields.
    new PhoneAgentError("x");
    // @ts-expect-error An error of kind http has a status.
    PhoneAgentError.create({ kind: "http", operation: "listTokens" });
    // @ts-expect-error There is no such kind.
    PhoneAgentError.create({ kind: "other", operation: "listTokens" });
  };
  expectTypeOf(calls).toBeFunction();
});
