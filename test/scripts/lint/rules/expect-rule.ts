import { expect, test } from "vitest";
import type { Contract } from "../../../../scripts/contract.ts";
import type { Rule } from "../../../../scripts/lint/rule.ts";
import { initialContract } from "../../../learn/contract.ts";

export interface Case {
  name: string;
  edit: (contract: Contract) => void;
  message: string;
  /** Where it is reported, as a JSON pointer without escapes. */
  at: string;
}

/** The rule is silent on the contract, and says `message` at `at` for each broken copy. */
export function expectRule(rule: Rule, cases: Case[], contract: Contract = initialContract()): void {
  test("finds nothing in the contract", () => {
    expect(rule(contract)).toEqual([]);
  });
  test.each(cases)("reports $name", ({ edit, message, at }) => {
    const copy = structuredClone(contract);
    edit(copy);
    const findings = rule(copy).map((finding) => ({ ...finding, path: finding.path.join("/") }));
    expect(findings).toEqual([{ message, path: at }]);
  });
}
