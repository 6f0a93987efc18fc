import { type Contract, isObject, resolve } from "../../contract.ts";
import { marks, stands } from "./marks.ts";
import { everywhere, type Rule } from "./rule.ts";

type Node = Record<string, unknown>;

const units = /\b(milli|micro)?sec(ond)?s?\b|\bms\b|\bmin(ute)?s?\b|\bhours?\b|\b\d+ ?s\b|duration-\w+/i;

/** No unit is named where it is not shown: not at the field, not in the words of what holds it, an operation included. */
export const noGuessedUnit: Rule = (contract) =>
  everywhere(contract, (node) => {
    const unit = units.exec([node, ...examples(node)].flatMap(words).join(" "))?.[0];
    const ids = unit ? below(contract, node).flatMap((each) => Object.keys(marks(each))) : [];
    const id = ids.find((each) => each.endsWith("-unit"));
    return [unit && id ? stands(unit, id) : false];
  });

const words = ({ title, summary, description, format }: Node) => [title, summary, description, format];
const examples = ({ examples }: Node): Node[] => (isObject(examples) ? Object.values(examples).filter(isObject) : []);

/** A node and all that it holds, references followed. */
function below(contract: Contract, node: unknown, seen = new Set<unknown>()): Node[] {
  if (typeof node !== "object" || node === null || seen.has(node)) return [];
  seen.add(node);
  const held = [resolve(contract, node), ...Object.values(node)].flatMap((each) => below(contract, each, seen));
  return isObject(node) ? [node, ...held] : held;
}
