import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { type Contract, parseContract } from "../../scripts/contract/document.ts";
import { editYaml } from "../../scripts/contract/edit.ts";
import { outputOf, run } from "../../scripts/tools/run.ts";
import { unknowns } from "../../src/openapi/unknowns.ts";
import { describedFactsOf, describedUnknowns } from "../contract/facts.ts";
import { createExchange, getExchange } from "../learn/helpers.ts";
import { copyProject } from "../project-copy.ts";
import { applyEdits } from "../scripts/contract-copy.ts";
import { answerUnknown } from "./answers.ts";

/**
 * A copy of the project, in which a maintainer makes one change after another by CONTRIBUTING.md.
 * The tests run once, after the last: with as many copies as facts, they'd take half an hour.
 */
const copy = copyProject("arrivals");
afterAll(() => rmSync(copy, { recursive: true, maxRetries: 3 }));

const contractFile = "openapi/openapi.yaml";
const read = (file: string) => readFileSync(join(copy, file), "utf8");
const write = (file: string, text: string) => writeFileSync(join(copy, file), text);
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
mkdirSync(join(copy, "dist"));

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

/** Makes a change, takes the last steps, and expects the list to name every changed file. */
async function arrive(list: string, fact: string, change: () => unknown) {
  await change();
  await runScript("generate");
  await runScript("release", "--report");
  write(".changeset/a-fact.md", `---\n"phone-agent-api": minor\n---\n\n${fact}.\n`);
  git("add", ".");
  const changed = git("diff", "--cached", "--name-only").split("\n");
  const isNamed = (file: string) =>
    filesOf(list).some((path) => file === path || `${dirname(file)}/`.startsWith(path));
  expect(changed).toContain(contractFile);
  expect(changed.filter((file) => !isNamed(file))).toEqual([]);
  commit(fact);
}

function editContract(edit: (contract: Contract) => Contract): void {
  const text = read(contractFile);
  write(contractFile, editYaml(text, edit(parseContract(text)) as never));
}

/** Copies the facts into the table that repeats them, and rewrites the sentences on an unknown. */
function repeatFacts(before: Contract): void {
  const contract = parseContract(read(contractFile));
  const ids = unknowns(contract).map(({ id }) => id);
  const rewriteLine = (line: string) =>
    unknowns(before).reduce((text, { id }) => {
      if (ids.includes(id) || !text.includes(id)) return text;
      const rewritten = text
        .replace(` <!-- unknown: ${id} -->`, "")
        .replace(RegExp(`(?<=<!-- unknown:.*)( ${id},|, ${id}(?=[, ]))`), "")
        .replace(RegExp(`\\[([^\\]]*)\\]\\([^)]*#${id}\\)`), "$1");
      return text.includes(`<!-- unknown: ${id} -->`)
        ? rewritten.replaceAll(/\bunknown\b/g, "documented")
        : rewritten;
    }, line);
  // The README's first screen shows the unit as an unknown, in three forms.
  if (!ids.includes("relay-timeout-unit"))
    write(
      "README.md",
      read("README.md")
        .replaceAll(/A duration\.(?! It)( Unknown: .*?`\.)?/g, "A duration. It is in seconds.")
        .replaceAll(
          /\n +(x-not-shown:|relay-timeout-unit: .*|- \*\*Unknown:.*timeout.*)(?=\n)/g,
          "",
        ),
    );
  const guides = readdirSync(join(copy, "scripts/docs/guides"));
  for (const file of ["README.md", ...guides.map((name) => `scripts/docs/guides/${name}`)])
    write(file, read(file).split("\n").map(rewriteLine).join("\n"));

  const tables = {
    statedFacts: describedFactsOf(contract),
    unknownIds: describedUnknowns(contract).map(({ id, pointer }) => `${pointer}: ${id}`),
  };
  const table = "test/contract/contract.test.ts";
  for (const [name, lines] of Object.entries(tables)) {
    const text = lines.join("\n").replaceAll("\\", "\\\\");
    const pattern = RegExp(`(const ${name} = \`\n).*?(?=\n\`;)`, "s");
    write(
      table,
      read(table).replace(pattern, (_, start) => start + text),
    );
  }
}

test.each([
  ["relay-timeout-unit", "A unit"],
  ["list-tokens-success-status", "A status"],
  ["page-number-input-name", "The names of inputs"],
  ["token-in-header", "The token in a header"],
  ["base-url", "A base URL"],
])("the unknown %s is closed", (id, fact) =>
  arrive("Close an unknown", fact, () => {
    const before = parseContract(read(contractFile));
    editContract((contract) => answerUnknown(contract, id));
    repeatFacts(before);
  }),
);

test("an operation is added", () =>
  arrive("Add an operation", "An operation", async () => {
    const options = { id: "listWebhooks", method: "GET", path: "/api/v2/webhooks" };
    const names = { ...options, area: "Webhooks", name: "List Webhooks" };
    const args = Object.entries(names).flatMap(([name, value]) => [`--${name}`, value]);
    await runScript("add-operation", ...args);
    const { paths } = parseContract(read(contractFile));
    expect(paths["/api/v2/webhooks"]?.["get"]?.operationId).toBe("listWebhooks");
    editContract((contract) => {
      const edited = structuredClone(contract);
      applyEdits(edited, { "/paths/~1api~1v2~1webhooks/get/x-repeatable": true });
      return edited;
    });
  }));

test("what a recording shows of three unknown operations and a status is applied", () =>
  arrive("Learn from traffic", "What a recording shows", async () => {
    const id = (id: number) => ({ id });
    const entries = [
      ...[1, 2, 3].map((number) => getExchange(`tasks/${number}`, id(number))),
      getExchange("resellers", { resellers: [id(1)] }),
      createExchange(
        { method: "POST", path: "/api/v2/tasks", mediaType: "application/json", body: id(7) },
        { status: 201, body: id(8) },
      ),
      getExchange("webhookRelay/types", []),
    ];
    const [traffic, learned] = ["dist/traffic.har", "dist/learned.yaml"];
    write(traffic, JSON.stringify({ log: { version: "1.2", entries } }));
    await runScript("learn", traffic, "--out", learned);
    const decided = read(learned)
      .replaceAll("accept: ask", "accept: yes")
      .replaceAll(/(candidates:\n +- (.*)\n(?: +- .*\n)* +name: )ask/g, "$1$2");
    write(learned, decided);
    const before = parseContract(read(contractFile));
    await runScript("learn", "--apply", learned);
    const { paths } = parseContract(read(contractFile));
    expect(Object.keys(paths)).toHaveLength(Object.keys(before.paths).length + 3);
    repeatFacts(before);
  }));

test("with all of these, every test passes", async () => {
  const { ok, output } = await runNode("scripts/test.ts");
  if (ok) return;
  const files = [...new Set(output.match(/(?<=FAIL.*)test\/\S+\.test\.ts/g))];
  for (const change of git("log", "--reverse", "--format=%h %s").split("\n")) {
    git("checkout", "--quiet", change.slice(0, change.indexOf(" ")));
    const { ok, output } = await runNode("scripts/test.ts", ...files);
    expect(ok, `${change}\n${output}`).toBe(true);
  }
  expect.unreachable(output);
}, 1_800_000);
