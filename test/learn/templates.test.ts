import { expect, test } from "vitest";
import { isIdLike } from "../../scripts/learn/accumulate/words.ts";
import { templatesOf } from "../../scripts/learn/templates.ts";
import { initialContract } from "./contract.ts";
import { accumulate, createExchange, exchangesOf, getExchange } from "./helpers.ts";

const contract = initialContract();
const learnTemplates = (entries: object[]) => templatesOf(accumulate(exchangesOf(entries))).templates;
const withheldNamesOf = (entries: object[]) => templatesOf(accumulate(exchangesOf(entries))).withheldNames;
const pathsOf = (entries: object[]) => learnTemplates(entries).map(({ path }) => path);
const agent = { success: true, agent: { title: "x", voice: "y" } };

test("a path of the contract comes first, even if its value looks like a word", () => {
  expect(pathsOf([getExchange("webhookRelay/sms", {}), getExchange("webhookRelay/types", {})])).toEqual([
    "/api/v2/webhookRelay/types",
    "/api/v2/webhookRelay/{type}",
  ]);
});

test("a segment like an id is a value, and so is a word next to it if its response has the same fields", () => {
  const agentTemplates = learnTemplates([
    getExchange("agents/agt_9f8e7d", agent),
    getExchange("agents/john-smith", agent),
  ]);
  expect(agentTemplates.map(({ path, endpoint }) => [path, endpoint.count])).toEqual([["/api/v2/agents/{agentId}", 2]]);
});

test("a path keeps the slash at its end, which isn't a value", () => {
  expect(pathsOf([getExchange("tasks/", []), getExchange("tasks/5/", {}), getExchange("tasks/6/", {})])).toEqual([
    "/api/v2/tasks/",
    "/api/v2/tasks/{taskId}/",
  ]);
});

test("an unknown word next to an id is left out if its response differs, and its place is reported", () => {
  const entries = [getExchange("agents/agt_9f8e7d", agent), getExchange("agents/zorblatt", { remaining: 3 })];
  expect(pathsOf(entries)).toEqual(["/api/v2/agents/{agentId}"]);
  expect(withheldNamesOf(entries)).toMatchObject([
    { place: "GET /api/v2/agents/{agentId} (left out: may be a word)", names: ["zorblatt"] },
  ]);
});

test("an unknown word whose requests all failed is a value if its path continues as those of values do", () => {
  const failure = { success: false };
  const entries = [
    getExchange("agents/agt_9f8e7d/versions", { versions: [] }),
    getExchange("agents/agt_ebede10d/versions", failure, 409),
    getExchange("agents/zorblatt/limits", failure, 409),
  ];
  const statuses = learnTemplates(entries).map(({ path, endpoint }) => [path, [...endpoint.responses.keys()]]);
  expect(statuses).toEqual([["/api/v2/agents/{agentId}/versions", [200, 409]]]);
  expect(withheldNamesOf(entries).map(({ place }) => place)).toContain(
    "GET /api/v2/agents/{agentId} (left out: may be a word)",
  );
});

test("an unknown word is a value, even alone", () => {
  const entries = [getExchange("agents/margaret.plantfield/versions", { versions: [] })];
  expect(pathsOf(entries)).toEqual(["/api/v2/agents/{agentId}/versions"]);
  expect(withheldNamesOf(entries)).toMatchObject([
    { place: "GET /api/v2/agents/{agentId}", names: ["margaret.plantfield"] },
  ]);
});

test("an unknown word below five resources is a word, below four a value", () => {
  const entriesBelow = (count: number) =>
    Array.from({ length: count }, (_, id) => getExchange(`agents/${id + 1}/zorblatt`, { remaining: 3 }));
  expect(pathsOf(entriesBelow(5))).toEqual(["/api/v2/agents/{agentId}/zorblatt"]);
  expect(pathsOf(entriesBelow(4))).toEqual(["/api/v2/agents/{agentId}/{id}"]);
});

