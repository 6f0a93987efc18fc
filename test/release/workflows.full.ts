import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { createTemporaryFolder } from "../../scripts/tools/file.ts";
import { root, run } from "../../scripts/tools/run.ts";

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
  expect(commands(publish ?? {})).toEqual([
    "npm publish ./phone-agent-api-*.tgz --ignore-scripts --access public",
  ]);
  expect((publish?.steps ?? []).map(({ uses = "" }) => uses)).not.toContainEqual(
    expect.stringContaining("checkout"),
  );
});

const report = "# Report\n\n- listTokens: a contradiction\n";

test.each([
  ["no issue is open", undefined, ["issue create"]],
  [
    "an issue has another report",
    "# Report\n\n- getWebhookRelay: a contradiction",
    ["issue comment"],
  ],
  // GitHub returns texts without the last line break.
  ["an issue has the same report", report.trim(), []],
])(
  "if %s, the weekly verification reports a contradiction once",
  async (_, lastReport, expected) => {
    const { jobs } = parse(readFileSync(join(root, ".github/workflows/verify.yml"), "utf8")) as {
      jobs: { verify: Job };
    };
    const script = commands(jobs.verify).find((run) => run.includes("gh issue")) ?? "";
    using folder = createTemporaryFolder("workflow");
    writeFileSync(join(folder.path, "report.md"), report);
    const gh = `#!/bin/sh
echo "$1 $2" >> calls
case "$1 $2" in
  "issue list") echo '${lastReport === undefined ? "" : 7}' ;;
  "issue view") test "$3" = 7 && printf '%s\\n' '${lastReport}' ;;
  "issue comment") test "$3" = 7 ;;
esac`;
    writeFileSync(join(folder.path, "gh"), gh, { mode: 0o755 });
    const env = { PATH: `${folder.path}:${process.env["PATH"]}` };
    expect(await run("bash", ["-e", "-c", script], env, folder.path)).toEqual({
      ok: true,
      output: "",
    });
    const calls = readFileSync(join(folder.path, "calls"), "utf8").trim().split("\n");
    expect(calls.filter((call) => !/list|view/.test(call))).toEqual(expected);
  },
);
