import { isObject, marksOf, withDescendants } from "../../contract.ts";
import { contradicts, everywhere, type Rule } from "../rule.ts";

type Node = Record<string, unknown>;

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

/** Where a unit is unknown none is named: not at the field, nor in the words of what holds it, an operation included. */
export const noGuessedUnit: Rule = (contract) =>
  everywhere(contract, (node) => {
    const unit = units.exec([node, ...examples(node)].flatMap(words).join(" "))?.[0];
    const ids = unit ? withDescendants(contract, node).flatMap((each) => marksOf(each).map(([id]) => id)) : [];
    const id = ids.find((each) => each.endsWith("-unit"));
    return [unit && id ? contradicts(unit, id) : false];
  });

const words = ({ title, summary, description, format }: Node) => [title, summary, description, format];
const examples = ({ examples }: Node): Node[] => (isObject(examples) ? Object.values(examples).filter(isObject) : []);
