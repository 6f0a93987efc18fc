import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { copyProject } from "../../scripts/tools/copy.ts";
import type { Command } from "../../src/commands/command.ts";
import { runHere } from "../command.ts";

const copy = copyProject("odd");
afterAll(() => rmSync(copy, { recursive: true, maxRetries: 3 }));

const lint = async (step: string) => runHere((await import(join(copy, "scripts/lint.ts"))).lintCommand, [step]);

// In this order: each state is added to those before.
test("without git, the lint of the language says so", async () => {
  rmSync(join(copy, ".git"), { recursive: true });
  const { exitCode, output } = await lint("language");
  expect(output).toMatch(/^FAILED +language\n\n.*not a git repository/s);
  expect(exitCode).toBe(1);
});

test("a deleted file isn't a finding of the language", async () => {
  execFileSync("git", ["init", "--quiet", copy]);
  execFileSync("git", ["-C", copy, "add", "."]);
  rmSync(join(copy, "SECURITY.md"));
  expect((await lint("language")).output).toMatch(/^ok +language/);
});

const operation = ["--id", "a", "--method", "GET", "--path", "/a", "--area", "A", "--name", "A"];

test.each<[command: string, file: string, place: RegExp, args?: string[]]>([
  ["buildCommand", "scripts/build.ts", /openapi\.yaml" \(3:1\)/],
  ["releaseCommand", "scripts/release.ts", /openapi\.yaml" \(3:1\)/, ["--dry-run"]],
  ["learnCommand", "scripts/learn.ts", /openapi\.yaml" \(3:1\)/, ["traffic.har"]],
  ["addOperationCommand", "scripts/add-operation.ts", /openapi\.yaml" \(3:1\)/, operation],
  ["runVerify", "src/verify/command.ts", /^openapi\.yaml isn't valid:/, ["--har", "traffic.har"]],
])("with a contract that isn't YAML, %s ends with its file and place", async (name, file, place, args = []) => {
  writeFileSync(join(copy, "openapi/openapi.yaml"), "openapi: 3.1.1\ninfo: [\n");
  const command: Command = (await import(join(copy, file)))[name];
  // An ending has an exit code. Any other error would be printed with its stack.
  await expect(command(args)).rejects.toMatchObject({ exitCode: 2, message: expect.stringMatching(place) });
});
