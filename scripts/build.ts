import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { packageTexts } from "./build/texts.ts";
import { readArguments } from "./command.ts";
import { root, runBin } from "./run.ts";

const help = `Builds dist/, the package as it is published: the code, its types, the contract as JSON and the guides.

  npm run build
`;

readArguments(help, { options: { help: { type: "boolean" } } });
const dist = join(root, "dist");

for (const folder of ["src", "generated", "guides"]) rmSync(join(dist, folder), { recursive: true, force: true });

const { ok, output } = await runBin("tsc", "--project", "src/tsconfig.json");
if (ok) {
  // A module costs more to load than to run: the client is one module, and only the servers share chunks.
  const servers = ["src/cli.ts", "src/testing/index.ts", "src/mock/index.ts", "generated/ledger.ts"];
  for (const entryPoints of [["src/index.ts"], ["src/validate.ts"], servers]) {
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
    });
  }
  cpSync(join(root, "generated/validators.d.ts"), join(dist, "generated/validators.d.ts"));
  for (const [name, text] of Object.entries(packageTexts())) {
    mkdirSync(dirname(join(dist, name)), { recursive: true });
    writeFileSync(join(dist, name), text);
  }
  console.log("Built dist/: what is published.");
} else {
  console.error(output);
  process.exitCode = 1;
}
