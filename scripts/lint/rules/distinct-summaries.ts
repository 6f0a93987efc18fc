import { pathOperations } from "../../contract.ts";
import type { Rule } from "../rule.ts";

/** Summaries of operations differ: each becomes the title of a page. */
export default ((contract) =>
  pathOperations(contract).flatMap(({ keys, operation: { summary } }, index, operations) => {
    const earlier = operations.slice(0, index).find(({ operation }) => operation.summary === summary);
    if (!earlier || summary === undefined) return [];
    const { operationId } = earlier.operation;
    const message = `"${operationId}" has the same summary, and both pages would have the title "${summary}": say what differs.`;
    return [{ message, path: [...keys, "summary"] }];
  })) satisfies Rule;
