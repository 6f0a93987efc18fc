import { expect, test } from "vitest";
import { looksLikeId } from "../../scripts/learn/accumulate/words.ts";
import { templatesOf } from "../../scripts/learn/templates.ts";
import { initialContract } from "./contract.ts";
import { accumulated, exchangesOf, got } from "./helpers.ts";

const contract = initialContract();
const templates = (entries: object[]) => templatesOf(accumulated(exchangesOf(entries)), contract);
const pathsOf = (entries: object[]) => templates(entries).map(({ path }) => path);
const agent = { success: true, agent: { title: "x", voice: "y" } };

test("a path of the contract comes first, whatever its value looks like", () => {
  expect(pathsOf([got("webhookRelay/sms", {}), got("webhookRelay/types", {})])).toEqual([
    "/api/v2/webhookRelay/types",
    "/api/v2/webhookRelay/{type}",
  ]);
});

test("a segment that a response holds is a value", () => {
  const list = got("agents", { agents: [{ slug: "john-smith" }] });
  expect(pathsOf([got("agents/john-smith", agent), list])).toEqual(["/api/v2/agents", "/api/v2/agents/{agentId}"]);
});

test("a segment in the shape of an id is a value, and a word beside it too if its response has the same fields", () => {
  const all = templates([got("agents/agt_9f8e7d", agent), got("agents/john-smith", agent)]);
  expect(all.map(({ path, endpoint }) => [path, endpoint.count])).toEqual([["/api/v2/agents/{agentId}", 2]]);
});

test("a word beside an id stays a word if its response is another", () => {
  const entries = [got("agents/agt_9f8e7d", agent), got("agents/quota", { remaining: 3 })];
  expect(pathsOf(entries)).toEqual(["/api/v2/agents/quota", "/api/v2/agents/{agentId}"]);
});

test("four siblings with the same fields are values, and three are left as they are", () => {
  const slugs = ["ann", "bob", "cleo", "dirk"].map((slug) => got(`agents/${slug}`, agent));
  expect(pathsOf(slugs)).toEqual(["/api/v2/agents/{agentId}"]);
  const three = templates(slugs.slice(0, 3));
  expect(three.map(({ path }) => path)).toEqual(["ann", "bob", "cleo"].map((slug) => `/api/v2/agents/${slug}`));
  expect(three.flatMap(({ unclear }) => unclear)).toEqual(["ann", "bob", "cleo"]);
});

test("a word of the index is never a value, even where a response holds it", () => {
  const entries = ["staging", "live", "settings", "versions", "limits"].map((word) => got(`agents/${word}`, agent));
  const paths = pathsOf([...entries, got("agents", { agents: [{ slug: "staging" }] })]);
  expect(paths.filter((path) => path.includes("{"))).toEqual([]);
});

test("whole numbers are whole numbers, until one is not", () => {
  const values = (...ids: string[]) => templates(ids.map((id) => got(`tasks/${id}`, {})))[0]?.values;
  expect(values("1", "22")).toEqual({ taskId: "integer" });
  expect(values("1", "5f3a9b2c1d")).toEqual({ taskId: "string" });
});

test("an operation that was observed takes no word as its value", () => {
  const known = structuredClone(contract);
  const operation = { ...known.paths["/api/v2/tokens"]?.["get"], "x-observed": { source: "HAR", exchanges: 1 } };
  known.paths["/api/v2/tasks/{taskId}"] = { get: operation as never };
  const all = templatesOf(accumulated(exchangesOf([got("tasks/limits", {}), got("tasks/abc12345", {})]), known), known);
  expect(all.map(({ path }) => path)).toEqual(["/api/v2/tasks/limits", "/api/v2/tasks/{taskId}"]);
});

test.each([
  ["12345", true],
  ["0d9f3a5c-3b0e-4d6a-9a3e-2f1c7b8d9e0f", true],
  ["agt_9f8e7d", true],
  ["5f3a9b2c1d", true],
  ["+12025550100", true],
  ["someone@example.com", true],
  ["dGhpcyBpcyBhIHNlY3JldCB2YWx1ZQ", true],
  ["2024-01-31", true],
  ["staging", false],
  ["oauth2", false],
  ["v2", false],
  ["webhookRelay", false],
  ["conversationParticipants", false],
  ["collaboration_whitelist_entries", false],
])("%s looks like an id: %s", (segment, expected) => {
  expect(looksLikeId(segment)).toBe(expected);
});
