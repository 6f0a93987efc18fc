import { describe, expect, test } from "vitest";
import { readContract } from "../../scripts/contract/document.ts";
import type { ListedPath } from "../../scripts/learn/template/paths.ts";
import { getExchange, learnFrom } from "./helpers.ts";

const agent = { success: true, agent: { title: "x", voice: "y" } };
const get = (paths: readonly string[], body: unknown = agent) =>
  paths.map((path) => getExchange(path, body));
const templatesIn = (
  entries: object[],
  list: readonly ListedPath[] = [],
  contract = readContract(),
) => learnFrom(entries, contract, list).templates;
const pathsIn = (entries: object[], list?: readonly ListedPath[]) =>
  templatesIn(entries, list).map(({ path }) => path);

/** Segments of one place, each with the paths that they give below `/api/v2/agents/`. */
test.each<[string, object[], string[]]>([
  ["a number", get(["agents/5"]), ["{agentId}"]],
  ["a UUID", get(["agents/0d9f3a5c-3b0e-4d6a-9a3e-2f1c7b8d9e0f"]), ["{agentId}"]],
  [
    "a text",
    get(["agents/Phone%20Agent", "agents/agents,live", "agents/+12025550100"]),
    ["{agentId}"],
  ],
  ["a word with a digit", get(["agents/room12", "agents/task7"]), ["{agentId}"]],
  [
    "a word of the contract",
    get(["agents/settings", "agents/dailyCounts"]),
    ["dailyCounts", "settings"],
  ],
  ["two terms with digits", get(["agents/v4-v1"]), ["{agentId}"]],
  [
    "known words with punctuation",
    get(["agents/_search", "agents/task.limits"]),
    ["_search", "task.limits"],
  ],
  [
    "a known word beside ids with its shape",
    get(["agents/default", "agents/5"]),
    ["{?}", "{agentId}"],
  ],
  [
    "a word of the contract beside ids with its shape",
    get(["agents/page", "agents/5"]),
    ["{?}", "{agentId}"],
  ],
  [
    "a known word beside ids with another shape",
    [...get(["agents/default"], { agent: 1, total: 1 }), ...get(["agents/5"])],
    ["default", "{agentId}"],
  ],
  [
    "a known word beside a withheld word with its shape",
    get(["agents/price", "agents/ann"]),
    ["{?}"],
  ],
  ["a number in words", get(["agents/five-five-five-zero-one"]), ["{agentId}"]],
  [
    "words of failures alone beside ids",
    [
      ...get(["agents/5"]),
      ...["missing", "ann"].map((word) => getExchange(`agents/${word}`, {}, 404)),
    ],
    ["{agentId}"],
  ],
  ["a withheld word with accents", get(["agents/größe"]), ["{?}"]],
  [
    "a withheld word beside an id with its shape",
    get(["agents/john-smith", "agents/agt_9f8e7d"]),
    ["{agentId}"],
  ],
  ["two withheld words with one shape", get(["agents/ann", "agents/bob"]), ["{agentId}"]],
  [
    "two withheld words with two shapes",
    [...get(["agents/ann"]), ...get(["agents/bob"], { total: 1 })],
    ["{?}"],
  ],
  [
    "two withheld words without a body",
    ["ann", "bob"].map((name) => getExchange(`agents/${name}`, undefined)),
    ["{?}"],
  ],
  [
    "two withheld words with one envelope",
    get(["agents/ann", "agents/bob"], { success: true, message: "m" }),
    ["{?}"],
  ],
  [
    "three known words with one shape",
    get(["agents/address", "agents/company", "agents/email"]),
    ["{?}"],
  ],
  [
    "three known words with three shapes",
    ["address", "company", "email"].flatMap((word) => get([`agents/${word}`], { [word]: 1 })),
    ["address", "company", "email"],
  ],
  [
    "words of the contract with one shape",
    get(["agents/staging", "agents/live", "agents/limits"]),
    ["limits", "live", "staging"],
  ],
])("%s is a value, a word or unclear", (_, entries, segments) => {
  expect(pathsIn(entries).sort()).toEqual(
    segments.map((segment) => `/api/v2/agents/${segment}`).sort(),
  );
});

test.each<[string, string[], string[]]>([
  ["a slash at the end, and two in a row", ["tasks/", "//tasks", "tasks//", "tasks"], ["tasks"]],
  ["words in the middle", ["agents/zorblatt/versions"], ["agents/{?}/versions"]],
  [
    "two values",
    ["agents/5/status/1", "addresses/7"],
    ["addresses/{addressId}", "agents/{agentId}/status/{statusId}"],
  ],
  ["values in a row", ["agents/5/6"], ["agents/{agentId}/{id}"]],
  ["a value at the top", ["12345"], ["{id}"]],
  ["a withheld word at the top", ["zorblatt", "blerg"], ["{?}"]],
  ["a value below a withheld word", ["zorblatt/5"], ["{?}/{id}"]],
  ["a text at the top", ["tasks;v=1"], ["{?}"]],
  [
    "a documented path before a value",
    ["webhookRelay/sms", "webhookRelay/types"],
    ["webhookRelay/types", "webhookRelay/{type}"],
  ],
])("of paths with %s, the templates are right", (_, paths, templates) => {
  expect(pathsIn(get(paths))).toEqual(templates.map((path) => `/api/v2/${path}`));
});

