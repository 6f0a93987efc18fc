import { operationsOf } from "../../../src/openapi/operations.ts";
import { isNonBlank, type Rule } from "../rule.ts";

/** Summaries of operations differ: each becomes the title of a page. */
export default ((contract, report) => {
  const ids = new Map<string, string>();
  for (const { id, keys, node } of operationsOf(contract)) {
    const summary = node["summary"];
    if (!isNonBlank(summary)) continue;
    const earlierId = ids.get(summary);
    const sentence = `"${earlierId}" has the same summary, and both pages would have the title "${summary}": say what differs.`;
    report([...keys, "summary"], earlierId !== undefined && sentence);
    if (earlierId === undefined) ids.set(summary, id);
  }
}) satisfies Rule;
