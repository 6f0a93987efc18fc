import { expect, test } from "vitest";
import type { Contract } from "../../../../scripts/contract/document.ts";
import type { Rule } from "../../../../scripts/lint/rule.ts";
import { initialContract } from "../../../learn/contract.ts";

export interface Case {
  name: string;
  edit: (contract: Contract) => void;
  message: string;
  /** The place that the rule reports, as a JSON pointer without escapes. */
  at: string;
}

/** Returns the messages of a rule, each with its place. */
export function problemsOf(rule: Rule, contract: Contract, options?: Parameters<Rule>[2]) {
  const problems: { message: string; path: string }[] = [];
  rule(contract, (path, message) => message && problems.push({ message, path: path.join("/") }), options);
  return problems;
}

/** Expects a rule to report nothing in the contract, and `message` at `at` in each broken copy. */
export function expectRule(rule: Rule, cases: Case[], contract: Contract = initialContract()): void {
  test("finds nothing in the contract", () => {
    expect(problemsOf(rule, contract)).toEqual([]);
  });
  test.each(cases)("reports $name", ({ edit, message, at: pointer }) => {
    const copy = structuredClone(contract);
    edit(copy);
    expect(problemsOf(rule, copy)).toEqual([{ message, path: pointer }]);
  });
}
