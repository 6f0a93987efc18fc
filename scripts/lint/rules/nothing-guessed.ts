import {
  bodyFacts,
  type Contract,
  isObject,
  type JsonObject,
  marksOf,
  type Path,
  resolve,
  webhooksOf,
} from "../../contract.ts";
import { checkNodes, guessMessageOf, type LintProblem, type Rule } from "../rule.ts";

type Guess = string | undefined;

interface MarkedNode {
  node: JsonObject;
  /** The object that contains the node. */
  parent: JsonObject;
  /** The phrase of the unknown. */
  description: string;
  contract: Contract;
}

const localMock = "http://127.0.0.1:4010";
const bounds = /^(exclusive)?(minimum|maximum)$|^(min|max)(Items|Length|Properties)$|^multipleOf$/i;

/** Finds a keyword that contradicts an unknown at its node, by the ending of the unknown's id. */
const forbidden: Record<string, (markedNode: MarkedNode) => Guess> = {
  url: ({ node }) => listValues(node, "default", "enum").find((value) => value !== localMock),
  values: ({ node, contract, description }) =>
    findFirst(contract, node, (part) => {
      const value = listValues(part, "enum", "const").find(
        (listedValue) => !description.includes(`\`${listedValue}\``),
      );
      return (
        value ?? findKeyword(part, /^(pattern|example)$/) ?? (Array.isArray(part["examples"]) ? "examples" : undefined)
      );
    }),
  default: ({ node, contract }) => findFirst(contract, node, (part) => findKeyword(part, /^default$/)),
  bounds: ({ node, contract }) => findFirst(contract, node, (part) => findKeyword(part, bounds)),
  answer: ({ node }) => bodyFacts(node)[0],
  shape: ({ node }) => bodyFacts(node)[0],
  payload: ({ node }) => findKeyword(node, /^requestBody$/),
  "success-status": ({ parent }) => findKeyword(parent, /^2(?!XX)/),
  "status-codes": ({ parent }) => findKeyword(parent, /^[1345]/),
  parameters: ({ node, parent }) => findKeyword({ ...parent, ...node }, /^parameters$/),
};

/** No value, default, bound, address, status, input or shape is given if the contract marks it as unknown. */
export default ((contract) => [
  ...checkNodes(contract, (node, path) =>
    marksOf(isSuccess(path) ? resolve(contract, node) : node).flatMap(([id, description]) =>
      Object.entries(forbidden).map(([ending, find]) => {
        const parent = path
          .slice(0, -1)
          .reduce<JsonObject>((holder, key) => holder[key] as JsonObject, { ...contract });
        const guess = id.endsWith(`-${ending}`) && find({ node, parent, description, contract });
        return guess ? guessMessageOf(guess, id) : false;
      }),
    ),
  ),
  ...findGuessedInputs(contract),
  ...findGuessedDeliveries(contract),
]) satisfies Rule;

/** Returns whether a response is a success. What is unknown of a failure by reference is unknown of all operations. */
const isSuccess = (path: Path): boolean => path.at(-2) === "responses" && /^2/.test(`${path.at(-1)}`);

/** Reports a named property, or a default, of inputs whose names or defaults are unknown. */
function findGuessedInputs(contract: Contract): LintProblem[] {
  return checkNodes(contract, (node, path) => {
    const inputsSchema = path.at(-2) === "parameters" && resolve(contract, node["schema"]);
    const schema = isObject(inputsSchema) ? inputsSchema : {};
    const ids = listParts(contract, schema["additionalProperties"]).flatMap((part) => marksOf(part).map(([id]) => id));
    const findGuess = (name: string, ending: string) => {
      const id = name in schema && ids.find((candidate) => candidate.endsWith(ending));
      return id ? guessMessageOf(name, id) : false;
    };
    return [findGuess("properties", "-name"), findGuess("default", "-default")];
  });
}

/** Reports a webhook's payload if the area of the webhook still marks the payload of deliveries as unknown. */
const findGuessedDeliveries: Rule = (contract) =>
  webhooksOf(contract).flatMap(({ name, method, operation }) => {
    const areas = (contract.tags ?? []).filter(({ name }) => operation.tags?.includes(name));
    const id = areas.flatMap(marksOf).find(([id]) => id.endsWith("-payload"))?.[0];
    const isKnown = bodyFacts(resolve(contract, operation.requestBody)).length > 0;
    const path = ["webhooks", name, method.toLowerCase()];
    return id && isKnown ? [{ message: guessMessageOf("requestBody", id), path }] : [];
  });

const findKeyword = (part: JsonObject, name: RegExp): Guess => Object.keys(part).find((key) => name.test(key));

/** Returns the values that keywords list, as text. */
const listValues = (part: JsonObject, ...keywords: string[]): string[] =>
  keywords.flatMap((key) => (key in part ? [part[key]].flat() : [])).map(String);

/** Returns a schema and what it is composed of, references followed; for a parameter, its schema. */
function listParts(contract: Contract, node: unknown, ancestors: unknown[] = []): JsonObject[] {
  if (!isObject(node) || ancestors.includes(node)) return [];
  const composed = ["schema", "items", "anyOf", "oneOf", "allOf"].flatMap((key) => [node[key] ?? []].flat());
  return [
    node,
    ...[resolve(contract, node), ...composed].flatMap((part) => listParts(contract, part, [...ancestors, node])),
  ];
}

function findFirst(contract: Contract, node: JsonObject, find: (part: JsonObject) => Guess): Guess {
  return listParts(contract, node)
    .map(find)
    .find((guess) => guess !== undefined);
}
