import { expect, test } from "vitest";
import { describeCoverage } from "../../scripts/contract/coverage.ts";
import { readContract } from "../../scripts/contract/document.ts";
import { indexedOperations } from "../../scripts/contract/operations.ts";
import { describeObserved } from "../../scripts/contract/unknowns.ts";
import { markdownOf } from "../../scripts/docs/markdown.ts";
import { createPages } from "../../scripts/docs/model/pages.ts";
import { contractAfter, getExchange, learnFrom } from "../learn/helpers.ts";

const contract = contractAfter(learnFrom([getExchange("billing/usage", { used: 1 })]));
const evidence = "Observed in 1 exchange (HAR), on 2026-03-01.";

test("the index distinguishes an observed operation from a documented one", () => {
  expect(
    indexedOperations(contract)
      .filter((operation) => operation.knowledge === "observed")
      .map(({ name }) => name),
  ).toEqual(["View Usage"]);
  expect(indexedOperations(contract)).toContainEqual(
    expect.objectContaining({ name: "View Usage", operationId: "viewUsage", knowledge: "observed" }),
  );
  expect(describeCoverage(contract)).toContain("1 observed in recorded traffic");
  expect(describeCoverage(readContract())).not.toContain("observed");
});

test("the reference marks an observed operation, with its evidence", () => {
  const page = createPages(describeObserved(contract)).find(({ file }) => file === "operations/viewUsage.html");
  const text = page ? markdownOf(page, (href) => href) : "";
  expect(text).toContain("observed in recorded traffic");
  expect(text).toContain(evidence);
});
