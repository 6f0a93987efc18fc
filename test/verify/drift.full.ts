import { test } from "vitest";
import { expectCombinationsFound } from "./drift.ts";

test("verify reports exactly the planted faults in 1,000 combinations", async () => {
  await expectCombinationsFound(1000);
});
