import { expect, test } from "vitest";
import { run } from "../../scripts/tools/run.ts";

test("the demo goes from five operations to 97, and each tool accepts them", async () => {
  const { ok, output } = await run(process.execPath, ["--import", "tsx", "test/learn/demo.ts"]);
  console.log(output);
  expect(ok).toBe(true);
  expect(output).toMatch(/^Before: +5 of 97 operations/m);
  expect(output).toMatch(/^Review: +Names: 92 accepted, 0 rejected, 0 open in a terminal$/m);
  expect(output).toMatch(/^After: +97 of 97 operations/m);
  expect(output).toMatch(/^Once more: +Nothing new\.$/m);
}, 900_000);
