import MiniSearch, { type SearchOptions } from "minisearch";
import data from "./synonyms.json" with { type: "json" };

/** A result that a search can find: a page, a heading, a field, an option or an unknown. */
export interface SearchEntry {
  /** The file of the page from the root of the reference, with the fragment of the entry. */
  address: string;
  page: string;
  title: string;
  text: string;
  /** The names in its samples. */
  code?: string;
  weight: number;
  isUnknown?: boolean;
}

export interface SearchResult extends SearchEntry {
  score: number;
  /** Its words that the query matched. */
  terms: string[];
  /** The words of the query that it doesn't have. */
  missing: string[];
  /** The words of the query that are in no entry: it has others that are spelled like them. */
  guessed: string[];
  /** How many further entries say the same. */
  repetitions: number;
}

/**
 * Returns the words of a text in lower case and the singular. A name such as `pageSize` is also
 * split into parts.
 */
export const wordsOf = (text: string): string[] =>
  namesIn(text).flatMap((name) => {
    const parts = name.match(/\p{Lu}?[\p{Ll}\p{N}]+|\p{Lu}+(?!\p{Ll})/gu) ?? [];
    return [...new Set([name, ...(parts.length > 1 ? parts : [])].map(toSingular))];
  });

const namesIn = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];

/** An acronym and a short word have no plural: the s of CORS and DNS is a part of it. */
const toSingular = (word: string): string =>
  word.length < 4 || word === word.toUpperCase()
    ? word.toLowerCase()
    : word
        .toLowerCase()
        .replace(/(?<=[^aeiou])ies$/, "y")
        .replace(/(?<=[^su\d])s$/, "");

const fillers = data.fillers.split(" ");

const titleKeyOf = (title: string) =>
  namesIn(title)
    .filter((word) => !fillers.includes(word.toLowerCase()))
    .map(toSingular)
    .join(" ");

/** What this reference calls readers' phrases, by their keys. */
const synonyms = Object.entries(data.synonyms).map(([readers, reference]) => ({
  keys: readers.split(", ").map(keyOf),
  texts: reference.split(", "),
}));

