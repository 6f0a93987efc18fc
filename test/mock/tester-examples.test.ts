import { writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { readContract } from "../../scripts/contract/document.ts";
import { contractJson, editContract, serve, startFailure, writeTemporaryFile } from "./helpers.ts";

const relay = {
  success: true,
  message: "mine",
  config: { url: "https://example.com", timeout: 1, headers: [], successStatusCodes: [] },
};
const examplesText = stringify({
  getWebhookRelay: { sms: relay, empty: relay },
  readAnything: { two: ["sms", "call"] },
  failures: {
    "too-many": { code: 429, headers: { "retry-after": 2 }, body: { error: "slow down" } },
    gone: { code: 410 },
  },
});
const stubs = `
POST /api/v2/agents/{id}/calls:
  queued: &queued { queued: 1, agent: a }
  other: { <<: *queued, agent: b }
`;
const responses = {
  "2XX": { description: "Anything.", content: { "application/json": { schema: {} } } },
};
const contract = editContract(
  (d) => (d.paths["/api/v2/anything"] = { get: { operationId: "readAnything", responses } }),
);
const serveExamples = (options = {}) => {
  const examples = writeTemporaryFile("examples.yaml", examplesText + stubs);
  return serve(contract, { examples, ...options }).then((served) => ({ ...served, examples }));
};

const [firstRelay] = Object.keys(
  readContract().paths["/api/v2/webhookRelay/{type}"]?.get?.responses["200"]?.content?.[
    "application/json"
  ]?.examples ?? {},
);
test.each<[string, string, string, { source: string; example: string; body?: unknown }]>([
  [
    "named like the type",
    "webhookRelay/sms",
    "",
    { source: "tester", example: "sms", body: relay },
  ],
  [
    "of the contract, for another type",
    "webhookRelay/fax",
    "",
    { source: "contract", example: `${firstRelay}` },
  ],
  [
    "in place of one of the contract",
    "webhookRelay/fax",
    "example=empty",
    { source: "tester", example: "empty", body: relay },
  ],
])("the response is the example %s", async (_, path, prefer, { source, example, body }) => {
  const { ask } = await serveExamples();
  const response = await ask(`/api/v2/${path}?token=t`, prefer);
  expect(["source", "example"].map((name) => response.headers.get(`mock-${name}`))).toEqual([
    source,
    example,
  ]);
  if (body) expect(await response.json()).toEqual(body);
  if (path === "anything") expect(response.headers.get("mock-unspecified")).toBe("status, body");
});

test("a reload serves a changed example, and one that doesn't match the contract changes nothing", async () => {
  const { ask, mock, examples } = await serveExamples();
  writeFileSync(examples, stringify({ getWebhookRelay: { sms: { success: true } } }));
  await expect(mock.reload()).rejects.toThrow("getWebhookRelay, response 200, example sms:");
  expect(await (await ask("/api/v2/webhookRelay/sms?token=t")).json()).toEqual(relay);
  writeFileSync(examples, stringify({ readAnything: { one: ["sms"] } }));
  await mock.reload();
  expect(await (await ask("/api/v2/anything?token=t")).json()).toEqual(["sms"]);
});

test("a failure has a name, which a request, a step and the server's preference can use", async () => {
  const { ask } = await serveExamples();
  const response = await ask("/api/v2/webhookRelay/sms?token=t", "example=too-many, times=1");
  expect([response.status, await response.json()]).toEqual([429, { error: "slow down" }]);
  const names = ["retry-after", "mock-example", "mock-source", "preference-applied"];
  expect(names.map((name) => response.headers.get(name))).toEqual([
    "2",
    "too-many",
    "tester",
    "example, times=1",
  ]);
  await ask("/__mock/on/listTokens", "", { method: "PUT", body: '"example=too-many"' });
  expect((await ask("/api/v2/tokens?token=t")).status).toBe(429);
  const withoutBody = await ask("/api/v2/tokens?token=t", "example=gone");
  expect([
    withoutBody.status,
    withoutBody.headers.get("mock-example"),
    await withoutBody.json(),
  ]).toEqual([410, "gone", null]);
  const failing = await serveExamples({ prefer: "example=too-many" });
  expect((await failing.ask("/api/v2/tokens?token=t")).status).toBe(429);
});

test("a stub has a method and a path, takes steps, and its examples merge the keys of YAML", async () => {
  const { ask, mock } = await serveExamples();
  const send = (search: string, prefer = "") =>
    ask(`/api/v2/agents/7/calls${search}`, prefer, { method: "POST", body: "{}" });
  expect(await (await send("?token=t")).json()).toEqual({ queued: 1, agent: "a" });
  expect(await (await send("?token=t", "example=other")).json()).toEqual({ queued: 1, agent: "b" });
  expect((await send("?token=t&undefined[a]=1")).status).toBe(200);
  expect((await send("")).status).toBe(401);
  expect(mock.coverage().operations["POST /api/v2/agents/{id}/calls"]?.calls).toBe(3);
  const id = encodeURIComponent("POST /api/v2/agents/{id}/calls");
  expect((await ask(`/__mock/on/${id}`, "", { method: "PUT", body: '"code=503"' })).status).toBe(
    204,
  );
  expect((await send("?token=t")).status).toBe(503);
});

test.each<[unknown, string]>([
  [{ listNothing: {} }, 'listNothing: Unknown operation "listNothing". Known: '],
  [{ deleteSipRegistration: { ok: 1 } }, "deleteSipRegistration: the contract declares no body"],
  [["sms"], "It must map operation ids to examples"],
  [{ listWebhookRelayTypes: { "\ud800": 1 } }, "a name is empty, or not valid Unicode."],
  [{ failures: { "": { code: 503 } } }, "failures, : a name is empty"],
  [{ failures: { a: {} } }, "failures, a: it must have a code"],
  [{ failures: { a: { code: 500, dynamic: true } } }, "failures, a: it can't have times, example"],
  [{ failures: { a: { code: 500, headers: 1 } } }, "failures, a: headers takes an object"],
  [
    { failures: { a: { code: 500, example: "empty" } } },
    "failures, a: it can't have times, example",
  ],
  [{ failures: { empty: { code: 500 } } }, "failures, empty: an example has this name."],
  [{ failures: [] }, "failures: it must map names to failures."],
  [
    { "GET /api/v2/tokens": {} },
    "GET /api/v2/tokens: The contract has this operation. Use its id, listTokens.",
  ],
  [{ "GET /api/v2/agents": 1 }, "GET /api/v2/agents: it must map example names to bodies."],
  ["listWebhookRelayTypes: { one: !!binary aGk= }", "mine.yaml isn't valid:\n- Unresolved tag"],
])("the examples %j are rejected", async (data, reason) => {
  const examples = writeTemporaryFile(
    "mine.yaml",
    typeof data === "string" ? data : JSON.stringify(data),
  );
  expect(await startFailure(contractJson, { examples })).toContain(reason);
});

test("examples are rejected with up to five problems each", async () => {
  const rooms = Array.from({ length: 20 }, () => ({}));
  const data = {
    getWebhookRelay: { a: { success: 1 } },
    listJunkInbox: { many: { pageSize: 1, pageNumber: 0, totalRooms: 20, rooms } },
  };
  const examples = writeTemporaryFile("examples.json", JSON.stringify(data));
  const lines = (await startFailure(contractJson, { examples })).split("\n- ");
  expect(lines.filter((line) => line.includes("example a:"))).toHaveLength(3);
  expect(lines.filter((line) => line.includes("example many:"))).toHaveLength(6);
  expect(lines.at(-1)).toMatch(/ many: and \d+ more\.$/);
});
