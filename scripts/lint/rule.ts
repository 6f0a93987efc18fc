import { type Contract, nodes, type Path } from "../contract.ts";

export interface LintProblem {
  message: string;
  path: Path;
}

/**
 * A rule of the lint. It reads the whole contract and returns the problems that Redocly doesn't report itself.
 * @param options The rule's options in openapi/redocly.yaml: `names` are words that are names, such as Zapier.
 */
export type Rule = (contract: Contract, options?: { names?: string[] }) => LintProblem[];

/** Checks every object of the contract, but for those in examples, which contain data. */
export function checkNodes(
  contract: Contract,
  check: (node: Record<string, unknown>, path: Path) => (string | false)[],
): LintProblem[] {
  return nodes(contract).flatMap(({ node, path }) =>
    check(node, path).flatMap((message) => (message === false ? [] : [{ message, path }])),
  );
}

export const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

/** Returns the message about a fact that the contract marks as unknown. */
export const guessMessageOf = (fact: string, id: string) => `"${fact}" is given, but "${id}" marks it as unknown.`;
