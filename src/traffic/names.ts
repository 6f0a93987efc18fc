import { memoizeString } from "../openapi/cache.ts";
import { asObject } from "../openapi/json.ts";
import { nodes } from "../openapi/nodes.ts";
import { indexEntries } from "../openapi/operation-index.ts";
import { operationsOf } from "../openapi/operations.ts";
import { isTemplate, segmentsOf } from "../openapi/path.ts";
import { countNoun, splitWords, toSingular } from "../openapi/words.ts";
import list from "./words.json" with { type: "json" };

/**
 * The rule for names in traffic: of path segments, parameters, headers, form fields, keys and media
 * types.
 */
export type NameRule = ReturnType<typeof createNameRule>;

/**
 * Creates the rule for the names that a contract doesn't have. A name is written if the contract
 * has it, or if each of its words is in a name of the contract or in the list of words, whole: `v1`
 * is a word, and `v415555` isn't. At most one word has digits.
 * @param givenNames Names that the maintainer has given.
 */
export function createNameRule(document: object, givenNames: readonly string[] = []) {
  const fields = new Set(fieldsIn(document));
  const names = new Set([...namesIn(document), ...fields, ...givenNames]);
  const contractWords = new Set([...names].flatMap(splitWords).map(toSingular));
  const isContractWord = (word: string) => contractWords.has(toSingular(word));
  return {
    /**
     * Returns whether a name may be written or printed. Any other may be about a person: it is
     * withheld.
     */
    isSafeName: memoizeString(
      (name) =>
        // Every object in JavaScript has a field of the name, or it makes a reference.
        !(name in Object.prototype || name === "$ref" || isSpelledNumber(name)) &&
        (names.has(name) ||
          consistsOf(name, (word) => listedWords.has(word) || isContractWord(word))),
    ),
    /** Returns whether a name is that of a field of the contract. */
    isField: (name: string): boolean => fields.has(name),
    /** Returns whether all words of a name are in names of the contract. */
    isOfContract: memoizeString((name) => names.has(name) || consistsOf(name, isContractWord)),
  };
}

/**
 * Lists the names in a contract: of operations, areas, path segments, parameters, media types and
 * purposes.
 */
const namesIn = (document: object): string[] => [
  ...indexEntries(document).flatMap(({ area, name }) => [area, name]),
  ...operationsOf(document).flatMap(({ path }) =>
    segmentsOf(path).filter((segment) => !isTemplate(segment)),
  ),
  ...nodes(document).flatMap(({ node, path }) => {
    if (path.at(-1) === "content") return Object.keys(node);
    const isParameter = typeof node["in"] === "string";
    return [isParameter && node["name"], node["x-pagination"]].filter(
      (name) => typeof name === "string",
    );
  }),
];

const fieldsIn = (document: object): string[] =>
  nodes(document).flatMap(({ node }) => Object.keys(asObject(node["properties"])));

/** The words of the list. */
export const listedWords: ReadonlySet<string> = new Set(list.words.join(" ").split(" "));

/**
 * Words with single separators between them, or in brackets, as in `page[size]`; 80 characters at
 * most.
 */
const nameForm = /^(?=.{1,80}$)[$@_]?[A-Za-z\d]+(?:[-_.:+/ ][A-Za-z\d]+|\[[A-Za-z\d]*\])*$/;

function consistsOf(name: string, isKnown: (word: string) => boolean): boolean {
  if (!nameForm.test(name)) return false;
  const parts = name.split(/[^A-Za-z\d]+/).filter(Boolean);
  const nameWords = parts.flatMap((part) =>
    isKnown(part.toLowerCase()) ? part.toLowerCase() : splitWords(part),
  );
  return nameWords.every(isKnown) && nameWords.filter((word) => /\d/.test(word)).length <= 1;
}

/** Returns whether a name is a number in words, such as that of a phone: `five-five-five-zero`. */
export const isSpelledNumber = (name: string): boolean =>
  /^((zero|oh|one|two|three|four|five|six|seven|eight|nine)[-_ .]?){3,}$/i.test(name);

/** Describes a withheld name by its shape, such as `12 letters` or `5 letters and 3 digits`. */
export function describeShape(name: string): string {
  const kinds = { letter: /\p{L}/gu, digit: /\p{Nd}/gu, "other character": /[^\p{L}\p{Nd}]/gu };
  const parts = Object.entries(kinds).flatMap(([noun, pattern]) => {
    const count = name.match(pattern)?.length ?? 0;
    return count > 0 ? countNoun(count, noun) : [];
  });
  return parts.join(" and ") || "no characters";
}
