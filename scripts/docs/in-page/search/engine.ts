import MiniSearch, { type Query, type SearchOptions, type SearchResult } from "minisearch";
import { fillers, ourWords } from "./words.ts";

/** The groups that results are shown in. */
export const groups = ["Operations", "Guides", "Fields", "Client and mock", "Files", "Unknowns"] as const;
export type Group = (typeof groups)[number];

/** A place of the reference that a search can find: a page, a heading, a field, an option or an unknown. */
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
export interface Found {
  rows: Row[];
  /** The words of the rows that the query matched. */
  words: string[];
}

/** Words in lower case and in the singular. A name such as `pageSize` counts as a whole and in parts. */
export function wordsOf(text: string): string[] {
  const names = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return names.flatMap((name) => {
    const parts = name.match(/\p{Lu}?[\p{Ll}\p{N}]+|\p{Lu}+(?!\p{Ll})/gu) ?? [];
    return [...new Set([name, ...(parts.length > 1 ? parts : [])].map(singular))];
  });
}

const singular = (word: string): string => {
  const lower = word.toLowerCase();
  if (/[^aeiou]ies$/.test(lower)) return lower.replace(/ies$/, "y");
  return /[^su\d]s$/.test(lower) ? lower.slice(0, -1) : lower;
};

/** Creates the function that searches rows. Indexing pauses now and then, so that the page stays responsive. */
export async function createSearch(rows: Row[]): Promise<(query: string) => Found> {
  const index = new MiniSearch<Row & { id: number }>({
    fields: ["title", "page", "text"],
    tokenize: wordsOf,
    processTerm: (word) => word,
    searchOptions: {
      boost: { title: 6, page: 2 },
      prefix: (word) => word.length > 1,
      boostDocument: (id) => weight(rows[id as number] as Row),
    },
  });
  await index.addAllAsync(
    rows.map((row, id) => ({ ...row, id })),
    { chunkSize: 500 },
  );

  return function search(query) {
    const run = (combineWith: "AND" | "OR", wanted: Alternatives[], options: SearchOptions = {}) =>
      index.search({ combineWith, queries: wanted.map((one) => anyOf(one, options)) }, options);
    const wanted = wantedWords(query);
    let found = run("AND", wanted);
    if (found.length === 0) found = run("AND", wantedWords(query, swapped), { fuzzy: tolerance });
    if (found.length === 0 && wanted.length > 2) found = run("OR", wanted).filter((one) => matchesMost(one, wanted));
    const [best] = found;
    found = found.slice(0, most).filter(({ score }) => score >= (best?.score ?? 0) * weakest);
    return {
      rows: found.flatMap(({ id }) => rows[id as number] ?? []),
      words: [...new Set(found.flatMap(({ terms }) => terms))],
    };
  };
}

/** The number of results, and the share of the best score that each needs. */
const most = 40;
const weakest = 0.15;

/** A page before its parts, and what is known before what isn't. Files are for programs, and come after operations. */
const weight = ({ group, address }: Row): number =>
  group === "Unknowns" ? 0.6 : group === "Files" ? 0.7 : address.includes("#") ? 1 : 1.8;

/** Returns the number of letters that may differ. In short words and in numbers any other letter makes another word. */
const tolerance = (word: string): number | false =>
  word.length < 4 || /\d/.test(word) ? false : word.length < 8 ? 1 : 2;

/** The meanings of a word or phrase of the query: alternatives, each of words that belong together. */
type Alternatives = string[][];

/** The words of a query without fillers, and phrases with what this reference calls them. */
function wantedWords(query: string, variants: (phrase: string) => string[] = () => []): Alternatives[] {
  // A name such as `relayTypes` that the reference doesn't have still has its words.
  const typed = query.match(/[\p{L}\p{N}_#'-]+/gu)?.map((word) => word.toLowerCase()) ?? [];
  const parts = new Map(query.match(/[\p{L}\p{N}]+/gu)?.map((word) => [word.toLowerCase(), splitName(word)]));
  const wanted: Alternatives[] = [];
  for (let at = 0; at < typed.length; ) {
    const length = [4, 3, 2, 1].find((count) => ourWords.has(typed.slice(at, at + count).join(" "))) ?? 1;
    const phrase = typed.slice(at, at + length).join(" ");
    at += length;
    if (fillers.has(phrase) && typed.length > 1) continue;
    const alternatives = [phrase, ...variants(phrase)].flatMap((one) => [one, ...(ourWords.get(one) ?? [])]);
    wanted.push([...alternatives.map(meaningful), ...(parts.get(phrase) ?? [])]);
  }
  return wanted;
}

/** The words of a name in camelCase, as one more alternative. */
const splitName = (name: string): string[][] => {
  const words = name.split(/(?<=\p{Ll})(?=\p{Lu})/u);
  return words.length > 1 ? [words.map(singular)] : [];
};

const meaningful = (phrase: string): string[] => {
  const words = wordsOf(phrase);
  const rest = words.filter((word) => !fillers.has(word));
  return rest.length > 0 ? rest : words;
};

/** Two letters the wrong way round are the commonest slip, and count as two that differ. */
const swapped = (word: string): string[] =>
  (tolerance(word) ? [...word] : [])
    .slice(1)
    .map((letter, at) => `${word.slice(0, at)}${letter}${word[at]}${word.slice(at + 2)}`);

/** Builds a query. Typed words may be incomplete or misspelled, our words are neither. */
const anyOf = ([own = [], ...others]: Alternatives, options: SearchOptions): Query => ({
  combineWith: "OR",
  queries: [
    { ...options, combineWith: "AND", queries: own },
    ...others.map((queries): Query => ({ combineWith: "AND", prefix: false, fuzzy: false, queries })),
  ],
});

const matchesMost = ({ queryTerms }: SearchResult, wanted: Alternatives[]): boolean =>
  wanted.filter((one) => one.some((words) => words.every((word) => queryTerms.includes(word)))).length * 2 >
  wanted.length;
