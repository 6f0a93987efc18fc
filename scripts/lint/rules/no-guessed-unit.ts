import { asObject, isObject, type JsonObject, unknownIdsOf } from "../../contract.ts";
import { checkNodes, guessMessageOf, type Rule } from "../rule.ts";

// "The second example" counts, and "one second" measures: in the singular the word is a unit after a number, or last.
const seconds = /\b(milli|micro)seconds?\b|\bsec(ond)?s\b|\bsec\b|\b(\d+|one|per) second\b|\bsecond\b(?! +\w)/i;
const otherUnits = /\bms\b|\bmin(ute)?s?\b|\bhours?\b|\b\d+ ?s\b|duration-\w+/i;

/** If a unit is unknown, neither the field nor an object that contains it, such as the operation, names one. */
export default ((contract) =>
  checkNodes(contract, (node) => {
    const text = [node, ...listExamples(node)].flatMap(listTexts).join(" ");
    const [unit] = seconds.exec(text) ?? otherUnits.exec(text) ?? [];
    const id = unit && unknownIdsOf(contract, node).find((candidate) => candidate.endsWith("-unit"));
    return [unit && id ? guessMessageOf(unit, id) : false];
  })) satisfies Rule;

const listTexts = ({ title, summary, description, format }: JsonObject) => [title, summary, description, format];
const listExamples = ({ examples }: JsonObject): JsonObject[] => Object.values(asObject(examples)).filter(isObject);
