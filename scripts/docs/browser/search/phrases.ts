import data from "./synonyms.json" with { type: "json" };

/** Readers' phrases, and this reference's phrases for the same thing. Both are lists with commas between the phrases. */
const pairs = Object.entries(data.synonyms).map(([readers, reference]) => ({
  readers: readers.split(", "),
  reference: reference.split(", "),
}));

/** The phrases that readers use, the longest first. */
export const readerPhrases: readonly string[] = pairs
  .flatMap(({ readers }) => readers)
  .sort((first, second) => second.length - first.length);

const keyOf = (phrase: string) => phrase.toLowerCase().replaceAll(/[ -]|s$/g, "");

/** Returns this reference's phrases for a reader's phrase. */
export const referencePhrasesOf = (phrase: string): string[] =>
  pairs.flatMap(({ readers, reference }) => (readers.some((other) => keyOf(other) === keyOf(phrase)) ? reference : []));

/** Words that a search ignores. */
export const fillers: ReadonlySet<string> = new Set(data.fillers.split(" "));
