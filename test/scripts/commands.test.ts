import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { learnCommand } from "../../scripts/learn.ts";
import { type Outcome, root, run } from "../../scripts/tools/run.ts";
import { runHere } from "../command.ts";
import { isFull } from "../runs.ts";

/** The commands of package.json that are scripts. Starting all costs 20 seconds: `npm test` runs one, in this process. */
const files = [
  ...new Set(Object.values(manifest.scripts).flatMap((line) => line.match(/(?:scripts|test)\/\S+\.ts/) ?? [])),
];
const startedFiles = isFull ? files : ["scripts/learn.ts"];

async function start(file: string, option: string): Promise<Outcome> {
  if (isFull) return run(process.execPath, ["--import", "tsx", file, option]);
  const { exitCode, output } = await runHere(learnCommand, [option]);
  return { ok: exitCode === 0, output };
}

test.each(startedFiles)("%s prints its help, and ends with 0", async (file) => {
  const { ok, output } = await start(file, "--help");
  expect(output).toMatch(/^\w[\s\S]*\.\n\n {2}npm (run|start|test)/);
  expect(ok).toBe(true);
});

test.each(startedFiles)("%s rejects an unknown option in one sentence, without a stack trace", async (file) => {
  const { ok, output } = await start(file, "--nothing");
  expect(output).toMatch(/^Unknown option '--nothing'\. Known: .*--help\.\n/);
  expect(output).not.toMatch(/^ +at /m);
  expect(ok).toBe(false);
});

test.each(files)("%s runs only if node was asked to run it", (file) => {
  expect(readFileSync(`${root}${file}`, "utf8")).toMatch(/\nawait runIfMain\(import\.meta\.url, \w+Command\);\n$/);
});
