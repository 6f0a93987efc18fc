import { type Contract, nodes } from "../../contract.ts";
import { apiWords } from "./api-words.ts";
import { empty, verbs } from "./score.ts";
import { words } from "./words.ts";

/** Names that say nothing about a person: each of their words is known from elsewhere than from traffic. */
export interface Vocabulary {
  /** Whether the contract, its index or the maintainer has each word of a name. */
  isContract(name: string): boolean;
  /** Whether all words of a name are the contract's, or common in APIs. */
  isKnown(name: string): boolean;
  /** The same, with the words of more names known. */
  including(names: readonly string[]): Vocabulary;
}

/** @param allowed Names that the maintainer has looked at and allowed. */
export function vocabularyOf(contract: Contract, allowed: readonly string[] = []): Vocabulary {
  const names = ["api", "v1", ...allowed, ...namesIn(contract)];
  // A path may have "vCenter" as one word.
  const contractStems = new Set(names.flatMap((name) => [...stemsOf(name), ...stemsOf(name.toLowerCase())]));
  const withWords = (words: readonly string[]): Vocabulary => {
    const all = new Set([...contractStems, ...words]);
    return {
      isContract: decide((word) => contractStems.has(word) || isCompound(word, contractStems)),
      isKnown: decide((word) => all.has(word) || isCompound(word, contractStems)),
      including: (names) => withWords([...words, ...names.flatMap(stemsOf)]),
    };
  };
  return withWords([...apiWords, ...empty, ...verbs].flatMap(stemsOf));
}

/** The names in the contract: of its operations, paths, parameters and fields. Its examples are data. */
function namesIn(contract: Contract): string[] {
  return [
    ...contract["x-operation-index"].flatMap(({ area, name }) => [area, name]),
    ...Object.keys(contract.paths).map((path) => path.replace(/\{[^}]*\}/g, " ")),
    ...nodes(contract).flatMap(({ node, path }) => {
      if (path.at(-1) === "properties") return Object.keys(node);
      const isParameter = typeof node["in"] === "string";
      return [isParameter && node["name"], node["title"]].filter((name) => typeof name === "string");
    }),
  ];
}

/** Whether a word is two words of the contract in one: `phonenumber`. */
const isCompound = (word: string, contractStems: ReadonlySet<string>): boolean =>
  Array.from({ length: Math.max(0, word.length - 7) }, (_, index) => index + 4).some(
    (cut) => contractStems.has(word.slice(0, cut)) && contractStems.has(word.slice(cut)),
  );

function decide(isKnown: (word: string) => boolean): (name: string) => boolean {
  // Traffic repeats the same names; those beyond the first thousand may be data.
  const decided = new Map<string, boolean>();
  return (name) => {
    const stems = stemsOf(name);
    const result = decided.get(name) ?? (name !== "__proto__" && stems.length > 0 && stems.every(isKnown));
    if (decided.size < 1_000) decided.set(name, result);
    return result;
  };
}

/** The stems of a name's words, without numbers: `address2` says no more than `address`, nor `paginate` than `pagination`. */
const stemsOf = (name: string): string[] =>
  words(name)
    .map((word) => word.replace(/\d+$/, ""))
    .map((word) => (word.length > 5 ? word.replace(/(e|ed|ing|ion|er|or)$/, "") : word))
    .filter(Boolean);
