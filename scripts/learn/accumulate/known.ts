import { type Contract, isObject } from "../../contract.ts";
import { words } from "../names/words.ts";

/** The paths and the words that the contract already knows. */
export function knownPaths(contract: Contract) {
  const templates = Object.entries(contract.paths)
    .map(([path, item]) => ({
      path,
      parts: path.slice(1).split("/"),
      observed: Object.values(item).every((operation) => isObject(operation) && "x-observed" in operation),
    }))
    .sort((one, other) => values(one.parts) - values(other.parts));
  const known = new Set([
    ...contract["x-operation-index"].flatMap(({ area, name }) => [...words(area), ...words(name)]),
    ...templates.flatMap(({ parts }) => parts.filter((part) => !isValue(part)).flatMap(words)),
  ]);
  /** A word of the index is a word, and no value: `types`, `staging`, `limits`. */
  const isVocabulary = (segment: string) => /^[a-z][\w.~-]*$/i.test(segment) && decide(segment);
  const decided = new Map<string, boolean>();
  /** The same few words occur over and over; what is beyond them may be ids. */
  function decide(segment: string): boolean {
    const all = decided.get(segment) ?? words(segment).every((word) => known.has(word));
    if (decided.size < 1_000) decided.set(segment, all);
    return all;
  }

  return {
    isVocabulary,
    /** The template of the contract that a path fits. One that was observed takes no words as its values. */
    templateOf: (segments: readonly string[]): string | undefined =>
      templates.find(
        ({ parts, observed }) =>
          parts.length === segments.length &&
          parts.every((part, at) =>
            isValue(part) ? !(observed && isVocabulary(`${segments[at]}`)) : part === segments[at],
          ),
      )?.path,
  };
}

const isValue = (part: string) => part.startsWith("{");
const values = (parts: string[]) => parts.filter(isValue).length;
