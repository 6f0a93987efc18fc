import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { copyProject } from "../../scripts/tools/copy.ts";
import { run } from "../../scripts/tools/run.ts";

const copy = copyProject("odd");
afterAll(() => rmSync(copy, { recursive: true, maxRetries: 3 }));

/** Runs a command of the copy, which fails without a stack trace, and returns its output. */
async function fails(file: string, ...args: string[]): Promise<string> {
  const { ok, output } = await run(process.execPath, ["--import", "tsx", join(copy, file), ...args]);
  expect(output).not.toMatch(/^ +at /m);
  expect(ok).toBe(false);
  return output;
}

// In this order: each state is added to those before.
test("without git, the lint of the language says so", async () => {
  rmSync(join(copy, ".git"), { recursive: true });
  expect(await fails("scripts/lint.ts", "language")).toMatch(/^FAILED +language\n\n.*not a git repository/s);
});

test("a deleted file isn't a finding of the language", async () => {
  execFileSync("git", ["init", "--quiet", copy]);
  execFileSync("git", ["-C", copy, "add", "."]);
  rmSync(join(copy, "SECURITY.md"));
  const { output } = await run(process.execPath, ["--import", "tsx", join(copy, "scripts/lint.ts"), "language"]);
  expect(output).toMatch(/^ok +language/);
});

const operation = ["--id", "a", "--method", "GET", "--path", "/a", "--area", "A", "--name", "A"];

test.each([["build"], ["release", "--dry-run"], ["learn", "traffic.har"], ["add-operation", ...operation]])(
  "with a contract that isn't YAML, %s names the file and the line",
  async (script = "", ...args) => {
    writeFileSync(join(copy, "openapi/openapi.yaml"), "openapi: 3.1.1\ninfo: [\n");
    expect(await fails(`scripts/${script}.ts`, ...args)).toMatch(/openapi\.yaml" \(3:1\)/);
  },
);

test("with a contract that isn't YAML, verify names the file", async () => {
  writeFileSync(join(copy, "openapi/openapi.yaml"), "openapi: 3.1.1\ninfo: [\n");
  expect(await fails("src/cli.ts", "verify", "--har", "traffic.har")).toMatch(/^openapi\.yaml isn't valid:/);
});
