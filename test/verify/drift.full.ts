import { test } from "vitest";
import { expectCombinationsFound } from "./drift.ts";

test("each of 1,000 combinations of faults is found, and nothing else is", async () => {
  await expectCombinationsFound(1000);
});
