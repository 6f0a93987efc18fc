import { describe, expect, test } from "vitest";
import { vocabularyOf } from "../../scripts/learn/name/vocabulary.ts";
import { createMarker, isValue } from "../../scripts/learn/path/segment.ts";
import { initialContract } from "./contract.ts";
import { createExchange, documentOf, getExchange, learnFrom, namedFactsOf, templatesIn } from "./helpers.ts";

const contract = initialContract();
const pathsOf = (entries: object[]) => templatesIn(entries).map(({ path }) => path);
const agent = { success: true, agent: { title: "x", voice: "y" } };

test("a path of the contract comes first, even if its value looks like a word", () => {
  expect(pathsOf([getExchange("webhookRelay/sms", {}), getExchange("webhookRelay/types", {})])).toEqual([
    "/api/v2/webhookRelay/types",
    "/api/v2/webhookRelay/{type}",
  ]);
});

test("a segment like an id is a value, and so is an unknown word next to it if its response has the same fields", () => {
  const [template, ...otherTemplates] = templatesIn([
    getExchange("agents/agt_9f8e7d", agent),
    getExchange("agents/john-smith", agent),
  ]);
  expect(otherTemplates).toEqual([]);
  expect(template).toMatchObject({ path: "/api/v2/agents/{agentId}", endpoint: { count: 2 } });
  expect(template?.found).toEqual({ agentId: "ids, and words with alike responses" });
});

test.each(["tasks/", "/tasks", "tasks//"])("slashes in %s are no part of a path", (path) => {
  expect(pathsOf([getExchange(path, []), getExchange("tasks", [])])).toEqual(["/api/v2/tasks"]);
});

describe("a single word", () => {
  test.each<[string, string, object[]]>([
    ["of an API", "agents/attachments", []],
    ["of the contract", "agents/settings", []],
    ["next to ids", "agents/attachments", [getExchange("agents/5", agent)]],
    ["with the response of ids", "agents/default", [getExchange("agents/5", { items: [] })]],
  ])("%s is a word", (_, path, otherEntries) => {
    expect(pathsOf([getExchange(path, { items: [] }), ...otherEntries])).toContain(`/api/v2/${path}`);
  });

  test.each([
    ["alone", "agents/zorblatt", []],
    ["at the top", "zorblatt", []],
    ["in the middle", "agents/zorblatt/versions", []],
    ["next to ids with other responses", "agents/zorblatt", [getExchange("agents/5", agent)]],
    ["below five resources", "agents/1/zorblatt", [2, 3, 4, 5].map((id) => getExchange(`agents/${id}/zorblatt`, {}))],
  ])("that isn't known, %s, is a question with both readings, and nothing is proposed", (_, path, otherEntries) => {
    const entries = [getExchange(path, { remaining: 3 }), ...otherEntries];
    const unclearTemplates = templatesIn(entries).filter(({ readings }) => readings);
    expect(unclearTemplates).toHaveLength(1);
    const [template] = unclearTemplates;
    expect(template?.path).toContain("{?}");
    expect(template?.readings).toEqual([expect.stringMatching(/\{\w+\}/), template?.path.replace("{?}", "WORD")]);
    const learnedFacts = learnFrom(entries);
    expect(namedFactsOf(learnedFacts).filter(({ id }) => /zorblatt|word/i.test(id))).toEqual([]);
    expect(documentOf(learnedFacts)).toContain("{?}");
    expect(documentOf(learnedFacts)).not.toContain("zorblatt");
  });

  test("of the contract with punctuation is no id, so at the top, among the names of resources, it is a question", () => {
    const paths = ["tasks;v=1", "agents,live", "tasks/agents,live", "12345", "room12"];
    expect(
      templatesIn(paths.map((path) => getExchange(path, {}))).map((template) => [template.path, template.found]),
    ).toEqual([
      ["/api/v2/tasks/{taskId}", { taskId: "a text that is neither an id nor a word" }],
      ["/api/v2/{?}", { "?": "a text that is neither an id nor a word" }],
      ["/api/v2/{id}", { id: "ids" }],
    ]);
  });

  test("that may be a method beyond those of HTTP is a question", () => {
    const templates = templatesIn([getExchange("agents/_search", { total: 1 }), getExchange("agents:batch", {})]);
    expect(templates.map(({ path }) => path)).toEqual(["/api/v2/agents/{?}", "/api/v2/{?}"]);
    expect(namedFactsOf(learnFrom([getExchange("agents/_search", { total: 1 })]))).toEqual([]);
  });

  test("that isn't known is a word if the maintainer allows it", () => {
    const [template] = templatesIn([getExchange("agents/zorblatt", {})], contract, { allowedNames: ["zorblatt"] });
    expect(template?.path).toBe("/api/v2/agents/zorblatt");
  });
});

