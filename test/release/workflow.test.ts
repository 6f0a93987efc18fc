import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { root } from "../../scripts/tools/run.ts";

interface Job {
  permissions?: Record<string, string>;
  environment?: string;
  steps?: { uses?: string; run?: string; env?: Record<string, string> }[];
}

const text = readFileSync(join(root, ".github/workflows/release.yml"), "utf8");
const { permissions, jobs } = parse(text) as { permissions: object; jobs: Record<string, Job> };
const commands = ({ steps = [] }: Job) => steps.flatMap(({ run }) => run ?? []);

test("a release needs no secret", () => {
  expect(text).not.toMatch(/\bsecrets\b|NODE_AUTH_TOKEN|NPM_TOKEN/);
});

test("a job that installs or runs code of the project has no permission to write and no token", () => {
  expect(permissions).toEqual({ contents: "read" });
  const running = Object.values(jobs).filter((job) =>
    commands(job).some((run) => /npm (ci|run|test|pack|exec)/.test(run)),
  );
  expect(running.length).toBeGreaterThan(1);
  for (const job of running) {
    expect(job.permissions).toBeUndefined();
    expect((job.steps ?? []).flatMap(({ env = {} }) => Object.keys(env))).toEqual([]);
  }
});

test("what is published is the tarball that was packed, and no script runs", () => {
  const { publish } = jobs;
  expect(publish?.permissions).toEqual({ "id-token": "write" });
  expect(commands(publish ?? {})).toEqual(["npm publish ./phone-agent-api-*.tgz --ignore-scripts --access public"]);
  expect((publish?.steps ?? []).map(({ uses = "" }) => uses)).not.toContainEqual(expect.stringContaining("checkout"));
});
