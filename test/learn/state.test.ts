import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { learnCommand } from "../../scripts/learn.ts";
import { createRandom, shuffle } from "../../scripts/tools/random.ts";
import { runHere } from "../command.ts";
import { isFull } from "../runs.ts";
import { contractFile } from "./contract.ts";
import { createExchange, getExchange } from "./helpers.ts";
import { makeTruth } from "./truth/service.ts";
import { makeTraffic } from "./truth/traffic.ts";

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

/** Writes a recording, and returns its file. */
function writeRecording(name: string, list: readonly object[]): string {
  writeFileSync(pathOf(name), list.map((entry) => JSON.stringify(entry)).join("\n"));
  return pathOf(name);
}

/** Writes the state of a recording, and returns its file. */
async function writeState(name: string, list: readonly object[]): Promise<string> {
  expect(await run("--state", pathOf(name), writeRecording("part.ndjson", list))).toMatchObject({ exitCode: 0 });
  return pathOf(name);
}

const wholeRun = await run(writeRecording("whole.ndjson", entries), "--out", pathOf("whole.yaml"));
const wholeDocument = readFileSync(pathOf("whole.yaml"), "utf8");

test("one run on all exchanges distinguishes values from words", () => {
  expect(wholeRun).toMatchObject({ exitCode: 0 });
  expect(wholeDocument).toContain("/api/v2/rooms/{roomId}/messages");
});

test.each(isFull ? [1, 2, 3, 7] : [3])(
  "the states of %s parts, in any order, give the same document and report as one run",
  async (count) => {
    const random = createRandom(count);
    const shuffledEntries = shuffle(random, entries);
    const files: string[] = [];
    for (let part = 0; part < count; part++)
      files.push(
        await writeState(
          `state-${part}.json`,
          shuffledEntries.filter((_, index) => index % count === part),
        ),
      );
    const merged = await run(...shuffle(random, files), "--out", pathOf("merged.yaml"));
    expect(merged.output.replaceAll("merged.yaml", "whole.yaml")).toBe(wholeRun.output);
    expect(readFileSync(pathOf("merged.yaml"), "utf8")).toBe(wholeDocument);
  },
);

test("states and recordings can be read together", async () => {
  const [firstHalf, otherHalf] = [0, 1].map((half) => entries.filter((_, index) => index % 2 === half)) as [
    object[],
    object[],
  ];
  const files = [writeRecording("rest.ndjson", otherHalf), await writeState("together.json", firstHalf)];
  await run(...files, "--out", pathOf("together.yaml"));
  expect(readFileSync(pathOf("together.yaml"), "utf8")).toBe(wholeDocument);
});

test("a state has no value, no name that isn't known, and no word that isn't known", async () => {
  const text = readFileSync(await writeState("secret.json", entries), "utf8");
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