test("words whose responses differ aren't merged: `history` and `summary` stay, unknown words are left out", () => {
  const entriesWith = (word: string, otherWord: string) => [
    getExchange(`calls/1/${word}`, { url: "https://x.example" }),
    getExchange(`calls/1/${otherWord}`, { lines: [`${word}`, `${otherWord}`] }),
  ];
  expect(pathsOf(entriesWith("history", "summary"))).toEqual([
    "/api/v2/calls/{callId}/history",
    "/api/v2/calls/{callId}/summary",
  ]);
  expect(pathsOf(entriesWith("zorblatt", "quux"))).toEqual([]);
  expect(withheldNamesOf(entriesWith("zorblatt", "quux"))).toHaveLength(1);
});

test("unknown words with the same fields are values, and so are unknown words without bodies", () => {
  const slugs = ["ann", "bob"].map((slug) => getExchange(`agents/${slug}`, agent));
  expect(pathsOf(slugs)).toEqual(["/api/v2/agents/{agentId}"]);
  const deletions = ["ann", "bob"].map((slug) =>
    createExchange({ method: "DELETE", path: `/api/v2/agents/${slug}` }, { status: 204 }),
  );
  expect(pathsOf(deletions)).toEqual(["/api/v2/agents/{agentId}"]);
});

test("actions that all return 204 stay: responses without fields are no evidence that known words are values", () => {
  const words = ["archive", "retry", "sync", "verify"];
  const entries = words.map((word) =>
    createExchange({ method: "POST", path: `/api/v2/calls/1/${word}` }, { status: 204 }),
  );
  expect(pathsOf(entries)).toEqual(words.map((word) => `/api/v2/calls/{callId}/${word}`));
});

test("a word of the index is never a value, even if a response contains it", () => {
  const entries = ["staging", "live", "settings", "versions", "limits"].map((word) =>
    getExchange(`agents/${word}`, agent),
  );
  const paths = pathsOf([...entries, getExchange("agents", { agents: [{ slug: "staging" }] })]);
  expect(paths.filter((path) => path.includes("{"))).toEqual([]);
});

test("path values are integers if all are whole numbers", () => {
  const values = (...ids: string[]) => learnTemplates(ids.map((id) => getExchange(`tasks/${id}`, {})))[0]?.values;
  expect(values("1", "22")).toEqual({ taskId: "integer" });
  expect(values("1", "5f3a9b2c1d")).toEqual({ taskId: "string" });
});

test("an observed operation doesn't match a word of the contract as its value", () => {
  const knownContract = structuredClone(contract);
  const operation = {
    ...knownContract.paths["/api/v2/tokens"]?.["get"],
    "x-observed": { source: "HAR", exchanges: 1 },
  };
  knownContract.paths["/api/v2/tasks/{taskId}"] = { get: operation as never };
  const entries = [getExchange("tasks/limits", {}), getExchange("tasks/abc12345", {})];
  const { templates: knownTemplates } = templatesOf(accumulate(exchangesOf(entries), knownContract));
  expect(knownTemplates.map(({ path }) => path)).toEqual(["/api/v2/tasks/limits", "/api/v2/tasks/{taskId}"]);
});

test("a path matches the template that is the most literal from the left, as in the servers", () => {
  const knownContract = structuredClone(contract);
  const operation = knownContract.paths["/api/v2/tokens"]?.["get"];
  knownContract.paths["/api/v2/agents/{agentId}/live"] = { get: operation as never };
  knownContract.paths["/api/v2/agents/versions/{versionId}"] = { get: operation as never };
  const { templates: knownTemplates } = templatesOf(
    accumulate(exchangesOf([getExchange("agents/versions/live", {})]), knownContract),
  );
  expect(knownTemplates.map(({ path }) => path)).toEqual(["/api/v2/agents/versions/{versionId}"]);
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
