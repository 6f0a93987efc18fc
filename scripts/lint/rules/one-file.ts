import { nodes } from "../../../src/openapi/nodes.ts";
import { isReference } from "../../../src/openapi/reference.ts";
import type { Rule } from "../rule.ts";

/** The contract is one file: the package has it, `npm start` watches it, and many generators read no other. */
export default ((contract, report) => {
  for (const { node, path } of nodes(contract)) {
    const isElsewhere = isReference(node) && !node.$ref.startsWith("#");
    report(path, isElsewhere && "The contract is one file: move what this refers to below `components`.");
  }
}) satisfies Rule;
