import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readArguments } from "../src/commands/arguments.ts";
import { exitOnError, fail } from "../src/commands/exit.ts";
import { exitCodes } from "../src/commands/help.ts";
import { writeApiReport } from "./build/declarations.ts";
import { buildPackage } from "./build.ts";
import { readContract } from "./contract/document.ts";
import { consumerFile, installConsumers } from "./tools/consumers.ts";
import { outputOf, root, run, runIfMain } from "./tools/run.ts";

const command = {
  name: "npm run release --",
  summary:
    "Prepares a release from the changesets in .changeset/, which say what changed and how much the version rises: writes the version and the changelog, and prints what would be published.",
  options: {
    "dry-run": {
      type: "boolean",
      meaning: "print the changesets and what would be published; write nothing",
    },
    report: { type: "boolean", meaning: "write release/api.d.ts, the public types, and end" },
    check: {
      type: "boolean",
      meaning: "check that the package can be published, and end; npm publish runs it",
    },
  },
  exitCodes: { ...exitCodes, 2: `${exitCodes[2]}, or the package can't be published` },
} as const;

const pathOf = (file: string) => join(root, file);
const read = (file: string) => readFileSync(pathOf(file), "utf8");
const readManifest = () =>
  JSON.parse(read("package.json")) as { version: string; repository: { url: string } };
const listChangesets = () =>
  readdirSync(pathOf(".changeset")).filter((name) => name.endsWith(".md"));

/** Why the package can't be published; empty if it can. */
function findObstacles(tag: string | undefined): string[] {
  const { version, repository } = readManifest();
  const contractVersion = readContract().info.version;
  const changesets = listChangesets();
  return [
    repository.url.includes("/OWNER/") &&
      "package.json has a placeholder for its repository: replace OWNER in it, in SECURITY.md and in the issue forms.",
    version !== contractVersion &&
      `The contract has version ${contractVersion}, the package ${version}.`,
    !read("CHANGELOG.md").includes(`\n## ${version}\n`) &&
      `CHANGELOG.md has no part for ${version}: npm run release.`,
    read("CHANGELOG.md").includes("\nNot released yet.\n") &&
      'CHANGELOG.md says "Not released yet.": replace that with the date of the release.',
    changesets.length > 0 &&
      `Not in CHANGELOG.md yet: ${changesets.join(", ")}. Run npm run release.`,
    tag !== undefined && tag !== `v${version}` && `The tag is ${tag}, and the version ${version}.`,
  ].filter((reason) => typeof reason === "string");
}

/** Writes the version and the changelog, by Changesets, and the version into what else has one. */
async function writeVersion(): Promise<void> {
  await installConsumers();
  const changesets = consumerFile("@changesets/cli/bin.js");
  console.log(await outputOf(run(process.execPath, [changesets, "version"])));
  const { version } = readManifest();
  // The lockfile has it, too.
  await outputOf(run("npm", ["version", version, "--no-git-tag-version", "--allow-same-version"]));
  for (const file of ["openapi/openapi.yaml", "openapi/contract.arazzo.yaml"]) {
    writeFileSync(pathOf(file), read(file).replace(/^( {2}version: ).+$/m, `$1${version}`));
  }
}

async function release(dryRun: boolean): Promise<void> {
  if (dryRun) for (const name of listChangesets()) console.log(read(`.changeset/${name}`));
  else await writeVersion();
  await buildPackage();
  console.log(
    await outputOf(run("npm", ["pack", "--dry-run", "--ignore-scripts", "--loglevel=notice"])),
  );
  const tag = `v${readManifest().version}`;
  if (!dryRun)
    console.log(
      `\nReview it, then: git commit -am "Release ${tag}" && git tag ${tag} && git push origin main ${tag}`,
    );
}

export async function releaseCommand(args: string[]): Promise<void> {
  const { values } = readArguments(command, args);
  if (values.report) {
    writeFileSync(pathOf("release/api.d.ts"), await exitOnError(writeApiReport));
    console.log("Wrote release/api.d.ts.");
  } else if (values.check) {
    const tag =
      process.env["GITHUB_REF_TYPE"] === "tag" ? process.env["GITHUB_REF_NAME"] : undefined;
    const obstacles = await exitOnError(() => findObstacles(tag));
    if (obstacles.length > 0) fail(obstacles.join("\n"));
    console.log("The package may be published.");
  } else await exitOnError(() => release(values["dry-run"] ?? false));
}

await runIfMain(import.meta.url, releaseCommand);