describe("several different words in one place", () => {
  const words = ["ann", "bob", "cyd", "dora"];
  const get = (list: string[], body: (word: string) => unknown) =>
    templatesIn(list.map((word) => getExchange(`agents/${word}`, body(word))));

  test("are values if they aren't known and have alike responses", () => {
    const [template, ...otherTemplates] = get(words, () => agent);
    expect(otherTemplates).toEqual([]);
    expect(template?.path).toBe("/api/v2/agents/{agentId}");
    expect(template?.found).toEqual({ agentId: "different words with alike responses" });
  });

  test("are a question if two aren't known", () => {
    expect(get(words.slice(0, 2), () => agent).map(({ path }) => path)).toEqual(["/api/v2/agents/{?}"]);
  });

  test("are a question if their responses differ, or have no fields", () => {
    const differing = get(words, (word) => ({ [{ ann: "total", bob: "url", cyd: "text" }[word] ?? "list"]: 1 }));
    expect(differing.map(({ path, endpoint }) => [path, endpoint.count])).toEqual([["/api/v2/agents/{?}", 4]]);
    const deletions = words.map((word) =>
      createExchange({ method: "DELETE", path: `/api/v2/agents/${word}` }, { status: 204 }),
    );
    expect(pathsOf(deletions)).toEqual(["/api/v2/agents/{?}"]);
  });

  test("are a question if APIs have them and their responses are alike, with a reading for each", () => {
    const [template] = get(["address", "company", "email"], () => agent);
    expect(template?.path).toBe("/api/v2/agents/{?}");
    expect(template?.readings).toEqual(
      ["{agentId}", "address", "company", "email"].map((reading) => `/api/v2/agents/${reading}`),
    );
  });

  test("are words if APIs have them and their responses differ", () => {
    const entries = [
      getExchange("calls/1/history", { url: "https://x.example" }),
      getExchange("calls/1/summary", { lines: [] }),
      getExchange("calls/1/comments", { total: 1 }),
    ];
    expect(pathsOf(entries)).toEqual(
      ["comments", "history", "summary"].map((word) => `/api/v2/calls/{callId}/${word}`),
    );
  });

  test("are words if the index has them, whatever their responses are", () => {
    const list = ["staging", "live", "settings", "versions", "limits"];
    expect(get(list, () => agent).map(({ path }) => path)).toEqual(
      list.toSorted().map((word) => `/api/v2/agents/${word}`),
    );
  });
});

test("if all requests to a path fail, it is neither a value nor a question", () => {
  const { facts, templates } = learnFrom([getExchange("agents/zorblatt", {}, 404), getExchange("agents/5", agent)]);
  expect(templates.filter(({ readings }) => readings)).toEqual([]);
  expect(facts.some(({ id }) => id.endsWith("-404"))).toBe(false);
});

test("path values are integers if all are whole numbers", () => {
  const values = (...ids: string[]) => templatesIn(ids.map((id) => getExchange(`tasks/${id}`, {})))[0]?.values;
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
  expect(templatesIn(entries, knownContract).map(({ path }) => path)).toEqual([
    "/api/v2/tasks/limits",
    "/api/v2/tasks/{taskId}",
  ]);
});

test("a path matches the template that is the most literal from the left, as in the servers", () => {
  const knownContract = structuredClone(contract);
  const operation = knownContract.paths["/api/v2/tokens"]?.["get"];
  knownContract.paths["/api/v2/agents/{agentId}/live"] = { get: operation as never };
  knownContract.paths["/api/v2/agents/versions/{versionId}"] = { get: operation as never };
  const [template] = templatesIn([getExchange("agents/versions/live", {})], knownContract);
  expect(template?.path).toBe("/api/v2/agents/versions/{versionId}");
});

test.each([
  "12345",
  "0d9f3a5c-3b0e-4d6a-9a3e-2f1c7b8d9e0f",
  "agt_9f8e7d",
  "5f3a9b2c1d",
  "+12025550100",
  "someone@example.com",
  "dGhpcyBpcyBhIHNlY3JldCB2YWx1ZQ",
  "2024-01-31",
  "room12",
  "task7",
  "task_123",
  "task-7",
  "channel_123",
  "2026-plan",
  "Phone Agent 7",
  "phone agent",
  "tasks;v=1",
  "agents,live",
  "(agents)",
  ":taskId",
  "{{taskId}}",
])("%s is a value", (segment) => {
  expect(isValue(createMarker(vocabularyOf(contract))(segment))).toBe(true);
});

test.each([
  ...["staging", "oauth2", "v2", "webhookRelay", "agent_versions", "agent-urls", "tasks.json"],
  ...["ipv4", "sha256"].map((term) => `${term}-hash`),
])("%s is a word", (segment) => {
  expect(createMarker(vocabularyOf(contract, ["hash"]))(segment)).toBe(segment);
});

test.each([
  "zorblatt",
  "margaret.plantfield",
  "john-smith",
  "größe",
  "constructor",
  "_search",
  "_bulk_get",
  "tasks:batch",
])("%s is unclear, and its mark doesn't contain it", (segment) => {
  expect(createMarker(vocabularyOf(contract))(segment)).toMatch(/^\?\d{1,2}$/);
});
