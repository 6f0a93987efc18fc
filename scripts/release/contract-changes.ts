import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { outputOf, runRedocly } from "../run.ts";
import type { Change, Level } from "./version.ts";

/** Returns the changes between two contracts, as `redocly diff` rates them. */
export async function compareContracts(oldContract: string, newContract: string): Promise<Change[]> {
  if (oldContract === newContract) return [];
  const folder = mkdtempSync(join(tmpdir(), "contract-changes-"));
  const writeIn = (name: string, text: string) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  try {
    const [old, now] = [writeIn("before.yaml", oldContract), writeIn("after.yaml", newContract)];
    // Without this preset nothing counts as breaking.
    const config = writeIn("redocly.yaml", "extends: [diff-recommended]\n");
    const report = join(folder, "changes.json");
    const args = ["diff", old, now, "--config", config, "--format", "json", "--output", report, "--fail-on", "none"];
    await outputOf(runRedocly(args));
    return readReport(readFileSync(report, "utf8"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Report {
  changes: { path: string; kind: string; property?: string; impact: Level; verdicts: { message: string }[] }[];
}

const readReport = (json: string): Change[] =>
  (JSON.parse(json) as Report).changes.map(({ path, kind, property, impact, verdicts }) => {
    const messages = verdicts.map(({ message }) => message).join(" ") || `${kind}${property ? `: ${property}` : ""}.`;
    return { level: impact, text: `Contract: ${path} ${messages}` };
  });
