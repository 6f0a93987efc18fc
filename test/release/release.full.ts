import { readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root, run } from "../../scripts/tools/run.ts";
import { copyProject } from "../project-copy.ts";

const copy = copyProject("release");
afterAll(() => rmSync(copy, { recursive: true }));
const read = (file: string) => readFileSync(join(copy, file), "utf8");
const edit = (file: string, passage: string, text: string) =>
  writeFileSync(join(copy, file), read(file).replace(passage, text));
const release = (args: string[] = [], env = {}) =>
  run(process.execPath, ["--import", "tsx", "scripts/release.ts", ...args], env, copy);
const initialVersion = JSON.parse(read("package.json")).version as string;

beforeAll(async () => {
  // What is installed here is as new as the copied lockfile.
  symlinkSync(join(root, "test/consumers/node_modules"), join(copy, "test/consumers/node_modules"));
  utimesSync(join(copy, "test/consumers/package-lock.json"), 1, 1);
  edit("package.json", "/OWNER/", "/example/");
  edit("CHANGELOG.md", "Not released yet.", "2026-11-28");
  for (const args of [
    ["add", "."],
    ["commit", "--quiet", "--message", "Initial"],
  ]) {
    const settings = ["-c", "user.name=test", "-c", "user.email=test@example.com"];
    expect(await run("git", [...settings, ...args], {}, copy)).toMatchObject({ ok: true });
  }
  writeFileSync(
    join(copy, ".changeset/fact.md"),
    '---\n"phone-agent-api": minor\n---\n\nSomething became known.\n',
  );
});

test("a dry run prints the changesets and what would be published, and writes nothing", async () => {
  const { ok, output } = await release(["--dry-run"]);
  expect([ok, output]).toEqual([true, expect.stringContaining("Something became known.")]);
  expect(output).toMatch(/ openapi\/openapi\.yaml$/m);
  expect(output).toContain(`version: ${initialVersion}`);
  expect(await run("git", ["status", "--porcelain", "--untracked-files=no"], {}, copy)).toEqual({
    ok: true,
    output: "",
  });
});

test("what isn't released can't be published, and what a release wrote can", async () => {
  expect(await release(["--check"])).toMatchObject({
    ok: false,
    output: expect.stringContaining("fact.md"),
  });
  expect(await release()).toMatchObject({ ok: true });
  const [major, minor] = initialVersion.split(".").map(Number);
  const version = `${major}.${Number(minor) + 1}.0`;
  for (const file of ["package.json", "package-lock.json"])
    expect(JSON.parse(read(file)).version).toBe(version);
  for (const file of ["openapi/openapi.yaml", "openapi/contract.arazzo.yaml"])
    expect(read(file)).toContain(`\n  version: ${version}\n`);
  expect(read("CHANGELOG.md")).toMatch(
    /^# .+\n\n## \S+\n+### Minor Changes\n\n- (\w+: )?Something became known\.\n/,
  );
  expect(await release(["--check"])).toMatchObject({
    ok: true,
    output: "The package may be published.",
  });
});

test.each([
  ["a placeholder", "package.json", "/example/", "/OWNER/", "placeholder"],
  [
    "another version of the contract",
    "openapi/openapi.yaml",
    "\n  version: ",
    "\n  version: 9",
    "The contract has version 9",
  ],
  [
    "an entry without a date",
    "CHANGELOG.md",
    "2026-11-28",
    "Not released yet.",
    "with the date of the release",
  ],
  [
    "a version without a part of the changelog",
    "CHANGELOG.md",
    "\n## ",
    "\n## 9",
    "CHANGELOG.md has no part for",
  ],
])("%s prevents publishing", async (_, file, passage, text, reason) => {
  const initialText = read(file);
  edit(file, passage, text);
  expect(await release(["--check"])).toMatchObject({
    ok: false,
    output: expect.stringContaining(reason),
  });
  writeFileSync(join(copy, file), initialText);
});

test("a tag of another version prevents publishing", async () => {
  const env = { GITHUB_REF_TYPE: "tag", GITHUB_REF_NAME: "v9.0.0" };
  const output = expect.stringContaining("The tag is v9.0.0");
  expect(await release(["--check"], env)).toMatchObject({ ok: false, output });
});
