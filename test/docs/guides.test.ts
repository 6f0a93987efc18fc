import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/tools/run.ts";
import { knownDifferences } from "../referee/known-differences.ts";

const readGuide = (name: string) => readFileSync(join(root, "scripts/docs/guides", name), "utf8");

test("the guide to tests lists each known difference between the servers and Prism, and no other", () => {
  const [section = ""] = readGuide("5-testing.md")
    .split(/^##+ /m)
    .filter((part) => part.startsWith("Known differences and limits"));
  const differences = [...section.matchAll(/^- (.*)$/gm)].map(([, reason]) => reason);
  expect(differences).toEqual(knownDifferences.map(({ reason }) => reason));
});
