import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addOperation } from "../../scripts/add-operation.ts";
import { readContract } from "../../scripts/contract/document.ts";
import { indexedOperations } from "../../scripts/contract/operations.ts";
import { copyProject } from "../../scripts/tools/copy.ts";
import { run } from "../../scripts/tools/run.ts";
import { runHere } from "../command.ts";

// A copy of the project, in whose repository the last release is tagged.
const copy = copyProject("release");
const contractFile = join(copy, "openapi/openapi.yaml");
const noteFile = join(copy, "release/changes/planted.md");
const contract = readFileSync(contractFile, "utf8");

const git = async (...args: string[]) =>
  expect(
    await run("git", ["-C", copy, "-c", "user.name=test", "-c", "user.email=test@example.com", ...args]),
  ).toMatchObject({
    ok: true,
  });
// In this process, since compilers take longer to load than to run.
const { releaseCommand } = await import(join(copy, "scripts/release.ts"));
const release = (...args: string[]) => runHere(releaseCommand, args);

const manifest = join(copy, "package.json");

beforeAll(async () => {
  writeFileSync(manifest, readFileSync(manifest, "utf8").replaceAll("/OWNER/", "/example/"));
  await git("add", ".");
  await git("commit", "--quiet", "--message", "0.1.0");
  await git("tag", "v0.1.0");
  writeFileSync(noteFile, "facts: Something became known.");
});
afterAll(() => rmSync(copy, { recursive: true }));

test("the committed API report is up to date, and the dry run shows a breaking change and rejects a patch version for it", async () => {
  const { path } = indexedOperations(readContract()).find(({ pathOperation }) => pathOperation)?.pathOperation ?? {};
  writeFileSync(contractFile, contract.replace(`\n  ${path}:\n`, `\n  ${path}Renamed:\n`));
  const { exitCode, output } = await release("--dry-run", "0.1.1");
  expect([exitCode, output]).toEqual([1, expect.not.stringContaining("Stale: ")]);
  expect(output).toMatch(new RegExp(`^major  Contract: .*${path}`, "m"));
  expect(output).toContain("Not releasable: 0.1.1 doesn't fit major changes since 0.1.0: at least 0.2.0.");
});

test("a placeholder of the repository stops a release, but no dry run, which names it", async () => {
  const text = readFileSync(manifest, "utf8");
  writeFileSync(manifest, text.replace("/example/", "/OWNER/"));
  writeFileSync(contractFile, contract);
  const reason = "Not publishable: package.json has a placeholder for its repository";
  expect(await release("--dry-run")).toMatchObject({ exitCode: 0, output: expect.stringContaining(reason) });
  expect(await release()).toMatchObject({ exitCode: 1, output: expect.stringContaining(reason) });
  expect(readFileSync(join(copy, "CHANGELOG.md"), "utf8")).not.toContain("## 0.1.1");
  writeFileSync(manifest, text);
});

test("an additive change is released as a patch before 1.0, and a dry run writes nothing", async () => {
  const { area = "", name = "" } =
    indexedOperations(readContract()).find(({ knowledge, method }) => knowledge === "name" && method === "POST") ?? {};
  const operation = { id: "plantedOne", method: "POST", path: "/api/v2/planted", area, name };
  writeFileSync(contractFile, addOperation(contract, operation));
  const outcome = await release("--dry-run");
  expect(outcome.exitCode, outcome.output).toBe(0);
  expect(outcome.output).toMatch(/^minor {2}Contract: .*~1planted added\.$/m);
  expect(outcome.output).toMatch(/## 0\.1\.1\n\n### Facts learned\n\n(- .*\n)*- Something became known\./);
  expect(outcome.output).toMatch(/\d+ files, \d+ kB unpacked, as 0\.1\.1\.\n\n# Tagged\n\nv0\.1\.1\n\n# Deployed/);
  expect(readFileSync(join(copy, "package.json"), "utf8")).toContain('"version": "0.1.0"');

  expect((await release()).output).toContain('git commit -am "Release v0.1.1" && git tag v0.1.1');
  expect(readFileSync(join(copy, "package.json"), "utf8")).toContain('"version": "0.1.1"');
  expect(readFileSync(contractFile, "utf8")).toContain("\n  version: 0.1.1\n");
  expect(await release("--check")).toMatchObject({ exitCode: 0, output: "The package may be published." });
});

test("notes after the changelog was written, and before the first tag, join the part of the version", async () => {
  await git("tag", "--delete", "v0.1.0");
  writeFileSync(noteFile, "client: A later change.");
  expect((await release()).output).toContain("# The first release");
  const changelog = readFileSync(join(copy, "CHANGELOG.md"), "utf8");
  expect(changelog.match(/^## 0\.1\.1$/gm)).toHaveLength(1);
  const [, part = ""] = changelog.split(/^## .+$/m);
  expect(part).toMatch(/- A later change\.$/m);
  expect(part).toMatch(/- Something became known\.$/m);
});
