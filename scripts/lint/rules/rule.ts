import { type Contract, nodes, type Path } from "../../contract.ts";

export interface Finding {
  message: string;
  path: Path;
}

/** A rule reads the whole contract and says what is wrong where. What Redocly reports itself it passes over. */
export type Rule = (contract: Contract) => Finding[];

/** What `look` says of every object outside examples, whose content is data. */
export function everywhere(
  contract: Contract,
  look: (node: Record<string, unknown>, path: Path) => (string | false)[],
): Finding[] {
  return nodes(contract).flatMap(({ node, path }) =>
    look(node, path).flatMap((message) => (message === false ? [] : [{ message, path }])),
  );
}

export const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";
