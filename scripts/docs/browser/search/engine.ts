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

/** Readers' phrases that this reference has other words for, the longest first. */
const readerPhrases = Object.keys(data.synonyms)
  .flatMap((readers) => readers.split(", "))
  .sort((first, second) => second.length - first.length);

const fillers = data.fillers.split(" ");

const titleKeyOf = (title: string) =>
  namesIn(title)
    .filter((word) => !fillers.includes(word.toLowerCase()))
    .map(toSingular)
    .join(" ");

const keyOf = (phrase: string) =>
  phrase.toLowerCase().replaceAll(/[ -](an?|the|my|all)(?=[ -])|[ -]|s$/g, "");

/**
 * A phrase that this reference has other words for, with or without its spaces, with an article in
 * it and in the plural, or else a word, or a name such as `openapi-fetch`, which is one thing.
 */
const phrasePattern = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${readerPhrases
    .map((phrase) => phrase.replaceAll(/[+.]/g, "\\$&"))
    .join("|")
    .replaceAll(
      " ",
      "(?:[ -](?:an?|the|my|all)(?=[ -]))?[ -]?",
    )})s?(?![\\p{L}\\p{N}])|[\\p{L}\\p{N}]+(?:[-_./][\\p{L}\\p{N}]+)*`,
  "giu",
);

type Match = Pick<SearchResult, "score" | "terms">;

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
  const entriesByAddress = new Map(entries.map((entry) => [entry.address, entry]));

  /**
   * Finds a phrase and what this reference calls it, or what is spelled like it. Returns each
   * entry's best match.
   */
  function findPhrase(phrase: string, isGuess: boolean): Map<string, Match> {
    const matches = new Map<string, Match>();
    const find = (text: string, factor: number, options: SearchOptions = {}) => {
      for (const { id, score, terms } of index.search(text, options)) {
        const match = { terms, score: score * factor };
        if (match.score > (matches.get(id)?.score ?? 0)) matches.set(id, match);
      }
    };
    const toSingulars = { tokenize: (text: string) => namesIn(text).map(toSingular) };
    if (isGuess) {
      find(phrase, 1, { ...toSingulars, fuzzy: toleranceOf });
      return matches;
    }
    find(phrase, 1, { prefix: (word) => word.length > 1 });
    find(phrase, 1, toSingulars);
    find(phrase.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " "), 0.5, toSingulars);
    // Not the sum over its words, or the longest name would win over what was typed.
    for (const [readers, reference] of Object.entries(data.synonyms))
      if (readers.split(", ").some((reader) => keyOf(reader) === keyOf(phrase)))
        for (const [position, text] of reference.split(", ").entries())
          find(text, (0.9 * 0.85 ** position) / Math.sqrt(namesIn(text).length), toSingulars);
    // Another form of a word, such as deprecated for deprecation.
    find(phrase.replace(/(?<=\w{4})(ed|ing|ion|ations?)$/i, ""), 0.5, { prefix: true });
    return matches;
  }

  return function search(query) {
    const typedPhrases = query.match(phrasePattern) ?? [];
    const phrases = typedPhrases.filter(
      (phrase) => typedPhrases.length === 1 || !fillers.includes(phrase.toLowerCase()),
    );
    const found = new Map<string, SearchResult>();
    /** How rare each phrase is: a result that lacks a common one, such as "get", is as good. */
    const rarities = new Map<string, number>();
    const findAll = (isGuess: boolean) =>
      phrases.map((phrase) => [phrase, findPhrase(phrase, isGuess)] as const);
    const exactMatches = findAll(false);
    const isGuess = exactMatches.every(([, { size }]) => size === 0);
    for (const [phrase, matches] of isGuess ? findAll(true) : exactMatches) {
      rarities.set(phrase, Math.log((entries.length + 2) / (matches.size + 1)));
      for (const [address, { score, terms }] of matches) {
        const entry = entriesByAddress.get(address) as SearchEntry;
        const result = found.get(address) ?? {
          ...entry,
          score: 0,
          terms: [],
          missing: phrases,
          guessed: [],
          repetitions: 0,
        };
        result.score += score * entry.weight;
        result.terms = [...result.terms, ...terms];
        result.missing = result.missing.filter((other) => other !== phrase);
        if (isGuess) result.guessed = [...result.guessed, phrase];
        found.set(address, result);
      }
    }
    const rarityOf = (list: string[]) =>
      list.reduce((sum, phrase) => sum + (rarities.get(phrase) ?? 0), 0);
    const typedTitle = titleKeyOf(query);
    for (const result of found.values()) {
      result.score *= (1 - rarityOf(result.missing) / rarityOf(phrases)) ** 4;
      if (titleKeyOf(result.title) === typedTitle) result.score *= 2;
    }
    // If it's the name of a field, what has exactly this name comes first: a longer name would rank
    // higher if it has more of the words.
    const isExact = ({ title }: SearchResult) => lastNameOf(title) === query.trim();
    const isField = [...found.values()].some(
      (result) => isExact(result) && /^(operations|webhooks)\//.test(result.address),
    );
    const exactness = (result: SearchResult) =>
      isField && isExact(result) ? 1 / result.title.length : 0;
    const results = [...found.values()].sort(
      (first, second) => exactness(second) - exactness(first) || second.score - first.score,
    );
    // Far weaker results than the best would be noise.
    const minScore = Math.max(...results.map(({ score }) => score)) * 0.04;
    return mergeRepetitions(results.filter(({ score }) => score >= minScore)).slice(0, 40);
  };
}

const lastNameOf = (title: string) => title.split(/[.[\]]+/).at(-1);

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
