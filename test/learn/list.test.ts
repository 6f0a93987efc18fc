import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { ListedPath } from "../../scripts/learn/path/list.ts";
import { learnCommand } from "../../scripts/learn.ts";
import { runHere } from "../command.ts";
import { contractFile } from "./contract.ts";
import { getExchange } from "./helpers.ts";

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

const learn = () => runHere(learnCommand, [traffic, "--contract", contract, "--out", review]);
const readList = (): ListedPath[] => parse(readFileSync(review, "utf8"))["x-paths"];

/** Learns, edits the list of paths, learns again, and returns the list by path. */
async function learnAgainWith(edit: (list: ListedPath[]) => ListedPath[]) {
  writeFileSync(contract, readFileSync(contractFile));
  writeFileSync(traffic, entries.map((entry) => JSON.stringify(entry)).join("\n"));
  writeFileSync(review, "overlay: 1.1.0\nactions: []\n");
  await learn();
  const list = edit(readList());
  writeFileSync(review, JSON.stringify({ "x-paths": list, overlay: "1.1.0", actions: [] }));
  const { exitCode, output } = await learn();
  expect([exitCode, output]).toEqual([0, expect.stringContaining("exchanges.")]);
  const document = readFileSync(review, "utf8");
  await learn();
  expect(readFileSync(review, "utf8")).toBe(document);
  return { output, document, counts: Object.fromEntries(readList().map(({ path, exchanges }) => [path, exchanges])) };
}

const replaced =
  (path: string, ...newPaths: string[]) =>
  (list: ListedPath[]) =>
    list.flatMap((entry) => (entry.path === path ? newPaths.map((newPath) => ({ ...entry, path: newPath })) : entry));

test("the list has each new path with its exchanges and how it was found, at the top of the document", async () => {
  const { document } = await learnAgainWith((list) => list);
  expect(document.replaceAll(/^#.*\n/gm, "").trimStart()).toMatch(/^x-paths:\n {2}- \{method: GET, path: /);
  expect(readList()).toEqual([
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

test("a word given for an unclear path is a word of the path", async () => {
  const { counts, document } = await learnAgainWith(replaced("/api/v2/agents/{?}", "/api/v2/agents/scorecards"));
  expect(counts).toMatchObject({ "/api/v2/agents/scorecards": 1, "/api/v2/agents/{agentId}": 1 });
  expect(document).not.toContain("readings:");
});

test("a value given for an unclear path takes the words that aren't known, and no listed word", async () => {
  const { counts } = await learnAgainWith(replaced("/api/v2/agents/{?}", "/api/v2/agents/{agentId}"));
  expect(counts).toMatchObject({ "/api/v2/agents/{agentId}": 2, "/api/v2/agents/live": 1 });
});

test("several words are merged to a value, which takes ids, too: two values in one place would be the same path", async () => {
  const { counts } = await learnAgainWith((list) =>
    replaced(
      "/api/v2/agents/live",
      "/api/v2/agents/{stage}",
    )(list.filter(({ path }) => path !== "/api/v2/agents/staging")),
  );
  expect(counts).toMatchObject({ "/api/v2/agents/{stage}": 4 });
  expect(counts).not.toHaveProperty(["/api/v2/agents/live"]);
});

test("a value is renamed, and a path keeps its name for another method", async () => {
  const { counts, document } = await learnAgainWith(replaced("/api/v2/agents/{agentId}", "/api/v2/agents/{id}"));
  expect(counts).toMatchObject({ "/api/v2/agents/{id}": 2, "/api/v2/agents/live": 1 });
  expect(document).not.toContain("{agentId}");
});

test("a path is split by listing a word", async () => {
  const { counts } = await learnAgainWith((list) => [
    ...list,
    { method: "GET", path: "/api/v2/agents/scorecards", exchanges: 0 },
  ]);
  expect(counts).toMatchObject({ "/api/v2/agents/scorecards": 1 });
});

test("a path that traffic no longer has stays, with 0 exchanges", async () => {
  const { counts } = await learnAgainWith((list) => [...list, { method: "PUT", path: "/api/v2/x/{y}", exchanges: 9 }]);
  expect(counts).toMatchObject({ "/api/v2/x/{y}": 0 });
});

test("a name of the index is given to a path, and applied without a question", async () => {
  const { output } = await learnAgainWith((list) =>
    list.map((entry) => (entry.path.endsWith("/live") ? { ...entry, name: "Fetch Live Agent" } : entry)),
  );
  expect(output).toMatch(/given {6}GET \/api\/v2\/agents\/live: "Fetch Live Agent"/);
  await runHere(learnCommand, ["--apply", review, "--contract", contract]);
  expect(parse(readFileSync(contract, "utf8")).paths["/api/v2/agents/live"].get.operationId).toBe("fetchLiveAgent");
});

test.each([
  ["without a path", { method: "GET" }],
  ["of an unknown method", { method: "LIST", path: "/api/v2/a" }],
  ["with a blank", { method: "GET", path: "/api/v2/a b" }],
  ["with a slash at its end", { method: "GET", path: "/api/v2/a/" }],
])("an entry %s is reported in a sentence", async (_, entry) => {
  writeFileSync(review, JSON.stringify({ "x-paths": [entry], overlay: "1.1.0", actions: [] }));
  const { exitCode, output } = await learn();
  expect([exitCode, output]).toEqual([2, expect.stringContaining("Entry 1 of x-paths in")]);
  expect(output).toContain("needs a method and a path such as /agents/{agentId}.");
});

test("a name that the index doesn't have is reported in a sentence", async () => {
  const entry = { method: "GET", path: "/api/v2/agents/live", name: "Nothing" };
  writeFileSync(contract, readFileSync(contractFile));
  writeFileSync(review, JSON.stringify({ "x-paths": [entry], overlay: "1.1.0", actions: [] }));
  expect(await learn()).toMatchObject({
    exitCode: 2,
    output: expect.stringContaining("The index has no other GET of the name that /api/v2/agents/live has in x-paths."),
  });
});
