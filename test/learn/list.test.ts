import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseYaml, readContract } from "../../scripts/contract/document.ts";
import { type ListedPath, readPaths } from "../../scripts/learn/path/list.ts";
import { learnCommand } from "../../scripts/learn.ts";
import { asObject } from "../../src/openapi/json.ts";
import { runHere } from "../command.ts";
import { contractFile } from "./contract.ts";
import { documentOf, getExchange, learnFrom } from "./helpers.ts";

const folder = mkdtempSync(join(tmpdir(), "learn-list-"));
const [contract, traffic, review] = ["openapi.yaml", "traffic.ndjson", "learned.yaml"].map((name) =>
  join(folder, name),
) as [string, string, string];

const agent = { agent: { title: "x" } };
const entries = [
  getExchange("agents/5", agent),
  getExchange("agents/live", { live: true }),
  getExchange("agents/staging", { live: true }),
  getExchange("agents/scorecards", { items: [] }),
  getExchange("tasks/limits", { limit: 1 }),
];

writeFileSync(contract, readFileSync(contractFile));
writeFileSync(traffic, entries.map((entry) => JSON.stringify(entry)).join("\n"));

/** Returns the document that learning with a list of paths writes. */
const documentWith = (list: ListedPath[]) => documentOf(learnFrom(entries, undefined, { list }), undefined, list);
const listIn = (document: string) => asObject(parseYaml(document))["x-paths"] as ListedPath[];
const firstDocument = documentWith([]);

/** Edits the list of paths, learns again, and returns the list by path. */
function learnAgainWith(edit: (list: ListedPath[]) => ListedPath[]) {
  const document = documentWith(readPaths(edit(listIn(firstDocument)), review));
  const list = listIn(document);
  expect(documentWith(readPaths(list, review))).toBe(document);
  return { document, counts: Object.fromEntries(list.map(({ path, exchanges }) => [path, exchanges])) };
}

/** Runs the command with a list of paths in an earlier review. */
function learnWith(list: object[]) {
  writeFileSync(review, JSON.stringify({ "x-paths": list, overlay: "1.1.0", actions: [] }));
  return runHere(learnCommand, [traffic, "--contract", contract, "--out", review]);
}

const replaced =
  (path: string, ...newPaths: string[]) =>
  (list: ListedPath[]) =>
    list.flatMap((entry) => (entry.path === path ? newPaths.map((newPath) => ({ ...entry, path: newPath })) : entry));

test("the list has each new path with its exchanges and how it was found, at the top of the document", () => {
  const { document } = learnAgainWith((list) => list);
  expect(document.replaceAll(/^#.*\n/gm, "").trimStart()).toMatch(/^x-paths:\n {2}- \{method: GET, path: /);
  expect(listIn(document)).toEqual([
    { method: "GET", path: "/api/v2/agents/live", exchanges: 1, found: "words" },
    { method: "GET", path: "/api/v2/agents/staging", exchanges: 1, found: "words" },
    {
      method: "GET",
      path: "/api/v2/agents/{?}",
      exchanges: 1,
      found: { "?": "a word that isn't known" },
      readings: ["/api/v2/agents/{agentId}", "/api/v2/agents/WORD"],
    },
    { method: "GET", path: "/api/v2/agents/{agentId}", exchanges: 1, found: { agentId: "ids" } },
    { method: "GET", path: "/api/v2/tasks/limits", exchanges: 1, found: "words" },
  ]);
});

test("a word given for an unclear path is a word of the path", () => {
  const { counts, document } = learnAgainWith(replaced("/api/v2/agents/{?}", "/api/v2/agents/scorecards"));
  expect(counts).toMatchObject({ "/api/v2/agents/scorecards": 1, "/api/v2/agents/{agentId}": 1 });
  expect(document).not.toContain("readings:");
});

test("a value given for an unclear path takes the words that aren't known, and no listed word", () => {
  const { counts } = learnAgainWith(replaced("/api/v2/agents/{?}", "/api/v2/agents/{agentId}"));
  expect(counts).toMatchObject({ "/api/v2/agents/{agentId}": 2, "/api/v2/agents/live": 1 });
});

test("several words are merged to a value, which takes ids, too: two values in one place would be the same path", () => {
  const { counts } = learnAgainWith((list) =>
    replaced(
      "/api/v2/agents/live",
      "/api/v2/agents/{stage}",
    )(list.filter(({ path }) => path !== "/api/v2/agents/staging")),
  );
  expect(counts).toMatchObject({ "/api/v2/agents/{stage}": 4 });
  expect(counts).not.toHaveProperty(["/api/v2/agents/live"]);
});

test("a value is renamed, and a path keeps its name for another method", () => {
  const { counts, document } = learnAgainWith(replaced("/api/v2/agents/{agentId}", "/api/v2/agents/{id}"));
  expect(counts).toMatchObject({ "/api/v2/agents/{id}": 2, "/api/v2/agents/live": 1 });
  expect(document).not.toContain("{agentId}");
});

test("a path is split by listing a word", () => {
  const { counts } = learnAgainWith((list) => [
    ...list,
    { method: "GET", path: "/api/v2/agents/scorecards", exchanges: 0 },
  ]);
  expect(counts).toMatchObject({ "/api/v2/agents/scorecards": 1 });
});

test("a path that traffic no longer has stays, with 0 exchanges", () => {
  const { counts } = learnAgainWith((list) => [...list, { method: "PUT", path: "/api/v2/x/{y}", exchanges: 9 }]);
  expect(counts).toMatchObject({ "/api/v2/x/{y}": 0 });
});

test("the command reads the list of an earlier review: a name of the index is given and applied without a question", async () => {
  const list = listIn(firstDocument).map((entry) =>
    entry.path.endsWith("/live") ? { ...entry, name: "Fetch Live Agent" } : entry,
  );
  const { exitCode, output } = await learnWith(list);
  expect([exitCode, output]).toEqual([
    0,
    expect.stringMatching(/given {6}GET \/api\/v2\/agents\/live: "Fetch Live Agent"/),
  ]);
  await runHere(learnCommand, ["--apply", review, "--contract", contract]);
  const { paths } = readContract(contract);
  expect(paths["/api/v2/agents/live"]?.["get"]?.operationId).toBe("fetchLiveAgent");
});

test.each([
  ["without a path", { method: "GET" }],
  ["of an unknown method", { method: "LIST", path: "/api/v2/a" }],
  ["with a blank", { method: "GET", path: "/api/v2/a b" }],
  ["with a slash at its end", { method: "GET", path: "/api/v2/a/" }],
])("an entry %s is reported in a sentence", async (_, entry) => {
  const { exitCode, output } = await learnWith([entry]);
  expect([exitCode, output]).toEqual([2, expect.stringContaining("Entry 1 of x-paths in")]);
  expect(output).toContain("needs a method and a path such as /agents/{agentId}.");
});

test("a name that the index doesn't have is reported in a sentence", async () => {
  const entry = { method: "GET", path: "/api/v2/agents/scorecards", name: "Nothing" };
  expect(await learnWith([entry])).toMatchObject({
    exitCode: 2,
    output: expect.stringContaining(
      "The index has no other GET of the name that /api/v2/agents/scorecards has in x-paths.",
    ),
  });
});