test("a question has a value and what was there, without a withheld word or one beside a value", () => {
  const questionOf = (...paths: string[]) => templatesIn(get(paths))[0]?.question;
  expect(questionOf("agents/zorblatt/blerg")).toBe(
    "Replace {?} by a value, such as {agentId} or {id}, or by what was there: a word of 5 letters, a word of 8 letters",
  );
  expect(questionOf("agents/price", "agents/5")).toMatch(/ there: a word of 5 letters$/);
});

test("a status of a word of failures alone is a fact of the template beside it, and says nothing about values", () => {
  const { operations } = learnFrom([
    ...get(["agents/5"]),
    ...["missing", "ann"].map((word) => getExchange(`agents/${word}`, {}, 404)),
  ]);
  const [operation] = operations;
  expect(operation).toMatchObject({ found: { agentId: "ids" }, values: { agentId: "integer" } });
  expect(operation?.facts.find(({ fact }) => fact.startsWith("404"))?.evidence).toBe("2 times");
});

test("if all requests to a path fail, it is neither a value nor a question", () => {
  expect(
    pathsIn([getExchange("agents/zorblatt", {}, 404), getExchange("agents/5", agent)]),
  ).toEqual(["/api/v2/agents/{agentId}"]);
});

test("path values are integers if all are whole numbers", () => {
  const valuesOf = (...ids: string[]) =>
    templatesIn(get(ids.map((id) => `tasks/${id}`)))[0]?.values;
  expect(valuesOf("1", "22")).toEqual({ taskId: "integer" });
  expect(valuesOf("1", "5f3a9b2c1d")).toEqual({ taskId: "string" });
});

describe("a path of the maintainer's", () => {
  const path = (text: string, more: Partial<ListedPath> = {}): ListedPath => ({
    method: "GET",
    path: `/api/v2/${text}`,
    ...more,
  });

  test("takes its exchanges, words included, and what is more literal precedes", () => {
    const list = [path("agents/{name}"), path("agents/zorblatt")];
    const templates = templatesIn(get(["agents/ann", "agents/5", "agents/zorblatt"]), list);
    expect(templates.map(({ path, endpoint }) => [path, endpoint.count])).toEqual([
      ["/api/v2/agents/zorblatt", 1],
      ["/api/v2/agents/{name}", 2],
    ]);
  });

  test("precedes one of the contract that is less literal", () => {
    const list = [path("webhookRelay/zorblatt")];
    expect(pathsIn(get(["webhookRelay/zorblatt"]), list)).toEqual([
      "/api/v2/webhookRelay/zorblatt",
    ]);
    expect(pathsIn(get(["webhookRelay/sms"]), list)).toEqual(["/api/v2/webhookRelay/{type}"]);
  });

  test("has no question and no evidence, and integers stay integers", () => {
    const [template] = templatesIn(get(["agents/5"]), [
      path("agents/{number}", { found: { agentId: "ids" } }),
    ]);
    expect(template).toMatchObject({
      path: "/api/v2/agents/{number}",
      values: { number: "integer" },
    });
    expect(template).not.toHaveProperty("found");
  });

  test("that learn has found itself takes only ids", () => {
    const list = [path("agents/{agentId}", { found: { agentId: "ids" } })];
    expect(pathsIn(get(["agents/5", "agents/zorblatt"], { a: 1 }), list)).toEqual([
      "/api/v2/agents/{agentId}",
    ]);
    expect(pathsIn(get(["agents/zorblatt"]), list)).toEqual(["/api/v2/agents/{?}"]);
  });
});

test("an observed operation doesn't match a word of the contract as its value", () => {
  const contract = structuredClone(readContract());
  const operation = {
    ...contract.paths["/api/v2/tokens"]?.["get"],
    "x-observed": { source: "HAR", exchanges: 1 },
  };
  contract.paths["/api/v2/tasks/{taskId}"] = { get: operation as never };
  // The document of an earlier run has the contract's path, too.
  for (const list of [[], [{ method: "GET", path: "/api/v2/tasks/{taskId}" }]])
    expect(
      templatesIn(get(["tasks/limits", "tasks/abc12345"]), list, contract).map(({ path }) => path),
    ).toEqual(["/api/v2/tasks/limits", "/api/v2/tasks/{taskId}"]);
});

test("more than 64 withheld words of one place are values, and memory has 10,000 paths at most", () => {
  const letters = "abcdefghijklmnopqrstuvwxyz".split("");
  const names = letters.flatMap((first) => letters.map((second) => `q${first}${second}q`));
  const bodyOf = (name: string) => ({ [name.charAt(1) === "a" ? "total" : "count"]: 1 });
  const templates = templatesIn(names.flatMap((name) => get([`agents/${name}`], bodyOf(name))));
  expect(templates.map(({ path, endpoint }) => [path, endpoint.count])).toEqual([
    ["/api/v2/agents/{agentId}", 676],
  ]);
});
