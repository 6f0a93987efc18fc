import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/tools/run.ts";
import { knownDifferences } from "../referee/known-differences.ts";

test("the guide to tests lists each known difference between the servers and Prism, and no other", () => {
  const guide = readFileSync(join(root, "scripts/docs/guides/5-testing.md"), "utf8");
  const [section = ""] = guide.split(/^##+ /m).filter((part) => part.startsWith("Known differences and limits"));
  const differences = [...section.matchAll(/^- (.*)$/gm)].map(([, reason]) => reason);
  expect(differences).toEqual(knownDifferences.map(({ reason }) => reason));
});
