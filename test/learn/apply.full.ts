import { expect, test } from "vitest";
import { makeTruth } from "./truth/service.ts";
import { makeTraffic } from "./truth/traffic.ts";
// Applies all operations, of which `npm test` applies a fifth.
import "./apply.test.ts";
import { contractAfter, learnFrom } from "./helpers.ts";

test("a second run proposes nothing after traffic with every fourth operation", () => {
  const operations = makeTruth().filter((_, index) => index % 4 === 0);
  const entries = [...makeTraffic(operations, 5)];
  expect(learnFrom(entries, contractAfter(learnFrom(entries))).facts).toEqual([]);
});
