import { isObject, type JsonObject, marksOf, withDescendants } from "../../contract.ts";
import { checkNodes, guessMessageOf, type Rule } from "../rule.ts";

// "The second example" counts, and "one second" measures: in the singular the word is a unit after a number, or last.
const units = new RegExp(
  [
    /\b(milli|micro)seconds?\b|\bsec(ond)?s\b|\bsec\b|\b(\d+|one|per) second\b|\bsecond\b(?! +\w)/,
    /\bms\b|\bmin(ute)?s?\b|\bhours?\b|\b\d+ ?s\b|duration-\w+/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "i",
);

/** If a unit is unknown, neither the field nor an object that contains it, such as the operation, names one. */
export default ((contract) =>
  checkNodes(contract, (node) => {
    const unit = units.exec([node, ...listExamples(node)].flatMap(listTexts).join(" "))?.[0];
    const ids = unit ? withDescendants(contract, node).flatMap((child) => marksOf(child).map(([id]) => id)) : [];
    const id = ids.find((candidate) => candidate.endsWith("-unit"));
    return [unit && id ? guessMessageOf(unit, id) : false];
  })) satisfies Rule;

const listTexts = ({ title, summary, description, format }: JsonObject) => [title, summary, description, format];
const listExamples = ({ examples: listExamples }: JsonObject): JsonObject[] =>
  isObject(listExamples) ? Object.values(listExamples).filter(isObject) : [];
