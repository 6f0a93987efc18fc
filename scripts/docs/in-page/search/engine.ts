import MiniSearch, { type Query, type SearchOptions, type SearchResult } from "minisearch";
import { fillers, ourWords } from "./words.ts";

/** The kinds of rows that rank differently: fields by their exact name, files and unknowns below all others. */
export type Group = "Fields" | "Files" | "Others" | "Unknowns";

/** A result that a search can find: a page, a heading, a field, an option or an unknown. */
export interface Row {
  /** The file of the page from the root of the reference, with the fragment of the row. */
  address: string;
  group: Group;
  /** The title of its page. */
  page: string;
  title: string;
  text: string;
}

/** The results of a search, the best first. */
export interface SearchResults {
  rows: Row[];
  /** The words of the rows that the query matched. */
  words: string[];
}

/** Returns the words of a text in lower case and the singular. A name such as `pageSize` is also split into parts. */
export function wordsOf(text: string): string[] {
  const names = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return names.flatMap((name) => {
    const parts = name.match(/\p{Lu}?[\p{Ll}\p{N}]+|\p{Lu}+(?!\p{Ll})/gu) ?? [];
    return [...new Set([name, ...(parts.length > 1 ? parts : [])].map(toSingular))];
  });
}

const toSingular = (word: string): string => {
  const lower = word.toLowerCase();
  if (/[^aeiou]ies$/.test(lower)) return lower.replace(/ies$/, "y");
  return /[^su\d]s$/.test(lower) ? lower.slice(0, -1) : lower;
};

/** Creates the function that searches rows. Indexing pauses now and then, so that the page stays responsive. */
export async function createSearch(rows: Row[]): Promise<(query: string) => SearchResults> {
  const index = new MiniSearch<Row & { id: number }>({
    fields: ["title", "page", "text"],
    tokenize: wordsOf,
    processTerm: (word) => word,
    searchOptions: {
      boost: { title: 6, page: 2 },
      prefix: (word) => word.length > 1,
      boostDocument: (id) => weightOf(rows[id as number] as Row),
    },
  });
  await index.addAllAsync(
    rows.map((row, id) => ({ ...row, id })),
    { chunkSize: 500 },
  );

  return function search(query) {
    const run = (combineWith: "AND" | "OR", queryWords: Alternatives[], options: SearchOptions = {}) =>
      index.search(
        { combineWith, queries: queryWords.map((alternatives) => createQuery(alternatives, options)) },
        options,
      );
    const queryWords = readQuery(query);
    let results = run("AND", queryWords);
    if (results.length === 0) results = run("AND", queryWords, { fuzzy: toleranceOf });
    if (results.length === 0 && queryWords.length > 2)
      results = run("OR", queryWords).filter((result) => hasMostWords(result, queryWords));
    const [best] = results;
    // A field with exactly this name comes first: a longer name would rank higher if it has more of the words.
    const namedResult = results.find(({ id }) => lastNameOf(rows[id as number] as Row) === query.trim());
    const otherResults = results.filter(
      (result) => result !== namedResult && result.score >= (best?.score ?? 0) * minScoreShare,
    );
    results = [...(namedResult ? [namedResult] : []), ...otherResults].slice(0, maxResults);
    return {
      rows: results.flatMap(({ id }) => rows[id as number] ?? []),
      words: [...new Set(results.flatMap(({ terms }) => terms))],
    };
  };
}

/** Returns the name of a field without those of its parents. */
const lastNameOf = ({ group, title }: Row) => (group === "Fields" ? title.split(/[.[\]]+/).at(-1) : undefined);

/** The largest number of results, and the share of the best score that each needs. */
const maxResults = 40;
const minScoreShare = 0.15;

/** Ranks pages above their parts, and facts above unknowns. Files are for programs, so they rank below operations. */
const weightOf = ({ group, address }: Row): number =>
  group === "Unknowns" ? 0.6 : group === "Files" ? 0.7 : address.includes("#") ? 1 : 1.8;

/** Returns the number of letters that may differ: none in short words and in numbers, which would become others. */
const toleranceOf = (word: string): number | false =>
  word.length < 4 || /\d/.test(word) ? false : word.length < 6 ? 1 : 2;

/** The meanings of a word or phrase of the query: alternatives, each of words that belong together. */
type Alternatives = string[][];

/** Splits a query into words and phrases, without fillers. Each has the reference's words for it as alternatives. */
function readQuery(query: string): Alternatives[] {
  // A name such as `relayTypes` that isn't in the reference is also searched for by its words.
  const typed = query.match(/[\p{L}\p{N}_#'-]+/gu)?.map((word) => word.toLowerCase()) ?? [];
  const parts = new Map(query.match(/[\p{L}\p{N}]+/gu)?.map((word) => [word.toLowerCase(), splitName(word)]));
  const queryWords: Alternatives[] = [];
  for (let index = 0; index < typed.length; ) {
    const length = [4, 3, 2, 1].find((count) => ourWords.has(typed.slice(index, index + count).join(" "))) ?? 1;
    const phrase = typed.slice(index, index + length).join(" ");
    index += length;
    if (fillers.has(phrase) && typed.length > 1) continue;
    queryWords.push([...[phrase, ...(ourWords.get(phrase) ?? [])].map(dropFillers), ...(parts.get(phrase) ?? [])]);
  }
  return queryWords;
}

/** Splits a name in camelCase into words, as another alternative. */
const splitName = (name: string): string[][] => {
  const words = name.split(/(?<=\p{Ll})(?=\p{Lu})/u);
  return words.length > 1 ? [words.map(toSingular)] : [];
};

const dropFillers = (phrase: string): string[] => {
  const words = wordsOf(phrase);
  const rest = words.filter((word) => !fillers.has(word));
  return rest.length > 0 ? rest : words;
};

/** Creates a query for any of the alternatives. Only words that the reader typed may be incomplete or misspelled. */
const createQuery = ([typedWords = [], ...referenceWords]: Alternatives, options: SearchOptions): Query => ({
  combineWith: "OR",
  queries: [
    { ...options, combineWith: "AND", queries: typedWords },
    ...referenceWords.map((queries): Query => ({ combineWith: "AND", prefix: false, fuzzy: false, queries })),
  ],
});

/** Returns whether a result matches more than half of the query. */
const hasMostWords = ({ queryTerms }: SearchResult, queryWords: Alternatives[]): boolean =>
  queryWords.filter((alternatives) => alternatives.some((words) => words.every((word) => queryTerms.includes(word))))
    .length *
    2 >
  queryWords.length;
