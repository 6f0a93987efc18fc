import { createPhoneAgentClient, type Room, type TokenList, type WebhookRelay } from "phone-agent-api";
import { startMock } from "phone-agent-api/mock";
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";

let mock: Awaited<ReturnType<typeof startMock>>;
beforeAll(async () => {
  mock = await startMock({ port: 0 });
});
afterAll(() => mock.close());

const client = () => createPhoneAgentClient({ baseUrl: mock.url, token: "example", retry: false });
const prefer = (example: string) => ({ headers: { Prefer: `example=${example}` } });

describe("each named example reaches the client as it stands in the contract", () => {
  test.each(Object.entries(fixtures.listTokens))("listTokens: %s", async (name, example) => {
    const answer = await client().listTokens(prefer(name));
    expectTypeOf(answer).toEqualTypeOf<TokenList>();
    expect(answer).toEqual(example);
  });

  test.each(Object.entries(fixtures.listJunkInbox))("listJunkInbox: %s", async (name, example) => {
    const answer = await client().listJunkInbox({}, prefer(name));
    expectTypeOf(answer.rooms).toEqualTypeOf<Room[]>();
    expectTypeOf(answer).not.toHaveProperty("success");
    expect(answer).toEqual(example);
  });

  test.each(Object.entries(fixtures.getWebhookRelay))("getWebhookRelay: %s", async (name, example) => {
    const answer = await client().getWebhookRelay("example-type", prefer(name));
    expectTypeOf(answer).toEqualTypeOf<WebhookRelay>();
    expect(answer).toEqual(example);
  });
});

test("the first example comes where none is asked for", async () => {
  expect(await client().listTokens()).toEqual(fixtures.listTokens["every-field"]);
});

test("the relay types, whose answer is not shown, come as unknown", async () => {
  const answer = await client().listWebhookRelayTypes();
  expectTypeOf(answer).toBeUnknown();
  expect(answer).toBeNull();
});

test("the removal of the SIP registration comes back with nothing", async () => {
  const answer = await client().deleteSipRegistration();
  expectTypeOf(answer).toBeVoid();
  expect(answer).toBeUndefined();
});

test("the low-level client and the escape hatch reach the same answers", async () => {
  const { data } = await client().http.GET("/api/v2/tokens");
  const answer = await client().request("GET", "/api/v2/tokens");
  expectTypeOf(answer).toBeUnknown();
  expect([data, answer]).toEqual([fixtures.listTokens["every-field"], fixtures.listTokens["every-field"]]);
});

test("a missing token is refused by the mock, since the contract requires it", async () => {
  const response = await fetch(`${mock.url}/api/v2/tokens`);
  expect([response.status, response.headers.get("content-type")]).toEqual([401, "application/problem+json"]);
});

test("an unknown path is an error that says so", async () => {
  await expect(client().request("GET", "/api/v2/nothing-here")).rejects.toMatchObject({ kind: "http", status: 404 });
});

test("a field has the type that helps", () => {
  expectTypeOf<Room["roomId"]>().toEqualTypeOf<`${number}:${number}`>();
  expectTypeOf<TokenList["tokens"][number]["type"]>().toEqualTypeOf<"admin" | (string & {})>();
  expectTypeOf<WebhookRelay["config"]["headers"]>().toEqualTypeOf<{ [name: string]: string }[]>();
});
