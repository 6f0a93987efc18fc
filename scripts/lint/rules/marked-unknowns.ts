import { isObject, nodes } from "../../contract.ts";
import { checkNodes, type LintProblem, type Rule } from "../rule.ts";

/** `x-not-shown` maps ids in kebab-case, each used once, to phrases; no other prose says "not shown". */
export default ((contract) => {
  const usedIds = new Set<string>();
  const prose = checkNodes(contract, ({ summary, description }) => [
    /\bnot shown\b/i.test(`${summary} ${description}`) && 'Prose says "not shown": mark the unknown.',
  ]);
  const marks = nodes(contract).flatMap(({ node, path }): LintProblem[] => {
    if (!("x-not-shown" in node)) return [];
    const marks = node["x-not-shown"];
    const marksPath = [...path, "x-not-shown"];
    if (!isObject(marks) || Object.keys(marks).length === 0) {
      return [{ message: "x-not-shown must map at least one id to a phrase.", path: marksPath }];
    }
    return Object.keys(marks).flatMap((id) => {
      const messages = [
        ...(/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id) ? [] : [`The id "${id}" must be in kebab-case.`]),
        ...(usedIds.has(id) ? [`The id "${id}" is used twice; an unknown is marked once.`] : []),
      ];
      usedIds.add(id);
      return messages.map((message) => ({ message, path: [...marksPath, id] }));
    });
  });
  return [...prose, ...marks];
}) satisfies Rule;
