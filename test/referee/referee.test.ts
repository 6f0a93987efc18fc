import { afterAll, beforeAll, expect, test } from "vitest";
import { contractFile } from "../../scripts/contract/document.ts";
import { pathOperations } from "../../scripts/contract/operations.ts";
import { type Court, closeCourt, compareVerdicts, startCourt } from "./court.ts";

let court: Court;
beforeAll(async () => {
  court = await startCourt(contractFile);
});
afterAll(() => closeCourt(court));

test("seeded requests get the verdict of Prism and the body of a named example, the known differences aside", async () => {
  const { differences, counts } = await compareVerdicts(court);
  expect(differences).toEqual([]);
  const perOperation = Math.min(counts.accepted, counts.rejected) / pathOperations(court.contract).length;
  expect(perOperation).toBeGreaterThan(4);
  expect(counts.bodies).toBeGreaterThan(0);
});
