import { bodyFacts, type Contract, isObject, marksOf, resolve, webhooksOf } from "../../contract.ts";
import { contradicts, everywhere, type Finding, type Rule } from "../rule.ts";

type Node = Record<string, unknown>;
type Guess = string | undefined;

interface Marked {
  node: Node;
  /** What holds the node. */
  parent: unknown;
  description: string;
  contract: Contract;
}

const localMock = "http://127.0.0.1:4010";
const bounds = /^(exclusive)?(minimum|maximum)$|^(min|max)(Items|Length|Properties)$|^multipleOf$/i;

/** What an unknown rules out at its node, by the ending of its id. For any other ending, OpenAPI has no keyword. */
const forbidden: Record<string, (marked: Marked) => Guess> = {
  url: ({ node }) => listed(node, "default", "enum").find((value) => value !== localMock),
  values: ({ node, contract, description }) =>
    first(contract, node, (part) => {
      const value = listed(part, "enum", "const").find((each) => !description.includes(`\`${each}\``));
      return (
        value ?? keyword(part, /^(pattern|example)$/) ?? (Array.isArray(part["examples"]) ? "examples" : undefined)
      );
    }),
  default: ({ node, contract }) => first(contract, node, (part) => keyword(part, /^default$/)),
  bounds: ({ node, contract }) => first(contract, node, (part) => keyword(part, bounds)),
  answer: ({ node }) => bodyFacts(node)[0],
  shape: ({ node }) => bodyFacts(node)[0],
  payload: ({ node }) => keyword(node, /^requestBody$/),
  parameters: ({ node, parent }) => keyword({ ...(isObject(parent) && parent), ...node }, /^parameters$/),
};

/** No value, default, bound, address, input or shape is given where the contract marks it as unknown. */
export const nothingGuessed: Rule = (contract) => [
  ...everywhere(contract, (node, path) =>
    marksOf(node).flatMap(([id, description]) =>
      Object.entries(forbidden).map(([ending, find]) => {
        const parent = path.slice(0, -1).reduce<unknown>((holder, key) => (holder as Node)[key], contract);
        const guess = id.endsWith(`-${ending}`) && find({ node, parent, description, contract });
        return guess ? contradicts(guess, id) : false;
      }),
    ),
  ),
  ...guessedInputs(contract),
  ...guessedDeliveries(contract),
];

/** The same around unnamed inputs: no property with a name, and no default for all of them. */
function guessedInputs(contract: Contract): Finding[] {
  return everywhere(contract, (node, path) => {
    const held = path.at(-2) === "parameters" && resolve(contract, node["schema"]);
    const schema = isObject(held) ? held : {};
    const ids = parts(contract, schema["additionalProperties"]).flatMap((part) => marksOf(part).map(([id]) => id));
    const guessed = (name: string, ending: string) => {
      const id = name in schema && ids.find((each) => each.endsWith(ending));
      return id ? contradicts(name, id) : false;
    };
    return [guessed("properties", "-name"), guessed("default", "-default")];
  });
}

/** Reports a webhook's payload if the area of the webhook still marks the payload of deliveries as unknown. */
const guessedDeliveries: Rule = (contract) =>
  webhooksOf(contract).flatMap(({ name, method, operation }) => {
    const areas = (contract.tags ?? []).filter(({ name }) => operation.tags?.includes(name));
    const id = areas.flatMap(marksOf).find(([id]) => id.endsWith("-payload"))?.[0];
    const isKnown = bodyFacts(resolve(contract, operation.requestBody)).length > 0;
    const path = ["webhooks", name, method.toLowerCase()];
    return id && isKnown ? [{ message: contradicts("requestBody", id), path }] : [];
  });

const keyword = (part: Node, name: RegExp): Guess => Object.keys(part).find((each) => name.test(each));

/** The values that keywords list, as text. */
const listed = (part: Node, ...keywords: string[]): string[] =>
  keywords.flatMap((each) => (each in part ? [part[each]].flat() : [])).map(String);

/** A schema and what it is composed of, references followed; for a parameter, its schema. */
function parts(contract: Contract, node: unknown, above: unknown[] = []): Node[] {
  if (!isObject(node) || above.includes(node)) return [];
  const composed = ["schema", "items", "anyOf", "oneOf", "allOf"].flatMap((each) => [node[each] ?? []].flat());
  return [node, ...[resolve(contract, node), ...composed].flatMap((part) => parts(contract, part, [...above, node]))];
}

function first(contract: Contract, node: Node, find: (part: Node) => Guess): Guess {
  return parts(contract, node)
    .map(find)
    .find((found) => found !== undefined);
}
