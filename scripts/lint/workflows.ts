import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { validateWorkflow } from "@action-validator/core";
import { parseYaml } from "../contract/document.ts";
import { type Outcome, root } from "../tools/run.ts";

const folder = join(root, ".github/workflows");

/** Checks every workflow. */
export async function lintWorkflows(): Promise<Outcome> {
  const findings = readdirSync(folder).flatMap((name) =>
    findWorkflowProblems(readFileSync(join(folder, name), "utf8")).map((finding) => `${name}: ${finding}`),
  );
  return { ok: findings.length === 0, output: findings.join("\n") };
}

/** Returns the problems of a workflow: by GitHub's schema, and by permissions, time limits, pins and scripts. */
export function findWorkflowProblems(text: string): string[] {
  const { errors } = validateWorkflow(text);
  if (errors.length > 0) return errors.map((error) => JSON.stringify(error));
  const { permissions, jobs } = parseYaml(text) as {
    permissions?: unknown;
    jobs: Record<string, { "timeout-minutes"?: number; uses?: string }>;
  };
  return [
    ...(JSON.stringify(permissions) === '{"contents":"read"}'
      ? []
      : ["The workflow's permissions are contents: read; a job that needs more says so."]),
    ...Object.entries(jobs)
      .filter(([, job]) => !job.uses && !job["timeout-minutes"])
      .map(([name]) => `The job ${name} needs timeout-minutes.`),
    ...text
      .split("\n")
      .filter((line) => /^[\s-]+uses: (?!\.\/)/.test(line) && !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))
      .map((line) => `Pin the action by its commit, with its version as a comment: ${line.trim()}`),
    ...(/run:.*\${{|^ {10,}.*\${{ *github\.event\./m.test(text)
      ? ["A script takes values by env, not by an expression: they could contain code."]
      : []),
  ];
}
