import { remember } from "../../../src/openapi/cache.ts";
import { nodes } from "../../../src/openapi/nodes.ts";
import { indexEntries } from "../../../src/openapi/operation-index.ts";
import { segmentsOf } from "../../../src/openapi/path.ts";
import type { Contract } from "../../contract/document.ts";
import { emptyWords, splitWords } from "../../contract/words.ts";
import type { NameKind } from "../shape/shape.ts";
import { apiWords } from "./api-words.ts";
import { verbs } from "./read.ts";

/** The words that may be written, since they don't come from traffic alone. */
export interface Vocabulary {
  /** Returns whether each word of a name is in the contract, or in a name that the maintainer gave. */
  isContract(name: string): boolean;
  /** Returns whether each word of a name is in the contract, given by the maintainer, or common in APIs. */
  isKnown(name: string): boolean;
  /** Returns whether the contract or the maintainer has this very name. */
  isListed(name: string): boolean;
  /** Returns what the name of a field or an input is. */
  kindOf(name: string): NameKind;
}

/** Returns the vocabulary of a contract and of the names that the maintainer gives. */
export function vocabularyOf(contract: Contract, givenNames: readonly string[] = []): Vocabulary {
  const names = ["api", "v1", ...givenNames, ...namesOf(contract)];
  const listedNames = new Set(names.filter((name) => !isReservedName(name)));
  const stems = stemsIn(names);
  const isContract = createNameCheck((stem) => stems.has(stem));
  const isKnown = createNameCheck((stem) => stems.has(stem) || commonStems.has(stem));
  const isListed = (name: string) => listedNames.has(name);
  const decide = (name: string): NameKind => {
    if (isListed(name) || isKnown(name)) return "known";
    return /\d\p{L}*\d|^\P{L}*$/u.test(name) ? "data" : "withheld";
  };
  return { isContract, isKnown, isListed, kindOf: remember(decide) };
}

/** Returns whether a field can't have a name, since every object in JavaScript has it, or since it makes a reference. */
export const isReservedName = (name: string): boolean => name in Object.prototype || name === "$ref";

/** Returns the names in the contract: of operations, areas, path segments, parameters, fields and purposes of inputs. */
function namesOf(contract: Contract): string[] {
  return [
    ...indexEntries(contract).flatMap(({ area, name }) => [area, name]),
    ...Object.keys(contract.paths).flatMap((path) => segmentsOf(path).filter((segment) => !segment.includes("{"))),
    ...nodes(contract).flatMap(({ node, path }) => {
      if (path.at(-1) === "properties") return Object.keys(node);
      const isParameter = typeof node["in"] === "string";
      return [isParameter && node["name"], node["x-pagination"]].filter((name) => typeof name === "string");
    }),
  ];
}

/** Creates the function that returns whether each word of a name has a stem that is known, or is a term. */
const createNameCheck =
  (isKnownStem: (stem: string) => boolean) =>
  (name: string): boolean => {
    const stems = stemsOf(name);
    return !isReservedName(name) && stems.length > 0 && stems.every((stem) => isTerm(stem) || isKnownStem(stem));
  };

/** Returns the stems of the words in names. In a path, "vCenter" may be one word. */
const stemsIn = (names: readonly string[]): ReadonlySet<string> =>
  new Set(names.flatMap((name) => [name, name.toLowerCase()]).flatMap(stemsOf));

/** Returns the stems of a name's words: that of `address2` is `address`, of `pagination` `paginat`. `task17` is data. */
const stemsOf = (name: string): string[] =>
  splitWords(name)
    .map((word) => (isTerm(word) ? word : word.replace(/(?<!\d)\d$/, "")))
    .map((word) => (word.length > 5 ? word.replace(/(e|ed|ing|ion|er|or)$/, "") : word))
    .filter(Boolean);

/** Terms with digits that aren't numbered things. */
export const isTerm = (word: string): boolean =>
  /^(v\d+|oauth\d|md5|sha\d+|base64|utf8|iso\d*|ipv?[46]|mp[34]|s3|e164|x509|h26[45]|2fa|i18n|l10n|k8s|10dlc|b2b|p2p)$/i.test(
    word,
  );

/** The stems of the words that are common in APIs. */
const commonStems = stemsIn([...apiWords, ...emptyWords, ...verbs]);
