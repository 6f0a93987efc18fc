import { readdirSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readContract } from "../contract/document.ts";
import { outputOf, root, run } from "./run.ts";

/**
 * Generates `.frozen/` from `test/frozen/openapi.yaml`, unless it is younger than what it depends
 * on. With the condition `frozen`, `#generated` and `#contract` are these files, and the package's
 * contract is JSON, as in a built package: tests read it a hundred times.
 */
export async function writeFrozen(): Promise<void> {
  const out = join(root, ".frozen");
  const sources = ["src", "scripts", "test/frozen"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((file) =>
      join(root, folder, file),
    ),
  );
  const youngest = Math.max(...sources.map((file) => statSync(file).mtimeMs));
  if ((statSync(out, { throwIfNoEntry: false })?.mtimeMs ?? 0) > youngest) return;
  const contract = "test/frozen/openapi.yaml";
  const options = ["--contract", contract, "--out", ".frozen"];
  await outputOf(run(process.execPath, ["--import", "tsx", "scripts/generate.ts", ...options]));
  writeFileSync(join(out, "openapi.json"), JSON.stringify(readContract(join(root, contract))));
  utimesSync(out, new Date(), new Date());
}
