import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { root } from "../../scripts/tools/run.ts";
import { contractFile } from "../learn/contract.ts";
import { makeTruth } from "../learn/truth/service.ts";
import { makeTraffic } from "../learn/truth/traffic.ts";

const samples = join(root, "test/samples/recipes");
const folder = mkdtempSync(join(tmpdir(), "recipe-learn-"));
const contract = join(folder, "openapi.yaml");
cpSync(contractFile, contract);
const tsx = pathToFileURL(join(root, "node_modules/tsx/dist/loader.mjs")).href;
const learn = [process.execPath, "--import", tsx, join(root, "scripts/learn.ts"), "--contract", contract];

const operations = makeTruth().filter((_, index) => index % 8 === 0);
const lines = [...makeTraffic(operations, 20)].map((entry) => `${JSON.stringify(entry)}\n`);
writeFileSync(join(folder, "traffic.ndjson"), lines.join(""));

function runIn(cwd: string, command: string[], env: Record<string, string> = {}): string {
  const [file = "", ...args] = command;
  const { status, stdout, stderr } = spawnSync(file, args, { cwd, env: { ...process.env, ...env }, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr + stdout);
  return stdout;
}

const wholeDocument = () => {
  runIn(folder, [...learn, "traffic.ndjson", "--out", "whole.yaml"]);
  return readFileSync(join(folder, "whole.yaml"), "utf8");
};

const hasParallel = spawnSync("parallel", ["--version"]).status === 0;
if (!hasParallel) console.log("Skipped: the recipe for GNU parallel needs `parallel`.");

test.skipIf(!hasParallel)(
  "with GNU parallel, two jobs give the same document as one run",
  () => {
    const script = join(samples, "learn-parallel.sh");
    runIn(folder, ["sh", script, "traffic.ndjson", "--jobs", "2"], { LEARN: learn.join(" ") });
    const files = readdirSync(folder).filter((file) => file.startsWith("part-"));
    expect(files.sort()).toEqual(["part-1.json", "part-2.json"]);
    expect(readFileSync(join(folder, "learned.yaml"), "utf8")).toBe(wholeDocument());
  },
  120_000,
);

test("the pods of an indexed Job give the same document as one run", () => {
  const job = parse(readFileSync(join(samples, "learn-job.yaml"), "utf8"));
  expect(job.spec.completionMode).toBe("Indexed");
  const [{ command, volumeMounts }] = job.spec.template.spec.containers;
  const [shell, option, text] = command as string[];
  const pods = [0, 1, 2];
  for (const index of pods) {
    const part = lines.filter((_, line) => line % pods.length === index);
    writeFileSync(join(folder, `traffic-${index}.ndjson`), part.join(""));
    const podText = `${text}`
      .replaceAll(volumeMounts[0].mountPath, folder)
      .replace("npm run learn --", learn.map((word) => `'${word}'`).join(" "));
    runIn(folder, [`${shell}`, `${option}`, podText], { JOB_COMPLETION_INDEX: `${index}` });
  }
  runIn(folder, [...learn, ...pods.toReversed().map((index) => `part-${index}.json`), "--out", "merged.yaml"]);
  expect(readFileSync(join(folder, "merged.yaml"), "utf8")).toBe(wholeDocument());
}, 120_000);
