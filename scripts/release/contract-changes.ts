import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { redocly } from "../run.ts";
import type { Change, Level } from "./version.ts";

/** The changes between two contracts, as `redocly diff` rates them. */
export async function contractChanges(before: string, after: string): Promise<Change[]> {
  if (before === after) return [];
  const folder = mkdtempSync(join(tmpdir(), "contract-changes-"));
  const at = (name: string, text: string) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    return file;
  };
  try {
    const [old, now] = [at("before.yaml", before), at("after.yaml", after)];
    // Without this preset nothing counts as breaking.
    const config = at("redocly.yaml", "extends: [diff-recommended]\n");
    const report = join(folder, "changes.json");
    const args = ["diff", old, now, "--config", config, "--format", "json", "--output", report, "--fail-on", "none"];
    const { ok, output } = await redocly(args, {}, false);
    if (!ok) throw new Error(output);
    return read(readFileSync(report, "utf8"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Report {
  changes: { path: string; kind: string; property?: string; impact: Level; verdicts: { message: string }[] }[];
}

const read = (json: string): Change[] =>
  (JSON.parse(json) as Report).changes.map(({ path, kind, property, impact, verdicts }) => {
    const said = verdicts.map(({ message }) => message).join(" ") || `${kind}${property ? `: ${property}` : ""}.`;
    return { level: impact, text: `Contract: ${path} ${said}` };
  });
