import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { readArguments } from "./command.ts";
import { codegenDocument, readContract } from "./contract.ts";
import { root, runBin } from "./run.ts";

const help = `Builds dist/, the package as it is published: src, generated, openapi.json and openapi.codegen.json.

  npm run build
`;

readArguments(help, { options: { help: { type: "boolean" } } });
const dist = join(root, "dist");

for (const folder of ["src", "generated"]) rmSync(join(dist, folder), { recursive: true, force: true });

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
      platform: "node",
      format: "esm",
      target: "es2022",
    });
  }
  cpSync(join(root, "generated/validators.d.ts"), join(dist, "generated/validators.d.ts"));
  const contract = readContract();
  const documents = { "openapi.json": contract, "openapi.codegen.json": codegenDocument(contract) };
  for (const [name, document] of Object.entries(documents)) {
    writeFileSync(join(dist, name), `${JSON.stringify(document, null, 2)}\n`);
  }
  console.log("Built dist/: what is published.");
} else {
  console.error(output);
  process.exitCode = 1;
}
