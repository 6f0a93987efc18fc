import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeApiReport } from "../../scripts/release/api.ts";
import { root } from "../../scripts/tools/run.ts";

test("the committed API report is up to date", async () => {
  const committed = readFileSync(join(root, "release/api.d.ts"), "utf8");
  expect(await writeApiReport(), "Run `npm run release -- --report` and commit the result.").toBe(committed);
});
