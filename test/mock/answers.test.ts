import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fixtures } from "../../generated/fixtures.ts";
import { type Mock, startMock } from "../../src/mock/index.ts";

let mock: Mock;
beforeAll(async () => {
  mock = await startMock({
    port: 0,
    site: (request, response) => {
      if (request.url !== "/") return false;
      response.end("the site");
      return true;
    },
  });
});
afterAll(() => mock.close());

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${mock.url}${path}`, { headers });

/** Sends bytes as they are, and returns what came back until the connection ended. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = "";
    const socket = connect(mock.port, "127.0.0.1", () => socket.write(text));
    socket.on("data", (chunk) => {
      answer += chunk;
    });
    socket.on("end", () => resolve(answer)).on("error", reject);
  });
}

describe("the answer", () => {
  test("is the first example of the operation", async () => {
    const response = await get("/api/v2/tokens?token=t");
    expect(response.status).toBe(200);
    expect(response.headers.get("mock-operation")).toBe("listTokens");
    expect(response.headers.get("mock-example")).toBe("every-field");
    expect(await response.json()).toEqual(fixtures.listTokens["every-field"]);
  });

  test("is the example that Prefer names", async () => {
    const response = await get("/api/v2/tokens?token=t", { prefer: "example=other-type" });
    expect(response.headers.get("mock-example")).toBe("other-type");
    expect(await response.json()).toEqual(fixtures.listTokens["other-type"]);
  });

  test("to a request without a token is 401, told as the mock's own", async () => {
    const response = await get("/api/v2/tokens");
    expect(response.status).toBe(401);
    expect(response.headers.get("mock-source")).toBe("mock");
    expect(response.headers.get("content-type")).toBe("application/problem+json");
  });

  test("to an unknown path is 404, told as the mock's own", async () => {
    const response = await get("/api/v2/nowhere?token=t");
    expect([response.status, response.headers.get("mock-source")]).toEqual([404, "mock"]);
  });
});

test("malformed percent-encoding gets 400, and the server lives on", async () => {
  const answer = await raw("GET /api/v2/webhookRelay/%zz?token=t HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  expect(answer).toMatch(/^HTTP\/1.1 400 /);
  expect((await get("/api/v2/tokens?token=t")).status).toBe(200);
});

test("the site answers outside the API", async () => {
  expect(await (await get("/")).text()).toBe("the site");
});

test("a reload of what is no contract rejects, and the last good state goes on", async () => {
  await expect(mock.reload("/nowhere/openapi.yaml")).rejects.toThrow();
  expect((await get("/api/v2/tokens?token=t")).status).toBe(200);
});
