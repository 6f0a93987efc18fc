import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { outputOf, runRedocly } from "../run.ts";
import type { Change, Level } from "./version.ts";

interface Report {
  changes: { path: string; kind: string; property?: string; impact: Level; verdicts: { message: string }[] }[];
}

/** Returns the changes between two contracts, as `redocly diff` rates them. */
export async function compareContracts(oldContract: string, newContract: string): Promise<Change[]> {
  if (oldContract === newContract) return [];
  const folder = mkdtempSync(join(tmpdir(), "contract-changes-"));
  const [oldFile, newFile, config] = [join(folder, "old.yaml"), join(folder, "new.yaml"), join(folder, "redocly.yaml")];
  const report = join(folder, "changes.json");
  try {
    writeFileSync(oldFile, oldContract);
    writeFileSync(newFile, newContract);
    // Without this preset nothing counts as breaking.
    writeFileSync(config, "extends: [diff-recommended]\n");
    const output = ["--format", "json", "--output", report, "--fail-on", "none"];
    await outputOf(runRedocly(["diff", oldFile, newFile, "--config", config, ...output]));
    return (JSON.parse(readFileSync(report, "utf8")) as Report).changes.map((change) => {
      const { path, kind, property, impact, verdicts } = change;
      const messages = verdicts.map(({ message }) => message).join(" ") || `${kind}${property ? `: ${property}` : ""}.`;
      return { level: impact, text: `Contract: ${path} ${messages}` };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
