import { test } from "vitest";
import { expectOnlyAllowed } from "./allowed.ts";

test("10,000 contracts: verify sends only requests that are marked as safe to retry", async () => {
  await expectOnlyAllowed(10_000);
});
