import { expect, test } from "vitest";
import { isIdLike } from "../../scripts/learn/accumulate/words.ts";
import { templatesOf } from "../../scripts/learn/templates.ts";
import { initialContract } from "./contract.ts";
import { accumulated, exchanged, exchangesOf, got } from "./helpers.ts";

const contract = initialContract();
const templates = (entries: object[]) => templatesOf(accumulated(exchangesOf(entries))).templates;
const withheld = (entries: object[]) => templatesOf(accumulated(exchangesOf(entries))).withheldNames;
const pathsOf = (entries: object[]) => templates(entries).map(({ path }) => path);
const agent = { success: true, agent: { title: "x", voice: "y" } };

test("a path of the contract comes first, whatever its value looks like", () => {
  expect(pathsOf([got("webhookRelay/sms", {}), got("webhookRelay/types", {})])).toEqual([
    "/api/v2/webhookRelay/types",
    "/api/v2/webhookRelay/{type}",
  ]);
});

test("a segment in the shape of an id is a value, and a word beside it too if its response has the same fields", () => {
  const all = templates([got("agents/agt_9f8e7d", agent), got("agents/john-smith", agent)]);
  expect(all.map(({ path, endpoint }) => [path, endpoint.count])).toEqual([["/api/v2/agents/{agentId}", 2]]);
});

test("an unknown word next to an id is left out if its response differs, and its place is reported", () => {
  const entries = [got("agents/agt_9f8e7d", agent), got("agents/zorblatt", { remaining: 3 })];
  expect(pathsOf(entries)).toEqual(["/api/v2/agents/{agentId}"]);
  expect(withheld(entries)).toMatchObject([
    { place: "GET /api/v2/agents/{agentId} (left out: may be a word)", names: ["zorblatt"] },
  ]);
});

test("an unknown word is a value, even alone", () => {
  const entries = [got("agents/margaret.plantfield/versions", { versions: [] })];
  expect(pathsOf(entries)).toEqual(["/api/v2/agents/{agentId}/versions"]);
  expect(withheld(entries)).toMatchObject([{ place: "GET /api/v2/agents/{agentId}", names: ["margaret.plantfield"] }]);
});

test("an unknown word that recurs below five resources is a word, below four it is a value", () => {
  const below = (count: number) =>
    Array.from({ length: count }, (_, id) => got(`agents/${id + 1}/zorblatt`, { remaining: 3 }));
  expect(pathsOf(below(5))).toEqual(["/api/v2/agents/{agentId}/zorblatt"]);
  expect(pathsOf(below(4))).toEqual(["/api/v2/agents/{agentId}/{id}"]);
});

test("words whose responses differ are not merged: `history` and `summary` stay, unknown ones are left out", () => {
  const both = (one: string, other: string) => [
    got(`calls/1/${one}`, { url: "https://x.example" }),
    got(`calls/1/${other}`, { lines: [`${one}`, `${other}`] }),
  ];
  expect(pathsOf(both("history", "summary"))).toEqual([
    "/api/v2/calls/{callId}/history",
    "/api/v2/calls/{callId}/summary",
  ]);
  expect(pathsOf(both("zorblatt", "quux"))).toEqual([]);
  expect(withheld(both("zorblatt", "quux"))).toHaveLength(1);
});

test("unknown words with the same fields are values, and so are those with no body", () => {
  const slugs = ["ann", "bob"].map((slug) => got(`agents/${slug}`, agent));
  expect(pathsOf(slugs)).toEqual(["/api/v2/agents/{agentId}"]);
  const gone = ["ann", "bob"].map((slug) =>
    exchanged({ method: "DELETE", path: `/api/v2/agents/${slug}` }, { status: 204 }),
  );
  expect(pathsOf(gone)).toEqual(["/api/v2/agents/{agentId}"]);
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
  const entries = [got("tasks/limits", {}), got("tasks/abc12345", {})];
  const { templates: all } = templatesOf(accumulated(exchangesOf(entries), known));
  expect(all.map(({ path }) => path)).toEqual(["/api/v2/tasks/limits", "/api/v2/tasks/{taskId}"]);
});

test("a path is matched as the servers match it: the most literal from the left", () => {
  const known = structuredClone(contract);
  const operation = known.paths["/api/v2/tokens"]?.["get"];
  known.paths["/api/v2/agents/{agentId}/live"] = { get: operation as never };
  known.paths["/api/v2/agents/versions/{versionId}"] = { get: operation as never };
  const { templates: all } = templatesOf(accumulated(exchangesOf([got("agents/versions/live", {})]), known));
  expect(all.map(({ path }) => path)).toEqual(["/api/v2/agents/versions/{versionId}"]);
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
  expect(isIdLike(segment)).toBe(expected);
});
