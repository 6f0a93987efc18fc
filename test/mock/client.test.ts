import { createPhoneAgentClient, type Room, type TokenList, type WebhookRelay } from "phone-agent-api";
import { createHttp } from "phone-agent-api/http";
import { startMock } from "phone-agent-api/mock";
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import { contractFile } from "../../scripts/contract/document.ts";
import { startPrism } from "../referee/prism.ts";
import { isFull } from "../runs.ts";

const servers = {
  "the mock": async () => {
    const { url, close } = await startMock({ port: 0 });
    return { url, stop: close };
  },
  ...(isFull && { "the unmodified Prism": () => startPrism(contractFile) }),
};

describe.each(Object.entries(servers))("with %s,", (_name, start) => {
  let server: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server.stop());

  const options = () => ({ baseUrl: server.url, token: "demo-token-not-secret", retry: false }) as const;
  const client = () => createPhoneAgentClient(options());
  const prefer = (example: string) => ({ headers: { Prefer: `example=${example}` } });

  describe("each named example reaches the client unchanged", () => {
    test.each(Object.entries(fixtures.listTokens))("listTokens: %s", async (name, example) => {
      const response = await client().listTokens(prefer(name));
      expectTypeOf(response).toEqualTypeOf<TokenList>();
      expect(response).toEqual(example);
    });

    test.each(Object.entries(fixtures.listJunkInbox))("listJunkInbox: %s", async (name, example) => {
      const response = await client().listJunkInbox({}, prefer(name));
      expectTypeOf(response.rooms).toEqualTypeOf<Room[]>();
      expectTypeOf(response).not.toHaveProperty("success");
      expect(response).toEqual(example);
    });

    test.each(Object.entries(fixtures.getWebhookRelay))("getWebhookRelay: %s", async (name, example) => {
      const response = await client().getWebhookRelay("example-type", prefer(name));
      expectTypeOf(response).toEqualTypeOf<WebhookRelay>();
      expect(response).toEqual(example);
    });
  });

  test("a request that names no example gets the first one", async () => {
    expect(await client().listTokens()).toEqual(fixtures.listTokens["every-field"]);
  });

  test("the deletion of the SIP registration comes back with nothing", async () => {
    const response = await client().deleteSipRegistration();
    expectTypeOf(response).toBeVoid();
    expect(response).toBeUndefined();
  });

  test("the low-level client and the escape hatch reach the same responses", async () => {
    const { data } = await createHttp(options()).GET("/api/v2/tokens");
    const response = await client().request("GET", "/api/v2/tokens");
    expectTypeOf(response).toBeUnknown();
    expect([data, response]).toEqual([fixtures.listTokens["every-field"], fixtures.listTokens["every-field"]]);
  });

  test("a missing token is rejected, since the contract requires it", async () => {
    const response = await fetch(`${server.url}/api/v2/tokens`);
    expect([response.status, response.headers.get("content-type")]).toEqual([401, expect.stringMatching(/json$/)]);
  });

  test("an unknown path is an error that says so", async () => {
    await expect(client().request("GET", "/api/v2/nothing-here")).rejects.toMatchObject({ kind: "http", status: 404 });
  });
});

test("a field has the type that helps", () => {
  expectTypeOf<Room["roomId"]>().toEqualTypeOf<`${number}:${number}`>();
  expectTypeOf<TokenList["tokens"][number]["type"]>().toEqualTypeOf<"admin" | (string & {})>();
  expectTypeOf<WebhookRelay["config"]["headers"]>().toEqualTypeOf<{ [name: string]: string }[]>();
});
