import { expect, test } from "vitest";
import { createRequestStore } from "../../src/core/request-store.ts";

test("a run has counts of 1,000 steps, and forgets the oldest for a new one alone", () => {
  const { take, countTaken } = createRequestStore();
  for (let count = 0; count < 1000; count++) take("", count);
  take("", 999);
  expect([countTaken("", 0), countTaken("", 999)]).toEqual([1, 2]);
  take("", "new");
  expect([0, 1, "new"].map((key) => countTaken("", key))).toEqual([0, 1, 1]);
});

test("a new run above the limit removes the oldest, and a known run removes none", () => {
  const { take, countTaken } = createRequestStore();
  for (const run of ["", ...Array(1000).keys()]) take(`${run}`, "a");
  take("999", "a");
  expect(["", "0", "1", "999"].map((run) => countTaken(run, "a"))).toEqual([1, 1, 1, 2]);
  take("one more", "a");
  expect(["", "0", "1", "999"].map((run) => countTaken(run, "a"))).toEqual([1, 0, 1, 2]);
});
