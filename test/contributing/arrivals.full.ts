import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type Contract, parseContract, readContract } from "../../scripts/contract/document.ts";
import { editYaml } from "../../scripts/contract/edit.ts";
import { readLearned, renderLearned } from "../../scripts/learn/learned-file.ts";
import { outputOf, run } from "../../scripts/tools/run.ts";
import { indexEntries } from "../../src/openapi/operation-index.ts";
import { operationsOf } from "../../src/openapi/operations.ts";
import { unknowns } from "../../src/openapi/unknowns.ts";
import { describedFactsOf, describedUnknowns } from "../contract/facts.ts";
import { readData } from "../data.ts";
import { acceptAll, createExchange, getExchange } from "../learn/helpers.ts";
import { copyProject } from "../project-copy.ts";
import { applyEdits, type Edits, objectAt } from "../scripts/contract-copy.ts";
import { answerUnknown, type Changes, changeContract } from "./answers.ts";

/**
 * A copy of the project, in which a maintainer makes one change after another by CONTRIBUTING.md.
 * The tests run once, after the last: with as many copies as facts, they'd take half an hour.
 */
const copy = copyProject("arrivals");
afterAll(() => rmSync(copy, { recursive: true, maxRetries: 3 }));

const contractFile = "openapi/openapi.yaml";
const read = (file: string) => readFileSync(join(copy, file), "utf8");
const write = (file: string, text: string) => writeFileSync(join(copy, file), text);
const edit = (file: string, change: (text: string) => string) => write(file, change(read(file)));
const readCopy = (): Contract => parseContract(read(contractFile));
const runNode = (...args: string[]) =>
  run(process.execPath, ["--import", "tsx", ...args], { FULL: "" }, copy);
const runScript = (name: string, ...args: string[]) =>
  outputOf(runNode(`scripts/${name}.ts`, ...args));
const git = (...args: string[]) =>
  execFileSync("git", ["-C", copy, ...args], { encoding: "utf8" }).trim();

function commit(message: string): void {
  git("add", ".");
  const author = ["-c", "user.name=A", "-c", "user.email=a@example.com"];
  git(...author, "commit", "--quiet", "--message", message);
}
commit("Before");

