import { splitWords } from "../../contract/words.ts";
import { fillerWords, type NameReading, type PathReading, plural, verbKindOf } from "./read.ts";

/**
 * Finds names and paths with the same words: each word of the name is in the path, or is a verb that the path implies;
 * each word of the path is in the name or in its area; the path ends in the subject of the name, with an id if the name
 * is about one thing; and it has no id that no word names. No other name may have the words of the path, and no other path
 * those of the name.
 *
 * A score can't replace this: if an operation wasn't recorded, its name is often the best match of another operation.
 */
export function findSameWords<Name extends NameReading, Path extends PathReading>(
  names: readonly Name[],
  paths: readonly Path[],
  isPossible: (name: Name, path: Path) => boolean,
): Map<Path, Name> {
  const versions = names.flatMap(({ area }) => area.filter((word) => /^v\d+$/.test(word)));
  const versionOf = (words: readonly string[]) => words.find((word) => versions.includes(word));
  const isPair = (name: Name, path: Path) =>
    versionOf(splitWords(path.operation.path)) === versionOf(name.area) && hasSameWords(name, path);
  const pairs = paths.flatMap((path) =>
    names.flatMap((name) => (isPossible(name, path) && isPair(name, path) ? { name, path } : [])),
  );
  const isOnly = (item: Name | Path) => pairs.filter(({ name, path }) => name === item || path === item).length === 1;
  return new Map(pairs.flatMap(({ name, path }) => (isOnly(name) && isOnly(path) ? [[path, name]] : [])));
}

const endsInValue = (path: string): boolean => /\}\/?$/.test(path);

function hasSameWords(name: NameReading, { operation: { method, path }, words }: PathReading): boolean {
  return (
    words.at(-1) === name.subject &&
    !(name.isPlural && endsInValue(path)) &&
    (name.isPlural || method !== "GET" || !plural.test(path)) &&
    !/^(\/(api|v\d+))*\/\{|\}\/\{/i.test(path) &&
    // What belongs to the caller needs no id.
    !(/\b(my|your|own)\b/i.test(name.entry.name) && path.includes("{")) &&
    words.every((word) => name.words.includes(word) || name.area.includes(word)) &&
    name.words.every((word) => fillerWords.has(word) || words.includes(word) || isVerbImplied(word, name, method, path))
  );
}

/** Verbs that a path states itself, as `/agents/search` does. */
const statedVerbs = "search query find index cancel destroy unassign revoke".split(" ");

function isVerbImplied(word: string, name: NameReading, method: string, path: string): boolean {
  const kind = verbKindOf(word);
  if (word !== name.words[0] || !kind || statedVerbs.includes(word)) return false;
  const isReading = kind === "list" || kind === "read";
  const methods = kind === "remove" ? ["DELETE"] : ["POST", ...(isReading ? ["GET"] : ["PUT", "PATCH"])];
  // `/agents/{id}/configuration` is a single thing.
  const isSingle = kind === "read" && !name.isPlural && /\}\/.*[^}]$/.test(path);
  return methods.includes(method) && (isSingle || fitsShape(name, method, path));
}

/** Returns whether the verb of a name fits the end of a path: one thing has an id, and a list and its new items have none. */
export function fitsShape({ words: [verb = ""], isPlural }: NameReading, method: string, path: string): boolean {
  const kind = verbKindOf(verb);
  if (kind === "change" && method !== "POST") return true;
  const isOfOne = kind === "change" || (!isPlural && (kind === "read" || kind === "remove"));
  return isOfOne === endsInValue(path);
}
