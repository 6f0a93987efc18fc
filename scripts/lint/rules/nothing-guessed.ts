import type { Contract } from "../../contract.ts";
import { everywhereButExamples, type Finding, isObject, type Path, type Rule } from "./rule.ts";

const units = /\b(milli|micro)?seconds?\b|\bms\b|\bminutes?\b|\bhours?\b/i;

/** What an unknown forbids at its node, by the ending of its id. */
const forbidden: Record<string, (node: Record<string, unknown>, path: Path) => string | undefined> = {
  values: (node) => ["enum", "const"].find((keyword) => keyword in node),
  default: (node) => ("default" in node ? "default" : undefined),
  bounds: (node) => ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"].find((keyword) => keyword in node),
  unit: (node) => units.exec([node["title"], node["description"]].join(" "))?.[0],
  "success-status": (_node, path) => (path.at(-1) === "2XX" ? undefined : `status ${path.at(-1)}`),
};

/** No value, default, bound, unit or status code stands where the contract says that it is not shown. */
export const nothingGuessed: Rule = (contract) => [
  ...everywhereButExamples(contract, (node, path) =>
    marks(node).flatMap((id) =>
      Object.entries(forbidden).flatMap(([ending, find]): Finding[] => {
        if (!id.endsWith(`-${ending}`)) return [];
        const guess = find(node, path) ?? (isObject(node["schema"]) ? find(node["schema"], path) : undefined);
        return guess ? [{ message: `"${guess}" stands where "${id}" says that it is not shown.`, path }] : [];
      }),
    ),
  ),
  ...guessedFailures(contract),
];

function guessedFailures(contract: Contract): Finding[] {
  if (!marks(contract).includes("failure-status-codes")) return [];
  return everywhereButExamples(contract, (node, path) =>
    path.at(-1) === "responses"
      ? Object.keys(node)
          .filter((status) => /^[45]/.test(status))
          .map((status) => ({
            message: `"${status}" stands where "failure-status-codes" says that it is not shown.`,
            path: [...path, status],
          }))
      : [],
  );
}

const marks = (node: object): string[] => {
  const marked = (node as Record<string, unknown>)["x-not-shown"];
  return isObject(marked) ? Object.keys(marked) : [];
};
