import { type Contract, emptyWords, indexEntries, nodes, splitWords } from "../../contract.ts";
import { apiWords } from "./api-words.ts";
import { verbs } from "./words.ts";

/** The words that may be written, since they don't come from traffic alone. */
export interface Vocabulary {
  /** Returns whether the contract or the maintainer's list of allowed names has this very name. */
  isListed(name: string): boolean;
  /** Returns whether each word of a name is in the contract or in a name that the maintainer allows. */
  isContract(name: string): boolean;
  /** Returns whether each word of a name is in the contract, allowed, common in APIs, or one of `extend`. */
  isKnown(name: string): boolean;
  /** Returns a vocabulary in which the words of these names are known, too. */
  extend(names: readonly string[]): Vocabulary;
}

/** Returns the vocabulary of a contract and of the names that the maintainer allows. */
export function vocabularyOf(contract: Contract, allowedNames: readonly string[] = []): Vocabulary {
  const names = ["api", "v1", ...allowedNames, ...namesOf(contract)];
  const listedNames = new Set(names);
  // In a path, "vCenter" may be one word.
  const contractStems = new Set(names.flatMap((name) => [...stemsOf(name), ...stemsOf(name.toLowerCase())]));
  const createVocabulary = (words: readonly string[]): Vocabulary => {
    const knownStems = new Set([...contractStems, ...words]);
    return {
      isListed: (name) => listedNames.has(name),
      isContract: createNameCheck((word) => contractStems.has(word) || isCompound(word, contractStems)),
      isKnown: createNameCheck((word) => knownStems.has(word) || isCompound(word, contractStems)),
      extend: (names) => createVocabulary([...words, ...names.flatMap(stemsOf)]),
    };
  };
  return createVocabulary([...apiWords, ...emptyWords, ...verbs].flatMap(stemsOf));
}

/** Returns the names in the contract: of operations, areas, path segments, parameters, fields and titles. */
function namesOf(contract: Contract): string[] {
  return [
    ...indexEntries(contract).flatMap(({ area, name }) => [area, name]),
    ...Object.keys(contract.paths).map((path) => path.replace(/\{[^}]*\}/g, " ")),
    ...nodes(contract).flatMap(({ node, path }) => {
      if (path.at(-1) === "properties") return Object.keys(node);
      const isParameter = typeof node["in"] === "string";
      return [isParameter && node["name"], node["title"]].filter((name) => typeof name === "string");
    }),
  ];
}

/** Returns whether a word consists of two words of the contract, as `phonenumber` does. */
const isCompound = (word: string, contractStems: ReadonlySet<string>): boolean =>
  Array.from({ length: Math.max(0, word.length - 7) }, (_, index) => index + 4).some(
    (position) => contractStems.has(word.slice(0, position)) && contractStems.has(word.slice(position)),
  );

function createNameCheck(isKnown: (word: string) => boolean): (name: string) => boolean {
  return (name) => {
    const stems = stemsOf(name);
    return !(name in Object.prototype) && stems.length > 0 && stems.every(isKnown);
  };
}

/** Returns the stems of a name's words, without digits: that of `address2` is `address`, of `pagination` `paginat`. */
const stemsOf = (name: string): string[] =>
  splitWords(name)
    .map((word) => word.replace(/\d+$/, ""))
    .map((word) => (word.length > 5 ? word.replace(/(e|ed|ing|ion|er|or)$/, "") : word))
    .filter(Boolean);
