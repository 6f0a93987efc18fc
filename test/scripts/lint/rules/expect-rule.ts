import { expect, test } from "vitest";
import type { Contract } from "../../../../scripts/contract.ts";
import type { Rule } from "../../../../scripts/lint/rule.ts";
import { initialContract } from "../../../learn/contract.ts";

export interface Case {
  name: string;
  edit: (contract: Contract) => void;
  message: string;
  /** The place that the rule reports, as a JSON pointer without escapes. */
  at: string;
}

/** Expects a rule to report nothing in the contract, and `message` at `at` in each broken copy. */
export function expectRule(rule: Rule, cases: Case[], contract: Contract = initialContract()): void {
  test("finds nothing in the contract", () => {
    expect(rule(contract)).toEqual([]);
  });
  test.each(cases)("reports $name", ({ edit, message, at: pointer }) => {
    const copy = structuredClone(contract);
    edit(copy);
    const findings = rule(copy).map((finding) => ({ ...finding, path: finding.path.join("/") }));
    expect(findings).toEqual([{ message, path: pointer }]);
  });
}
