import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Servers, startServers } from "./servers.ts";

const example = (value: unknown) => ({ content: { "application/json": { schema: {}, examples: value } } });
const responses = {
  200: { description: "Ok.", ...example({ one: { value: 1 }, 'a"b': { value: 2 } }) },
  404: { description: "None.", ...example({ none: { value: null } }) },
};
const declaredParameters = [{ name: "__code", in: "query", schema: { type: "integer", maximum: 9 } }];
const free = { name: "inputs", in: "query", schema: { type: "object", additionalProperties: { type: "integer" } } };
const document = {
  openapi: "3.1.1",
  info: { title: "Preferences in the query", version: "1" },
  paths: {
    "/usual": { get: { operationId: "usual", responses } },
    "/declared": { get: { operationId: "declared", parameters: declaredParameters, responses } },
    "/free": { get: { operationId: "free", parameters: [free], responses } },
  },
};

let servers: Servers;
beforeAll(async () => {
  const file = join(tmpdir(), "query-preferences.json");
  writeFileSync(file, JSON.stringify(document));
  servers = await startServers(file);
});
afterAll(() => servers.close());

/** Sends a request to both servers, and returns their common response. */
async function send(target: string, headers: Record<string, string> = {}) {
  const describe = async (response: Response) => ({
    status: response.status,
    body: await response.text(),
    undeclared: response.headers.get("mock-undeclared"),
  });
  const mockResponse = await describe(await fetch(servers.mock.url + target, { headers }));
  expect(await describe(await servers.server.fetch(`http://a.test${target}`, { headers }))).toEqual(mockResponse);
  return mockResponse;
}

test("a query can have the preferences of a request, and they are none of its parameters", async () => {
  expect(await send("/usual?__code=404&a=b")).toEqual({ status: 404, body: "null", undeclared: "a" });
  expect(await send("/usual?__example=a%22b")).toMatchObject({ status: 200, body: "2" });
  expect(await send("/free?__code=404&size=1")).toMatchObject({ status: 404 });
  for (const entries of [servers.mock.journal(), servers.server.calls()]) {
    expect(entries[0]).toMatchObject({ query: { a: "b" }, undeclared: ["a"], preferences: { code: 404 } });
  }
});

test("a preference that is invalid is rejected, and one of the header precedes", async () => {
  expect(await send("/usual?__code=abc")).toMatchObject({ status: 400 });
  expect(await send("/usual?__code=404", { prefer: "code=200" })).toMatchObject({ status: 200, body: "1" });
});

test("a parameter that the contract declares isn't a preference, and neither is another name", async () => {
  expect(await send("/declared?__code=7")).toEqual({ status: 200, body: "1", undeclared: null });
  expect(await send("/declared?__code=404")).toMatchObject({ status: 422 });
  expect(await send("/usual?__other=1&code=404")).toEqual({ status: 200, body: "1", undeclared: "__other, code" });
});
