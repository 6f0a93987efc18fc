import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fail, orFail, readArguments } from "../src/commands/command.ts";
import { bundleDeclarations, type Declarations } from "./build/declarations.ts";
import { buildPackage } from "./build.ts";
import { readContract } from "./contract/document.ts";
import { writeApiReport } from "./release/api.ts";
import { addNotes, listNotes, readNotes } from "./release/changelog.ts";
import { findObstacles, findPlaceholders, type Manifest, type Plan, plan, type Surface } from "./release/plan.ts";
import { outputOf, root, run, runIfMain } from "./tools/run.ts";

const help = `Prepares a release: compares with the last one, and writes the version and the changelog.

  npm run release -- --dry-run           shows what would change, be published, tagged and deployed; writes nothing
  npm run release -- [VERSION]           default: the least version that fits the changes
  npm run release -- --report            writes release/api.d.ts, the public TypeScript surface
  npm run release -- --check             check that the package can be published; npm publish runs it

It exits with 1 if the version doesn't fit the changes. The last release is the newest tag v*.
`;

const pathOf = (file: string) => join(root, file);
const read = (file: string) => readFileSync(pathOf(file), "utf8");
const reportFile = "release/api.d.ts";
const contractFile = "openapi/openapi.yaml";
const notesFolder = pathOf("release/changes");

const readManifest = () => JSON.parse(read("package.json")) as Manifest;

/** Reads the version, the contract and the API report at the newest tag; `undefined` before the first release. */
async function readLastRelease(): Promise<Surface | undefined> {
  const git = (...args: string[]) => outputOf(run("git", args));
  const [tag] = (await git("tag", "--list", "v*", "--sort=-version:refname")).split("\n");
  if (!tag) return undefined;
  const show = (file: string) => git("show", `${tag}:${file}`);
  return { version: tag.slice(1), contract: await show(contractFile), api: await show(reportFile) };
}

function printPlan({ version, changes, notes }: Plan, last?: Surface): void {
  console.log(`# ${last ? `Changes since ${last.version}` : "The first release"}`);
  const notable = changes.filter(({ impact }) => impact !== "patch");
  for (const { impact, text } of notable) console.log(`${impact}  ${text}`);
  if (last) console.log(`patch  ${changes.length - notable.length} more changes.`);
  console.log(`\n${addNotes("# Changelog", version, notes)}`);
}

/** Prints what would be published, tagged and deployed. The types are read once, and so npm runs no build. */
async function printPackage(version: string, declarations: Declarations): Promise<void> {
  console.log("# Published\n\nPacking …");
  await buildPackage(declarations);
  const report = await outputOf(run("npm", ["pack", "--dry-run", "--json", "--silent", "--ignore-scripts"]));
  const [{ files, entryCount, unpackedSize }] = JSON.parse(report);
  console.log(files.map(({ path }: { path: string }) => path).join("\n"));
  console.log(`${entryCount} files, ${Math.round(unpackedSize / 1000)} kB unpacked, as ${version}.`);
  console.log(`\n# Tagged\n\nv${version}\n\n# Deployed\n\nThe reference, on GitHub Pages.`);
}

/** Writes the version, moves the notes to its part of the changelog, and deletes their files. */
async function write({ version, notes }: Plan): Promise<void> {
  const edit = (file: string, change: (text: string) => string) => writeFileSync(pathOf(file), change(read(file)));
  await outputOf(run("npm", ["version", version, "--no-git-tag-version", "--allow-same-version"]));
  for (const file of [contractFile, "openapi/contract.arazzo.yaml"]) {
    edit(file, (text) => text.replace(/^( {2}version: ).+$/m, `$1${version}`));
  }
  edit("CHANGELOG.md", (text) => addNotes(text, version, notes));
  for (const name of listNotes(notesFolder)) rmSync(join(notesFolder, name));
}

async function release(requestedVersion: string | undefined, dryRun: boolean): Promise<number> {
  // First, since all that follows needs a contract that can be read.
  readContract();
  const declarations = await bundleDeclarations();
  const api = writeApiReport(declarations);
  if (read(reportFile) !== api)
    fail(`Stale: ${reportFile}. Run \`npm run release -- --report\` and commit the result.`);
  const last = await readLastRelease();
  const current = { version: readManifest().version, contract: read(contractFile), api };
  const releasePlan = await plan(current, last, readNotes(notesFolder), requestedVersion);
  printPlan(releasePlan, last);
  const obstacles = findPlaceholders(readManifest());
  const isRefused = releasePlan.refusals.length > 0 || (obstacles.length > 0 && !dryRun);
  if (!isRefused) await printPackage(releasePlan.version, declarations);
  for (const reason of obstacles) console.error(`\nNot publishable: ${reason}`);
  for (const reason of releasePlan.refusals) console.error(`\nNot releasable: ${reason}`);
  if (isRefused) return 1;
  if (dryRun) return 0;
  await write(releasePlan);
  const tag = `v${releasePlan.version}`;
  const commands = `git commit -am "Release ${tag}" && git tag ${tag} && git push origin main ${tag}`;
  console.log(`\nWritten. Review it, then: ${commands}`);
  return 0;
}

function checkPublishable(): void {
  const reasons = findObstacles({
    manifest: readManifest(),
    contract: readContract().info.version,
    changelog: read("CHANGELOG.md"),
    notes: listNotes(notesFolder),
    tag: process.env["GITHUB_REF_TYPE"] === "tag" ? process.env["GITHUB_REF_NAME"] : undefined,
  });
  if (reasons.length > 0) fail(reasons.join("\n"));
  console.log("The package may be published.");
}

export async function releaseCommand(args: string[]): Promise<number> {
  const flag = { type: "boolean", default: false } as const;
  const { values, positionals } = readArguments("npm run release --", help, {
    args,
    allowPositionals: true,
    options: { "dry-run": flag, report: flag, check: flag },
  });
  const version = positionals.join(" ") || undefined;
  if (version && !/^(0|[1-9]\d*)(\.(0|[1-9]\d*)){2}$/.test(version))
    fail(`VERSION is one such as 1.2.0, not ${version}.`);
  if (!values.check) console.error("Reading the public types …");
  if (values.report) {
    writeFileSync(pathOf(reportFile), writeApiReport(await orFail(bundleDeclarations)));
    console.log(`Wrote ${reportFile}.`);
  } else if (values.check) await orFail(checkPublishable);
  else return orFail(() => release(version, values["dry-run"]));
  return 0;
}

await runIfMain(import.meta.url, releaseCommand);
