import { type Contract, nodes, type Path } from "../contract.ts";

export interface Finding {
  message: string;
  path: Path;
}

/** A rule reads the whole contract and reports what is wrong where. It skips what Redocly reports itself. */
export type Rule = (contract: Contract) => Finding[];

/** What `look` reports of every object outside examples, whose content is data. */
export function everywhere(
  contract: Contract,
  look: (node: Record<string, unknown>, path: Path) => (string | false)[],
): Finding[] {
  return nodes(contract).flatMap(({ node, path }) =>
    look(node, path).flatMap((message) => (message === false ? [] : [{ message, path }])),
  );
}

export const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

/** The finding that a fact stands where an unknown is marked. */
export const contradicts = (fact: string, id: string) => `"${fact}" is given where "${id}" marks it as unknown.`;