/** Returns the files that a list of CONTRIBUTING.md names; a folder ends with a slash. */
function filesOf(list: string): string[] {
  const sections = readFileSync("CONTRIBUTING.md", "utf8").split(/^##+ /m);
  const steps = [`${list}\n`, "The last steps of every list\n"].map(
    (heading) => sections.find((text) => text.startsWith(heading)) ?? expect.unreachable(heading),
  );
  return [...steps.join("\n").matchAll(/^\d\. (.*?): /gm)].flatMap(([, names = ""]) =>
    [...names.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path),
  );
}

/** Takes the last steps but the report, and expects the list to name every changed file. */
async function takeLastSteps(list: string, fact: string): Promise<void> {
  await runScript("generate");
  write(".changeset/a-fact.md", `---\n"phone-agent-api": minor\n---\n\n${fact}.\n`);
  git("add", ".");
  const changed = git("diff", "--cached", "--name-only").split("\n");
  const isNamed = (file: string) =>
    filesOf(list).some((path) => file === path || `${dirname(file)}/`.startsWith(path));
  expect(changed).toContain(contractFile);
  expect(changed.filter((file) => !isNamed(file))).toEqual([]);
  commit(fact);
}

/** Copies the facts into the table that repeats them, and rewrites the sentences on an unknown. */
function repeatFacts(before: Contract): void {
  const contract = readCopy();
  const ids = unknowns(contract).map(({ id }) => id);
  const closedIds = unknowns(before).flatMap(({ id }) => (ids.includes(id) ? [] : id));
  const guides = readdirSync(join(copy, "scripts/docs/guides"));
  for (const file of ["README.md", ...guides.map((name) => `scripts/docs/guides/${name}`)])
    for (const id of closedIds)
      edit(file, (text) =>
        text
          // A sentence on what is known is about another unknown now, and a link to it is its words.
          .replaceAll(RegExp(`(?<=<!-- unknown:.*)\\b${id}(?=[, ])`, "g"), `${ids[0]}`)
          .replaceAll(RegExp(`\\[([^\\]]*)\\]\\([^)]*#${id}\\)`, "g"), "$1"),
      );
  const tables = {
    statedFacts: describedFactsOf(contract),
    unknownIds: describedUnknowns(contract).map(({ id, pointer }) => `${pointer}: ${id}`),
  };
  for (const [name, lines] of Object.entries(tables)) {
    const table = lines.join("\n").replaceAll("\\", "\\\\");
    const pattern = RegExp(`(?<=const ${name} = \`\n).*?(?=\n\`;)`, "s");
    edit("test/contract/contract.test.ts", (text) => text.replace(pattern, () => table));
  }
}

interface Arrival extends Changes {
  fact: string;
  add?: { id: string; method: string; path: string };
  closes?: string[];
  setOfEach?: Edits;
  readme?: Record<string, string>;
}

/** Lists the unknowns and the texts that an arrival replaces, and a contract doesn't have. */
function findMissing(contract: Contract, { closes = [], replace = {} }: Arrival): string[] {
  const text = JSON.stringify(contract);
  return [...closes, ...Object.keys(replace)].filter((old) => !text.includes(JSON.stringify(old)));
}

test.for<Arrival>(readData("contributing/arrivals.yaml"))(
  "$fact arrives",
  async (arrival, { skip }) => {
    const { fact, add, closes = [], setOfEach = {}, readme = {}, ...changes } = arrival;
    const before = readCopy();
    function end(reason: string): void {
      console.log(`Skipped: ${fact}. ${reason}`);
      skip(reason);
    }
    if (add) {
      const rows = indexEntries(before).filter(({ method }) => method === add.method);
      const row = rows.find(({ operationId }) => !operationId);
      if (!row) return end(`Every ${add.method} of the index is documented.`);
      const options = Object.entries({ ...add, area: row.area, name: row.name });
      await runScript("add-operation", ...options.flatMap(([name, value]) => [`--${name}`, value]));
    } else {
      // A word that no contract has had is a mistake.
      expect(findMissing(readContract("test/frozen/openapi.yaml"), arrival)).toEqual([]);
      const missing = findMissing(before, arrival);
      if (missing.length > 0) return end(`The contract has no ${missing.join(", ")} any more.`);
    }
    const changed = changeContract(closes.reduce(answerUnknown, readCopy()), changes);
    for (const { keys } of operationsOf(changed)) applyEdits(objectAt(changed, ...keys), setOfEach);
    edit(contractFile, (text) => editYaml(text, changed as never));
    for (const [pattern, text] of Object.entries(readme))
      edit("README.md", (readme) => readme.replaceAll(RegExp(pattern, "g"), text));
    if (!add) repeatFacts(before);
    await takeLastSteps(add ? "Add an operation" : "Close an unknown", fact);
  },
);

// The component that it gets has the name of a type in src.
test("what a recording shows of three unknown operations and a status is applied", async () => {
  const before = readCopy();
  const documented = operationsOf(before).find(({ id }) => id === "listWebhookRelayTypes");
  const post = { method: "POST", path: "/api/v2/operations", mediaType: "application/json" };
  const id = (id: number) => ({ id });
  const entries = [
    ...[1, 2, 3].map((number) => getExchange(`operationTypes/${number}`, id(number))),
    getExchange("operations", { operations: [id(1)] }),
    createExchange({ ...post, body: id(7) }, { status: 201, body: id(8) }),
    createExchange({ method: "GET", path: `${documented?.path}` }, { body: [] }),
  ];
  const [traffic, learned] = ["traffic.har", "learned.yaml"];
  write(traffic, JSON.stringify({ log: { version: "1.2", entries } }));
  await runScript("learn", traffic, "--out", learned);
  write(learned, renderLearned(acceptAll(readLearned(join(copy, learned)))));
  await runScript("learn", "--apply", learned);
  const { paths, components } = readCopy();
  expect(Object.keys(paths).filter((path) => !(path in before.paths))).toHaveLength(2);
  expect(Object.keys(components.schemas)).toContain("Operation");
  repeatFacts(before);
  await takeLastSteps("Learn from traffic", "What a recording shows");
});

test("with all of these, every test passes", async () => {
  await runScript("release", "--report");
  const { ok, output } = await runNode("scripts/test.ts");
  expect(ok, output).toBe(true);
}, 1_800_000);
