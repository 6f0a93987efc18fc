import { expect, test } from "vitest";
import { readContract } from "../../../scripts/contract/document.ts";
import { describedUnknowns } from "../../contract/facts.ts";
import { closings } from "./close.ts";

test("every unknown of what the description shows has a closing", () => {
  const ids = describedUnknowns(readContract()).map(({ id }) => id);
  expect(ids.filter((id) => !(id in closings))).toEqual([]);
});

test("every closing changes the contract, and a user sees it in the reference or in the mock", () => {
  const invisible = Object.entries(closings).filter(([, { append, set, rename, reference, mock }]) => {
    const isChange = append || set || rename;
    return !isChange || !(reference || mock);
  });
  expect(invisible.map(([id]) => id)).toEqual([]);
});
