import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createTemporaryFolder } from "../tools/file.ts";
import { outputOf, runRedocly } from "../tools/run.ts";
import type { Change, Impact } from "./change.ts";

interface Report {
  changes: { path: string; kind: string; property?: string; impact: Impact; verdicts: { message: string }[] }[];
}

/** Returns the changes between two contracts, as `redocly diff` rates them. */
export async function compareContracts(oldContract: string, newContract: string): Promise<Change[]> {
  if (oldContract === newContract) return [];
  using folder = createTemporaryFolder("contract-changes");
  // Without this preset nothing counts as breaking.
  const texts = { "old.yaml": oldContract, "new.yaml": newContract, "redocly.yaml": "extends: [diff-recommended]\n" };
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(folder.path, name), text);
  const [oldFile = "", newFile = "", config = ""] = Object.keys(texts).map((name) => join(folder.path, name));
  const report = join(folder.path, "changes.json");
  const output = ["--format", "json", "--output", report, "--fail-on", "none"];
  await outputOf(runRedocly(["diff", oldFile, newFile, "--config", config, ...output]));
  return (JSON.parse(readFileSync(report, "utf8")) as Report).changes.map((change) => {
    const { path, kind, property, impact, verdicts } = change;
    const messages = verdicts.map(({ message }) => message).join(" ") || `${kind}${property ? `: ${property}` : ""}.`;
    return { impact, text: `Contract: ${path} ${messages}` };
  });
}
