import { isObject, type JsonObject, marksOf, withDescendants } from "../../contract.ts";
import { everywhere, guessMessageOf, type Rule } from "../rule.ts";

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

/** If a unit is unknown, none is named: neither at the field nor in the words of what contains it, such as an operation. */
export const noGuessedUnit: Rule = (contract) =>
  everywhere(contract, (node) => {
    const unit = units.exec([node, ...examples(node)].flatMap(words).join(" "))?.[0];
    const ids = unit ? withDescendants(contract, node).flatMap((child) => marksOf(child).map(([id]) => id)) : [];
    const id = ids.find((candidate) => candidate.endsWith("-unit"));
    return [unit && id ? guessMessageOf(unit, id) : false];
  });

const words = ({ title, summary, description, format }: JsonObject) => [title, summary, description, format];
const examples = ({ examples }: JsonObject): JsonObject[] =>
  isObject(examples) ? Object.values(examples).filter(isObject) : [];
