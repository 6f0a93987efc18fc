import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readArguments } from "./command.ts";
import { readContract } from "./contract.ts";
import { root, runBin } from "./run.ts";

const help = `Builds dist/, the package as it is published: src, generated and openapi.json.

  npm run build
`;

readArguments(help, { options: { help: { type: "boolean" } } });
const dist = join(root, "dist");

for (const folder of ["src", "generated"]) rmSync(join(dist, folder), { recursive: true, force: true });

const { ok, output } = await runBin("tsc", "--project", "src/tsconfig.json");
if (ok) {
  // The validators are JavaScript already, so the compiler passes over them.
  for (const name of ["validators.js", "validators.d.ts"])
    cpSync(join(root, "generated", name), join(dist, "generated", name));
  writeFileSync(join(dist, "openapi.json"), `${JSON.stringify(readContract(), null, 2)}\n`);
  console.log("Built dist/: what is published.");
} else {
  console.error(output);
  process.exitCode = 1;
}