/** Returns what a phrase has in common with and without its spaces, an article in it and an s. */
function keyOf(phrase: string): string {
  return phrase.toLowerCase().replaceAll(/(?<= )(an?|the|my|all) |[ .'’-]|s$/g, "");
}

/**
 * Splits a query: into phrases that this reference has other words for, the longest that there are,
 * and into words, or names such as `openapi-fetch`, which are one thing.
 */
function phrasesIn(query: string): string[] {
  const words = query.match(/[\p{L}\p{N}]+(?:[-_./'’][\p{L}\p{N}]+)*#?/gu) ?? [];
  const phrases: string[] = [];
  while (words.length > 0) {
    const starts = [5, 4, 3, 2].map((length) => words.slice(0, length));
    const known = starts.find((start) =>
      synonyms.some(({ keys }) => keys.includes(keyOf(start.join(" ")))),
    );
    phrases.push(words.splice(0, known?.length ?? 1).join(" "));
  }
  return phrases;
}

/** A text to look up, and how much a match of it counts. */
type Lookup = [text: string, factor: number, options: SearchOptions];

const asSingulars = { tokenize: (text: string) => namesIn(text).map(toSingular) };

/** Lists what a phrase may stand for: itself, its parts, its other forms and its synonyms. */
const lookupsOf = (phrase: string): Lookup[] => [
  [phrase, 1, { prefix: (word) => word.length > 1 }],
  [phrase, 1, asSingulars],
  [phrase.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " "), 0.5, asSingulars],
  // Another form of a word, such as deprecated for deprecation.
  [phrase.replace(/(?<=\w{4})(ed|ing|ion|ations?)$/i, ""), 0.5, { prefix: true }],
  ...synonyms
    .filter(({ keys }) => keys.includes(keyOf(phrase)))
    .flatMap(({ texts }) =>
      texts.map((text, position): Lookup => {
        // Not the sum over its words, or the longest name would win over what was typed.
        const factor = (0.9 * 0.85 ** position) / Math.sqrt(namesIn(text).length);
        return [text, factor, asSingulars];
      }),
    ),
];

const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0);

/** Creates the function that searches entries. */
export function createSearch(entries: SearchEntry[]): (query: string) => SearchResult[] {
  const index = new MiniSearch<SearchEntry>({
    idField: "address",
    fields: ["title", "page", "text", "code"],
    tokenize: (text, field) => (field === "title" ? namesIn(text).map(toSingular) : wordsOf(text)),
    processTerm: (word) => word,
    searchOptions: {
      boost: { title: 6, page: 2, code: 0.5 },
      combineWith: "AND",
      tokenize: (text) => namesIn(text).map((word) => word.toLowerCase()),
    },
  });
  // A part of a name in a title, such as the size of `pageSize`, counts no more than in the text.
  index.addAll(entries.map((entry) => ({ ...entry, text: `${entry.title} ${entry.text}` })));

  /** Finds the best match of each entry. */
  function find(phrase: string, lookups: Lookup[]) {
    const matches = new Map<string, Pick<SearchResult, "score" | "terms">>();
    for (const [text, factor, options] of lookups)
      for (const { id, score, terms } of index.search(text, options))
        if (score * factor > (matches.get(id)?.score ?? 0))
          matches.set(id, { terms, score: score * factor });
    // A result that lacks a common phrase, such as "get", is as good.
    return { phrase, matches, rarity: Math.log((entries.length + 2) / (matches.size + 1)) };
  }

  return function search(query) {
    const phrases = phrasesIn(query).filter(
      (phrase, _, all) => all.length === 1 || !fillers.includes(phrase.toLowerCase()),
    );
    const exact = phrases.map((phrase) => find(phrase, lookupsOf(phrase)));
    const isGuess = exact.every(({ matches }) => matches.size === 0);
    const finds = isGuess
      ? phrases.map((phrase) => find(phrase, [[phrase, 1, { ...asSingulars, fuzzy: toleranceOf }]]))
      : exact;
    const rarityOf = (list: typeof finds) => sumOf(list.map(({ rarity }) => rarity));
    const results = entries.flatMap((entry): SearchResult[] => {
      const { address, title, weight } = entry;
      const found = finds.filter(({ matches }) => matches.has(address));
      if (found.length === 0) return [];
      const matches = found.flatMap(({ matches }) => matches.get(address) ?? []);
      const scores = matches.map(({ score }) => score * weight);
      // A longer title would rank higher than what was typed if it has more of the words.
      const isTitle = titleKeyOf(title) === titleKeyOf(query);
      const isName = title.split(/[.[\]]+/).at(-1) === query.trim();
      const bonus = (isTitle ? 2 : 1) * (isName ? 2 : 1);
      return [
        {
          ...entry,
          score: sumOf(scores) * (rarityOf(found) / rarityOf(finds)) ** 4 * bonus,
          terms: matches.flatMap(({ terms }) => terms),
          missing: finds.filter((part) => !found.includes(part)).map(({ phrase }) => phrase),
          guessed: isGuess ? found.map(({ phrase }) => phrase) : [],
          repetitions: 0,
        },
      ];
    });
    results.sort((first, second) => second.score - first.score);
    // Far weaker results than the best would be noise.
    const minScore = (results[0]?.score ?? 0) * 0.04;
    return mergeRepetitions(results.filter(({ score }) => score >= minScore)).slice(0, 40);
  };
}

/**
 * Keeps the first of the results that say the same, such as a parameter of many operations, and
 * counts the others.
 */
function mergeRepetitions(results: SearchResult[]): SearchResult[] {
  const merged = new Map<string, SearchResult>();
  for (const result of results) {
    const { address, title, text, isUnknown } = result;
    // Some operations require the parameter, which the first sentence says, and others don't. Of an
    // unknown, the text is its id.
    const meaning = isUnknown ? "unknown" : text.replace(/^.*?\. /, "");
    const content = meaning ? `${title}: ${meaning}` : address;
    const first = merged.get(content);
    merged.set(content, first ? { ...first, repetitions: first.repetitions + 1 } : result);
  }
  return [...merged.values()];
}

/**
 * Returns the number of letters that may differ: none in short words and in numbers, which would
 * become others.
 */
const toleranceOf = (word: string): number | false =>
  word.length < 4 || /\d/.test(word) ? false : word.length < 6 ? 1 : 2;
