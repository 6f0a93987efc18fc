import { expect, test } from "vitest";
import { findWorkflowProblems, lintWorkflows } from "../../../scripts/lint/workflows.ts";

const good = `name: Good
on: push
permissions:
  contents: read
jobs:
  test:
    runs-on: ubuntu-latest
    timeout-minutes: 5
    steps:
      - uses: actions/checkout@0123456789012345678901234567890123456789 # v1.2.3
      - run: npm test
`;

test("the project's workflows pass", async () => {
  expect(await lintWorkflows()).toEqual({ ok: true, output: "" });
});

test.each([
  ["nothing", "", "", undefined],
  ["a misspelt key", "runs-on", "run-on", "run-on"],
  [
    "a job that needs none that is there",
    "    timeout-minutes: 5",
    "    timeout-minutes: 5\n    needs: absent",
    "absent",
  ],
  ["an action by its tag", "@0123456789012345678901234567890123456789", "@v1", "Pin the action"],
  ["a commit without its version", " # v1.2.3", "", "Pin the action"],
  ["no permissions", "permissions:\n  contents: read\n", "", "contents: read"],
  ["more permissions for all jobs", "contents: read", "contents: write", "contents: read"],
  ["a job without a limit", "    timeout-minutes: 5\n", "", "needs timeout-minutes"],
  ["an expression in a script", "npm test", "echo $" + "{{ github.head_ref }}", "could contain code"],
])("%s is found", (_, passage, replacement, finding) => {
  const text = good.replace(passage, () => replacement);
  const findings = findWorkflowProblems(text);
  if (finding === undefined) expect(findings).toEqual([]);
  else expect(findings.join("\n")).toContain(finding);
});
