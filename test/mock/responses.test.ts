import { Server } from "node:http";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
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

const marks = ({ headers }: Response) => ({
  operation: headers.get("mock-operation"),
  example: headers.get("mock-example"),
  unspecified: headers.get("mock-unspecified"),
  source: headers.get("mock-source"),
});

describe("the response", () => {
  test("is the first example, and names the operation and example it is", async () => {
    const response = await ask("/api/v2/tokens?token=t");
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(fixtures.listTokens["every-field"]);
    expect(marks(response)).toEqual({
      operation: "listTokens",
      example: "every-field",
      unspecified: "status",
      source: "contract",
    });
  });

  test("is the example that Prefer names", async () => {
    const response = await ask("/api/v2/tokens?token=t", "example=other-type");
    expect(await response.json()).toEqual(fixtures.listTokens["other-type"]);
    expect(marks(response).example).toBe("other-type");
  });

  test("says nothing of a status code and a body that the contract declares", async () => {
    expect(marks(await ask("/api/v2/webhookRelay/example-type?token=t")).unspecified).toBeNull();
  });

  test("is empty, and marked as unspecified, where the contract declares no body", async () => {
    const response = await ask("/api/v2/sip/registration?token=t", "", { method: "DELETE" });
    expect([response.status, await response.text(), response.headers.get("content-type")]).toEqual([200, "", null]);
    expect(marks(response).unspecified).toBe("body");
  });

  test("has the status code that Prefer asks for, and an unspecified body where that is a failure", async () => {
    const response = await ask("/api/v2/tokens?token=t", "code=503");
    expect([response.status, await response.text()]).toEqual([503, "null"]);
    expect(marks(response)).toMatchObject({ example: null, unspecified: "status, body" });
  });

  test.each([204, 205, 304])("has no content and tells of none under the status code %i", async (status) => {
    const response = await ask("/api/v2/tokens?token=t", `code=${status}`);
    expect([response.status, await response.text()]).toEqual([status, ""]);
    const { headers } = response;
    expect([headers.get("content-type"), headers.get("mock-example")]).toEqual([null, null]);
    expect(Number(headers.get("content-length"))).toBe(0);
  });

  test("is made up from the schema where Prefer asks for that, and says so", async () => {
    const response = await ask("/api/v2/webhookRelay/example-type?token=t", "dynamic=true");
    expect(await response.json()).toMatchObject({ success: true, config: { headers: expect.any(Array) } });
    expect(marks(response)).toMatchObject({ example: null, source: "generated" });
  });

  test.each(["__code=500", "__example=empty", "__dynamic=true", "__server=http://example.com"])(
    "is not changed by %s in the query",
    async (control) => {
      const response = await ask(`/api/v2/tokens?token=t&${control}`);
      expect([response.status, await response.json()]).toEqual([200, fixtures.listTokens["every-field"]]);
    },
  );

  test("takes a path value whole, whatever characters it holds", async () => {
    for (const value of ["a,b;c=d", "a%2Fb", "%252e%252e", "%E2%82%AC", "a+b"]) {
      expect((await ask(`/api/v2/webhookRelay/${value}?token=t`)).status, value).toBe(200);
    }
  });
});

describe("a page of another origin", () => {
  test("may send every header of the mock", async () => {
    const response = await ask("/api/v2/tokens", "", {
      method: "OPTIONS",
      headers: {
        origin: "https://example.com",
        "access-control-request-method": "GET",
        "access-control-request-headers": "prefer,mock-run",
      },
    });
    expect(response.status).toBe(204);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("access-control-allow-headers")).toBe("prefer,mock-run");
  });

  test("may read what the mock tells of a response", async () => {
    const { headers } = await ask("/api/v2/tokens?token=t");
    expect(headers.get("access-control-allow-origin")).toBe("*");
    expect(headers.get("access-control-expose-headers")).toBe("*");
  });
});

describe("the site", () => {
  test("responds outside the API", async () => {
    expect(await (await ask("/page")).text()).toBe("a page of the site");
  });

  test("leaves the rest to the mock", async () => {
    expect((await ask("/other-page")).status).toBe(404);
  });
});

test("a stop looks for idle connections a few times, however many requests end together", async () => {
  const server = await startMock({ port: 0 });
  const headers = { prefer: "delay=200" };
  const sent = Array.from({ length: 200 }, () => fetch(`${server.url}/api/v2/tokens?token=t`, { headers }));
  await vi.waitUntil(() => server.journal().length === 200, { timeout: 10_000 });
  const looked = vi.spyOn(Server.prototype, "closeIdleConnections");
  await server.close();
  expect(looked.mock.calls.length).toBeLessThan(100);
  looked.mockRestore();
  for (const response of await Promise.allSettled(sent)) expect(response.status).toBe("fulfilled");
});

test("a connection is kept longer than clients keep theirs", async () => {
  const { headers } = await fetch(`${mock.url}/api/v2/tokens?token=t`);
  expect(headers.get("keep-alive")).toBe("timeout=120");
});
