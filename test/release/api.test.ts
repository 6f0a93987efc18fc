import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeApiReport } from "../../scripts/build/declarations.ts";
import { root } from "../../scripts/tools/run.ts";

test("release/api.d.ts has the public types: npm run release -- --report writes it", async () => {
  expect(readFileSync(join(root, "release/api.d.ts"), "utf8")).toBe(await writeApiReport());
});
