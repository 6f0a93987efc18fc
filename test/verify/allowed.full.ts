import { test } from "vitest";
import { expectOnlyAllowed } from "./allowed.ts";

test("of 10,000 contracts, nothing is sent that isn't marked as safe to repeat", async () => {
  await expectOnlyAllowed(10_000);
});
