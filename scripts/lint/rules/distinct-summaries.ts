import { pathOperations } from "../../contract.ts";
import type { Rule } from "../rule.ts";

/** Summaries of operations differ: each becomes the title of a page. */
export default ((contract) => {
  const ids = new Map<string, string>();
  return pathOperations(contract).flatMap(({ keys, operation: { summary, operationId } }) => {
    const id = ids.get(summary);
    if (id === undefined) ids.set(summary, operationId);
    if (id === undefined || summary === undefined) return [];
    return [
      {
        message: `"${id}" has the same summary, and both pages would have the title "${summary}": say what differs.`,
        path: [...keys, "summary"],
      },
    ];
  });
}) satisfies Rule;
