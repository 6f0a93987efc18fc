import MiniSearch, { type Query, type SearchOptions, type SearchResult } from "minisearch";
import { fillers, readerPhrases, referencePhrasesOf } from "./phrases.ts";

/** A result that a search can find: a page, a heading, a field, an option or an unknown. */
export interface SearchEntry {
  /** The file of the page from the root of the reference, with the fragment of the entry. */
  address: string;
  page: string;
  title: string;
  text: string;
  /** The name of a field without those of its parents, or the words of an unknown. */
  name?: string;
  weight: number;
  /** In a result: its words that the query matched. */
  terms?: string[];
}

/** Returns the words of a text in lower case and the singular. A name such as `pageSize` is also split into parts. */
export function wordsOf(text: string): string[] {
  const names = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return names.flatMap((name) => {
    const parts = name.match(/\p{Lu}?[\p{Ll}\p{N}]+|\p{Lu}+(?!\p{Ll})/gu) ?? [];
    return [...new Set([name, ...(parts.length > 1 ? parts : [])].map(toSingular))];
  });
}

const toSingular = (word: string): string =>
  word
    .toLowerCase()
    .replace(/(?<=[^aeiou])ies$/, "y")
    .replace(/(?<=[^su\d])s$/, "");

/** A phrase that this reference has other words for, or else a word. */
const phrasePattern = new RegExp(`\\b(${readerPhrases.join("|")})(?![\\p{L}\\p{N}])|[\\p{L}\\p{N}]+`, "giu");

/** Creates the function that searches entries. Indexing pauses now and then, so that the page stays responsive. */
export async function createSearch(entries: SearchEntry[]): Promise<(query: string) => SearchEntry[]> {
  const index = new MiniSearch<SearchEntry>({
    idField: "address",
    fields: ["title", "page", "text"],
    storeFields: ["address", "page", "title", "text", "name", "weight"],
    tokenize: wordsOf,
    processTerm: (word) => word,
    searchOptions: {
      boost: { title: 6, page: 2 },
      prefix: (word) => word.length > 1,
      boostDocument: (_address, _word, entry) => entry?.["weight"] as number,
    },
  });
  await index.addAllAsync(entries, { chunkSize: 500 });

  return function search(query) {
    const typedPhrases = query.match(phrasePattern) ?? [];
    const phrases = typedPhrases.filter((phrase) => typedPhrases.length === 1 || !fillers.has(phrase.toLowerCase()));
    const queries = phrases.map(createQuery);
    const find = (options: SearchOptions) => index.search({ queries }, options) as (SearchResult & SearchEntry)[];
    let results = find({ combineWith: "AND" });
    if (results.length === 0) results = find({ combineWith: "AND", fuzzy: toleranceOf });
    if (results.length === 0 && phrases.length > 2)
      results = find({ combineWith: "OR" }).filter(({ queryTerms }) => queryTerms.length * 2 > phrases.length);
    // A field with exactly this name comes first: a longer name would rank higher if it has more of the words.
    const namedEntry = results.find(({ name }) => name === query.trim());
    // Far weaker results than the best would be noise.
    const minScore = (results[0]?.score ?? 0) * 0.15;
    const rankedEntries = results.filter((entry) => entry !== namedEntry && entry.score >= minScore);
    return [...(namedEntry ? [namedEntry] : []), ...rankedEntries].slice(0, 40);
  };
}

/** Returns the number of letters that may differ: none in short words and in numbers, which would become others. */
const toleranceOf = (word: string): number | false =>
  word.length < 4 || /\d/.test(word) ? false : word.length < 6 ? 1 : 2;

/** Creates a query for any of a phrase, the words in its camelCase, and the reference's phrases for it. */
function createQuery(phrase: string): Query {
  const typed = phrase.toLowerCase();
  const words = phrase.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ").toLowerCase();
  const alternatives = new Set([typed, words, ...referencePhrasesOf(typed)]);
  return { combineWith: "OR", queries: [...alternatives].map((text) => ({ combineWith: "AND", queries: [text] })) };
}
