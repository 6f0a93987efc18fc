import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixtures } from "#generated/fixtures.ts";
import { type Mock, startMock } from "../../src/mock/index.ts";

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({
    port: 0,
    site: (request, response) => {
      if (request.url !== "/page") return false;
      response.end("a page of the site");
      return true;
    },
  });
});
afterAll(() => mock.close());

const ask = (path: string, prefer = "", init: RequestInit = {}) =>
  fetch(`${mock.url}${path}`, { ...init, headers: { prefer, ...init.headers } });

const readMarks = ({ headers }: Response) => ({
  operation: headers.get("mock-operation"),
  example: headers.get("mock-example"),
  unspecified: headers.get("mock-unspecified"),
  source: headers.get("mock-source"),
});

const relay = "/api/v2/webhookRelay/RELAY_TYPE?token=t";
describe("the response", () => {
  const tokens = {
    operation: "listTokens",
    example: "every-field",
    unspecified: "status",
    source: "contract",
  };
  test.each<[string, string, string, unknown, object]>([
    [
      "is the first example",
      "/api/v2/tokens?token=t",
      "",
      fixtures.listTokens["every-field"],
      tokens,
    ],
    [
      "is the example that Prefer names",
      "/api/v2/tokens?token=t",
      "example=other-type",
      fixtures.listTokens["other-type"],
      { ...tokens, example: "other-type" },
    ],
    [
      "is unspecified if Prefer names a failure",
      "/api/v2/tokens?token=t",
      "code=503",
      null,
      { example: null, unspecified: "status, body" },
    ],
    [
      "marks no status code and no body that the contract declares",
      relay,
      "",
      fixtures.getWebhookRelay["every-field"],
      { unspecified: null },
    ],
    [
      "is generated from the schema if Prefer has dynamic=true",
      relay,
      "dynamic=true",
      expect.objectContaining({ success: true }),
      { example: null, source: "generated" },
    ],
  ])("%s, and says so", async (_, path, prefer, body, marks) => {
    const response = await ask(path, prefer);
    expect(response.status).toBe(prefer === "code=503" ? 503 : 200);
    expect(await response.json()).toEqual(body);
    expect(readMarks(response)).toMatchObject(marks);
  });

  test("is empty, and marked as unspecified, if the contract declares no body", async () => {
    const response = await ask("/api/v2/sip/registration?token=t", "", { method: "DELETE" });
    expect([response.status, await response.text(), response.headers.get("content-type")]).toEqual([
      200,
      "",
      null,
    ]);
    expect(readMarks(response).unspecified).toBe("body");
  });

  test.each([204, 205, 304])(
    "has no content, and no header of content, with the status code %i",
    async (status) => {
      const response = await ask("/api/v2/tokens?token=t", `code=${status}`);
      expect([response.status, await response.text()]).toEqual([status, ""]);
      const { headers } = response;
      expect([headers.get("content-type"), headers.get("mock-example")]).toEqual([null, null]);
      expect(headers.get("content-length")).toBe(status === 205 ? "0" : null);
    },
  );
});

test("a page of another origin may send and read every header, also with credentials", async () => {
  const origin = "https://example.com";
  const headers = {
    origin,
    "access-control-request-method": "PROPFIND",
    "access-control-request-headers": "prefer,mock-run",
  };
  const preflight = await ask("/api/v2/tokens", "", { method: "OPTIONS", headers });
  expect([preflight.status, preflight.headers.get("access-control-allow-headers")]).toEqual([
    204,
    "prefer,mock-run",
  ]);
  expect(preflight.headers.get("access-control-allow-methods")).toBe("PROPFIND");
  const response = await ask("/api/v2/tokens?token=t", "code=200", { headers: { origin } });
  for (const { headers } of [preflight, response]) {
    const names = ["access-control-allow-origin", "access-control-allow-credentials", "vary"];
    expect(names.map((name) => headers.get(name))).toEqual([origin, "true", "origin"]);
  }
  // With credentials an asterisk is a name.
  expect(response.headers.get("access-control-expose-headers")).toContain(
    "mock-operation, mock-example",
  );
  const { headers: usualHeaders } = await ask("/api/v2/tokens?token=t");
  const names = [
    "access-control-allow-origin",
    "access-control-expose-headers",
    "access-control-allow-credentials",
  ];
  expect(names.map((name) => usualHeaders.get(name))).toEqual(["*", "*", null]);
});

test("a response that a browser opens as a page runs no script, the site's pages may", async () => {
  const [response, page] = [await ask("/api/v2/tokens?token=t"), await ask("/page")];
  const policies = [response, page].map(({ headers }) => headers.get("content-security-policy"));
  expect(policies).toEqual(["sandbox", null]);
});

test("the site responds outside the API, and leaves the rest to the mock", async () => {
  const response = await ask("/page");
  expect(await response.text()).toBe("a page of the site");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect((await ask("/other-page")).status).toBe(404);
});

test("the mock keeps connections longer than clients do", async () => {
  const { headers } = await fetch(`${mock.url}/api/v2/tokens?token=t`);
  expect(headers.get("keep-alive")).toBe("timeout=120");
});
