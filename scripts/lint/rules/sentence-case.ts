import { asObject, isObject, nodes, type Path } from "../../contract.ts";
import { createSentenceCase } from "../../learn/sentence-case.ts";
import { isText, type LintProblem, type Rule } from "../rule.ts";

/** The summaries of the API, of operations and of examples are in sentence case, as `npm run learn` writes them. */
export default ((contract, { names = [] } = {}) => {
  const index = [contract["x-operation-index"] ?? []].flat().filter(isObject);
  const toSentenceCase = createSentenceCase(index.map(({ name }) => name).filter(isText), names);
  const checkTitle = (title: string) => {
    if (title.trim() === "") return "A summary isn't empty.";
    const advice = "If a word is a name, add it next to Zapier in openapi/redocly.yaml.";
    return title !== toSentenceCase(title) && `In sentence case, this is "${toSentenceCase(title)}". ${advice}`;
  };
  // A schema has no title of this kind: below it, a summary is data, such as a default.
  const titledNodes = nodes(contract).filter(({ path }) => !path.some((key) => key === "schema" || key === "schemas"));
  return titledNodes.flatMap(({ node, path }): LintProblem[] => {
    const examples = Object.entries(asObject(node["examples"]));
    const titles: [summary: unknown, path: Path][] = [
      [node["summary"], path],
      ...examples.map(([name, example]): [unknown, Path] => [
        asObject(example)["summary"],
        [...path, "examples", name],
      ]),
    ];
    return titles.flatMap(([summary, place]) => {
      const message = typeof summary === "string" && checkTitle(summary);
      return message ? { message, path: [...place, "summary"] } : [];
    });
  });
}) satisfies Rule;
