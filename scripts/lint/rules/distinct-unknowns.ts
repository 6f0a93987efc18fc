import { nodes } from "../../../src/openapi/nodes.ts";
import { unknownsAt } from "../../../src/openapi/unknowns.ts";
import type { Rule } from "../rule.ts";

/** Each unknown is marked once, and no other prose says "not shown". */
export default ((contract, report) => {
  const usedIds = new Set<string>();
  for (const { node, path } of nodes(contract)) {
    const isProse = /\bnot shown\b/i.test(`${node["summary"]} ${node["description"]}`);
    report(path, isProse && 'Prose says "not shown": mark the unknown.');
    for (const [id, description] of unknownsAt(node)) {
      const isRepeated = /\bnot shown\b/i.test(description);
      report(path, isRepeated && 'An unknown says "not shown", as its key does: leave it out.');
      report(
        [...path, "x-not-shown", id],
        usedIds.has(id) && `The id "${id}" is used twice; an unknown is marked once.`,
      );
      usedIds.add(id);
    }
  }
}) satisfies Rule;
