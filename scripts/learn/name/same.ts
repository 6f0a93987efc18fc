import { splitWords } from "../../contract.ts";
import { verbKindOf } from "./name-words.ts";
import { fillerWords, type NameReading, type PathReading, plural } from "./read.ts";

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

function hasSameWords(name: NameReading, path: PathReading): boolean {
  const [lastSegment, segmentBefore] = path.segments.toReversed();
  // In `/agents/{id}/publish`, the verb follows the subject.
  const isVerbLast = segmentBefore && lastSegment?.words.join(" ") === name.words[0];
  const subjectSegment = isVerbLast ? segmentBefore : lastSegment;
  return (
    subjectSegment?.words.at(-1) === name.subject &&
    !(name.isPlural && subjectSegment.hasValue) &&
    (name.isPlural || path.operation.method !== "GET" || !plural.test(path.operation.path)) &&
    !/^(\/(api|v\d+))*\/\{|\}\/\{/i.test(path.operation.path) &&
    // What belongs to the caller needs no id.
    !(/\b(my|your|own)\b/i.test(name.entry.name) && path.operation.path.includes("{")) &&
    path.words.every((word) => name.words.includes(word) || name.area.includes(word)) &&
    name.words.every((word) => fillerWords.has(word) || path.words.includes(word) || isVerbImplied(word, name, path))
  );
}

/** The kinds of verbs that a method can imply. */
const impliedKinds: Readonly<Record<string, string>> = {
  GET: "list read",
  POST: "list read create change",
  PUT: "create change",
  PATCH: "create change",
  DELETE: "remove",
};

/** Verbs that a path states itself, as `/agents/search` does. */
const statedVerbs = "search query find index cancel destroy unassign revoke".split(" ");

function isVerbImplied(word: string, name: NameReading, path: PathReading): boolean {
  const kind = verbKindOf(word) ?? "other";
  const isImplied = impliedKinds[path.operation.method]?.includes(kind) && !statedVerbs.includes(word);
  if (word !== name.words[0] || !isImplied) return false;
  // `/agents/{id}/configuration` is a single thing.
  const isSingle = kind === "read" && !name.isPlural && /\}\/.*[^}]$/.test(path.operation.path);
  return isSingle || scoreShape(name, path) >= 0.7;
}

/** How well a kind of verb fits a path that ends in a value, and one that doesn't, from -1 to 1. */
const shapeScores = {
  list: [-1, 1],
  read: [1, 0.2],
  create: [-0.7, 0.7],
  change: [0.8, 0],
  remove: [0.8, 0],
  other: [-0.3, 0.3],
} as const;

/** Returns how well the kind of the name's verb fits the shape of the path, from -1 to 1. */
export function scoreShape({ words: [verb = ""], isPlural }: NameReading, { endsInValue, operation }: PathReading) {
  const kind = verbKindOf(verb) ?? "other";
  if (kind === "change" && operation.method !== "POST") return 0.8;
  const isList = isPlural && (kind === "read" || kind === "remove");
  return shapeScores[isList ? "list" : kind][endsInValue ? 0 : 1];
}
