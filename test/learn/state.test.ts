import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeTruth } from "../../scripts/bench/truth/service.ts";
import { makeTraffic } from "../../scripts/bench/truth/traffic.ts";
import { learnCommand } from "../../scripts/learn.ts";
import { createRandom, shuffle } from "../../scripts/tools/random.ts";
import { runHere } from "../command.ts";
import { contractFile } from "./contract.ts";
import { createExchange, getExchange } from "./helpers.ts";

const folder = mkdtempSync(join(tmpdir(), "learn-state-"));
const contract = join(folder, "openapi.yaml");
writeFileSync(contract, readFileSync(contractFile));
const pathOf = (name: string) => join(folder, name);
const run = (...args: string[]) => runHere(learnCommand, [...args, "--contract", contract]);

const getPage = (query: string, fields: object) =>
  getExchange(`junkConversations?${query}`, { pageSize: 20, pageNumber: 0, totalRooms: 0, rooms: [], ...fields });

/** Exchanges whose facts need several of them, which parts separate. */
const entries = [
  ...makeTraffic(
    makeTruth().filter((_, index) => index % 9 === 0),
    4,
  ),
  ...["ann", "bob", "cyd", "dora"].map((name) => getExchange(`rooms/${name}/messages`, { messages: [{ id: 1 }] })),
  getExchange("rooms/eve", { margaret: 1, byUser: { margaret: 2 } }),
  getPage("per=7", { pageSize: 7 }),
  getPage("per=5", { pageSize: 5 }),
  getExchange("tasks?tag=a", { items: [{ id: 1, owner: null }] }),
  getExchange("tasks?tag=b&tag=c&margaret=1", { items: [{ id: "x", task_17: 1, address1: "a" }] }),
  createExchange({ method: "GET", path: "/api/v2/tasks/5" }, { status: 404 }, "2026-05-01"),
  createExchange({ method: "GET", path: "/api/v2/tasks/abc1234f" }, { status: 200, mediaType: "text/csv", body: "a" }),
];

async function writeParts(name: string, count: number, list: readonly object[]): Promise<string[]> {
  const files = Array.from({ length: count }, (_, part) => pathOf(`${name}-${part}.json`));
  for (const [part, file] of files.entries()) {
    const lines = list.filter((_, index) => index % count === part).map((entry) => JSON.stringify(entry));
    writeFileSync(pathOf("part.ndjson"), lines.join("\n"));
    expect(await run("--state", file, pathOf("part.ndjson"))).toMatchObject({ exitCode: 0 });
  }
  return files;
}

test.each([1, 2, 3, 7])(
  "the states of %s parts, in any order, give the same document and report as one run",
  async (count) => {
    writeFileSync(pathOf("whole.ndjson"), entries.map((entry) => JSON.stringify(entry)).join("\n"));
    const wholeRun = await run(pathOf("whole.ndjson"), "--out", pathOf("whole.yaml"));
    expect(wholeRun).toMatchObject({ exitCode: 0 });
    const random = createRandom(count);
    const files = await writeParts("state", count, shuffle(random, entries));
    const merged = await run(...shuffle(random, files), "--out", pathOf("merged.yaml"));
    expect(merged.output.replaceAll("merged.yaml", "whole.yaml")).toBe(wholeRun.output);
    const document = readFileSync(pathOf("merged.yaml"), "utf8");
    expect(document).toBe(readFileSync(pathOf("whole.yaml"), "utf8"));
    expect(document).toContain("/api/v2/rooms/{roomId}/messages");
  },
);

test("states and recordings can be read together", async () => {
  const [state = ""] = await writeParts("together", 2, entries);
  const otherLines = entries.filter((_, index) => index % 2 === 1).map((entry) => JSON.stringify(entry));
  writeFileSync(pathOf("rest.ndjson"), otherLines.join("\n"));
  await run(pathOf("rest.ndjson"), state, "--out", pathOf("together.yaml"));
  expect(readFileSync(pathOf("together.yaml"), "utf8")).toBe(readFileSync(pathOf("whole.yaml"), "utf8"));
});

test("a state has no value, no name that isn't known, and no word that isn't known", async () => {
  const [state = ""] = await writeParts("secret", 1, entries);
  const text = readFileSync(state, "utf8");
  expect(text).toContain("address1");
  expect(text).not.toMatch(/margaret|ann"|bob|dora|task_17|maria|said|@mail|t0p-s3cret|agt_|2026-03-01T/);
});

test.each([
  ["that was cut", '{"learnState":1,"scope"', /isn't a whole state: write it again with --state\.$/],
  [
    "of another contract",
    '{"learnState":1,"scope":"x","observations":{}}',
    /was written with another contract or other/,
  ],
])("a state %s is reported in a sentence", async (_, text, sentence) => {
  writeFileSync(pathOf("wrong.json"), text);
  expect(await run(pathOf("wrong.json"))).toMatchObject({ exitCode: 2, output: expect.stringMatching(sentence) });
});
