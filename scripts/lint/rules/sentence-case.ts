import { asObject } from "../../../src/openapi/json.ts";
import { nodes, type Path } from "../../../src/openapi/nodes.ts";
import { toSentenceCase } from "../../contract/index-names.ts";
import { isNonBlank, type Rule } from "../rule.ts";

/** The summaries of the API, of operations and of examples are in sentence case, as `npm run learn` writes them. */
export default ((contract, report) => {
  const checkTitle = (title: unknown, path: Path) => {
    if (typeof title !== "string") return;
    const words = toSentenceCase(title);
    const advice = "If a word is a name, add it next to Zapier in scripts/contract/index-names.ts.";
    const message = isNonBlank(title)
      ? title !== words && `In sentence case, this is "${words}". ${advice}`
      : "A summary isn't empty.";
    report([...path, "summary"], message);
  };
  for (const { node, path } of nodes(contract)) {
    checkTitle(node["summary"], path);
    for (const [name, example] of Object.entries(asObject(node["examples"])))
      checkTitle(asObject(example)["summary"], [...path, "examples", name]);
  }
}) satisfies Rule;
