import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { listSteps, listStepsAfterGenerate } from "../../scripts/contract/next-steps.ts";
import { root } from "../../scripts/tools/run.ts";

const guide = readFileSync(join(root, "CONTRIBUTING.md"), "utf8");
const [, list = ""] = /### The last steps of every list\n\n((?:\d\. .*\n)+)/.exec(guide) ?? [];
const steps = list
  .trim()
  .replaceAll("`", "")
  .replaceAll(/\.$/gm, "")
  .replace("[Release](#release)", "CONTRIBUTING.md")
  .split("\n")
  .map((line) => line.replace(/^\d\. /, ""));
const numbered = (lines: string[]) => lines.map((line, index) => `${index + 1}. ${line}`);

test("commands end with the last steps of CONTRIBUTING's lists", () => {
  expect(steps).toHaveLength(3);
  expect(listSteps("first").split("\n")).toEqual(["Next:", ...numbered(["first", ...steps])]);
  expect(listStepsAfterGenerate().split("\n")).toEqual(["Next:", ...numbered(steps.slice(1))]);
});
