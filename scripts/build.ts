import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { readArguments } from "../src/commands/arguments.ts";
import { exitOnError } from "../src/commands/exit.ts";
import { exitCodes } from "../src/commands/help.ts";
import { bundleDeclarations, entries } from "./build/declarations.ts";
import { createPackageTexts } from "./build/texts.ts";
import { root, runIfMain } from "./tools/run.ts";

const command = {
  name: "npm run build --",
  summary:
    "Builds dist/, the published package: the code, its types, the contract as JSON and the guides.",
  options: {},
  exitCodes,
};

const dist = join(root, "dist");

export async function buildCommand(args: string[]): Promise<void> {
  readArguments(command, args);
  console.log("Building the package …");
  await exitOnError(buildPackage);
  console.log("Built dist/: what is published.");
}

export async function buildPackage(): Promise<void> {
  // First, since they need a contract that can be read.
  const texts = Object.entries(createPackageTexts());
  for (const folder of ["src", "generated", "guides"])
    rmSync(join(dist, folder), { recursive: true, force: true });

  const { index, http, validate, ...servers } = entries;
  // A module costs more to load than to run: the client is one module, and only the servers share
  // chunks.
  for (const entryPoints of [
    [index],
    [http],
    [validate],
    ["src/cli.ts", ...Object.values(servers)],
  ]) {
    await build({
      entryPoints,
      absWorkingDir: root,
      outbase: ".",
      outdir: "dist",
      bundle: true,
      splitting: true,
      chunkNames: "src/shared-[hash]",
      packages: "external",
      // The MCP server uses the package as anyone would.
      external: ["phone-agent-api", "phone-agent-api/*"],
      platform: "node",
      format: "esm",
      target: "es2022",
      // Lines and names stay, for stack traces and for whoever reads the package.
    });
  }
  const declarations = Object.entries(await bundleDeclarations());
  const types = declarations.map(([name, text]) => [`src/${name}`, text] as const);
  for (const [name, text] of [...types, ...texts]) {
    mkdirSync(dirname(join(dist, name)), { recursive: true });
    writeFileSync(join(dist, name), text);
  }
}

await runIfMain(import.meta.url, buildCommand);
