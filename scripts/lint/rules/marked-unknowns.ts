import { marksOf, nodes } from "../../contract.ts";
import { checkNodes, type LintProblem, type Rule } from "../rule.ts";

/** Each unknown is marked once, and no other prose says "not shown". */
export default ((contract) => {
  const usedIds = new Set<string>();
  const marks = nodes(contract).flatMap(({ node, path }) =>
    marksOf(node).flatMap(([id]): LintProblem[] => {
      if (!usedIds.has(id)) return usedIds.add(id) && [];
      const message = `The id "${id}" is used twice; an unknown is marked once.`;
      return [{ message, path: [...path, "x-not-shown", id] }];
    }),
  );
  const prose = checkNodes(contract, (node) => [
    /\bnot shown\b/i.test(`${node["summary"]} ${node["description"]}`) && 'Prose says "not shown": mark the unknown.',
    /\bnot shown\b/i.test(`${marksOf(node)}`) && 'An unknown says "not shown", as its mark does: leave it out.',
  ]);
  return [...prose, ...marks];
}) satisfies Rule;
