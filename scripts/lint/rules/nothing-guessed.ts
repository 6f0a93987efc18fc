import { type Contract, documentedOperations, isObject, type NotShown, type Path } from "../../contract.ts";
import { everywhere, type Finding, type Rule } from "./rule.ts";

type Node = Record<string, unknown>;

const bounds = /^(exclusive)?(minimum|maximum)$|^(min|max)(Items|Length|Properties)$|^multipleOf$/i;
const units = /\b(milli|micro)?sec(ond)?s?\b|\bms\b|\bmin(ute)?s?\b|\bhours?\b|\b\d+ ?s\b|duration-\w+/i;

/**
 * What an unknown forbids at its node, by the ending of its id. An id without such an ending forbids nothing: what it
 * says is not shown has no keyword.
 */
const forbidden: Record<string, (node: Node, sentence: string) => string | undefined> = {
  values: (node, sentence) =>
    first(node, (part) => {
      const values = [...[part["enum"] ?? []].flat(), ...("const" in part ? [part["const"]] : [])];
      return values.map(String).find((value) => !sentence.includes(`\`${value}\``));
    }),
  default: (node) => first(node, (part) => ("default" in part ? "default" : undefined)),
  bounds: (node) => first(node, (part) => Object.keys(part).find((keyword) => bounds.test(keyword))),
  unit: (node) => units.exec([node["title"], node["description"], node["format"]].join(" "))?.[0],
  answer: (node) => Object.values(node["content"] ?? {}).flatMap(({ schema }) => Object.keys(schema ?? {}))[0],
  payload: (node) => ("requestBody" in node ? "requestBody" : undefined),
  parameters: (node) => ("parameters" in node ? "parameters" : undefined),
};

/** No value, default, bound, unit, status code or shape stands where the contract says that it is not shown. */
export const nothingGuessed: Rule = (contract) => [
  ...everywhere(contract, (node) =>
    Object.entries(marks(node)).flatMap(([id, sentence]) =>
      Object.entries(forbidden).map(([ending, find]) => {
        const guess = id.endsWith(`-${ending}`) && find(node, sentence);
        return guess ? stands(guess, id) : false;
      }),
    ),
  ),
  ...guessedInputs(contract),
  ...guessedStatuses(contract),
];

/** The same for what lies around unnamed inputs: a named property, or a default for all of them. */
function guessedInputs(contract: Contract): Finding[] {
  return everywhere(contract, (node, path) => {
    const schema = path.at(-2) === "parameters" && isObject(node["schema"]) ? node["schema"] : {};
    const inputs = isObject(schema["additionalProperties"]) ? schema["additionalProperties"] : {};
    const ids = parts(inputs).flatMap((part) => Object.keys(marks(part)));
    const guessed = (keyword: string, ending: string) => {
      const id = keyword in schema && ids.find((each) => each.endsWith(ending));
      return id ? stands(keyword, id) : false;
    };
    return [guessed("properties", "-name"), guessed("default", "-default")];
  });
}

/** Where codes are not shown there is `2XX` for success and `default` for failure, and an answer of any shape. */
function guessedStatuses(contract: Contract): Finding[] {
  const whole = marks(contract);
  return documentedOperations(contract).flatMap(({ path, method, operation }) =>
    Object.entries(operation.responses).flatMap(([status, answer]) => {
      const open = Object.values(operation.responses)
        .flatMap((each) => Object.keys(marks(each)))
        .find((id) => id.endsWith("-success-status"));
      const shape = Object.values(answer.content ?? {}).flatMap(({ schema }) => Object.keys(schema ?? {}));
      const success = /^2/.test(status);
      const messages = [
        success && open && status !== "2XX" && stands(status, open),
        !success && status !== "default" && "failure-status-codes" in whole && stands(status, "failure-status-codes"),
        !success && shape[0] !== undefined && "error-shape" in whole && stands(shape[0], "error-shape"),
      ];
      const at: Path = ["paths", path, method.toLowerCase(), "responses", status];
      return messages.flatMap((message) => (message ? [{ message, path: at }] : []));
    }),
  );
}

const stands = (guess: string, id: string) => `"${guess}" stands where "${id}" says that it is not shown.`;

const marks = (node: object): NotShown => {
  const marked = (node as Node)["x-not-shown"];
  return isObject(marked) ? (marked as NotShown) : {};
};

/** A schema and what it is composed of; for a parameter, its schema. */
function parts(node: Node): Node[] {
  const composed = ["schema", "items", "anyOf", "oneOf", "allOf"].flatMap((keyword) => [node[keyword] ?? []].flat());
  return [node, ...composed.filter(isObject).flatMap(parts)];
}

function first(node: Node, find: (part: Node) => string | undefined): string | undefined {
  return parts(node)
    .map(find)
    .find((found) => found !== undefined);
}
