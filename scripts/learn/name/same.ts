import { emptyWords, splitWords } from "../../contract.ts";
import { impliedVerbs } from "./name-words.ts";
import { detailWords, isVersion, type NameReading, type PathReading } from "./readings.ts";
import { scoreShape } from "./score.ts";

/** Words of a name that its path needn't contain: articles, prepositions, details and numbers of things. */
const fillerWords = new Set([...emptyWords, ...detailWords, ..."id specified single one multiple several".split(" ")]);

const plainVerbs = new Set(Object.values(impliedVerbs).flat());

/**
 * Finds names and paths with the same words: each word of the name is in the path, or is a verb that the path implies;
 * each word of the path is in the name or in its area; the path ends in the subject of the name, with an id if the name
 * is about one thing; and it has no id that no word names. No other name may have the words of the path, in any order, and
 * no other path those of the name, as `/v1/orders` and `/v2/orders` may.
 *
 * A score can't replace this: if an operation wasn't recorded, its name is often the best match of another operation.
 */
export function findSameWords<Name extends NameReading, Path extends PathReading>(
  names: readonly Name[],
  paths: readonly Path[],
  isPossible: (name: Name, path: Path) => boolean,
): Map<Path, Name> {
  const areas = new Set(names.map(({ area }) => area.join(" ")));
  const versions = new Set(names.flatMap(({ area }) => area.filter(isVersion)));
  const pairs = paths.flatMap((path) => {
    const allWords = splitWords(path.path.replace(/\{[^}]*\}/g, " "));
    const version = allWords.find((word) => versions.has(word));
    const isOfArea = ({ area }: Name) =>
      area.find(isVersion) === version &&
      // A path that begins with another area has a word of the name's area, too.
      (!areas.has(path.segments[0]?.words.join(" ") ?? "") || path.words.some((word) => area.includes(word)));
    const possibleNames = names.filter(
      (name) =>
        isPossible(name, path) &&
        isOfArea(name) &&
        path.words.every((word) => name.words.includes(word) || name.area.includes(word)),
    );
    // Of "Get trainer jockeys" and "Get jockey trainers", each may be `/trainers/{id}/jockeys`.
    const hasTwin = (name: Name) =>
      possibleNames.some(
        (twin) => twin !== name && twin.isPlural === name.isPlural && contentOf(twin) === contentOf(name),
      );
    return possibleNames
      .filter((name) => hasSameWords(name, path, allWords) && !hasTwin(name))
      .map((name) => ({ name, path }));
  });
  // Next to "Delete all aliases of a device", `/aliases/{id}` needn't be "Delete an alias".
  const hasRival = ({ entry, words: [verb], subject, isPlural }: Name) =>
    entry.method !== "GET" &&
    !isPlural &&
    names.some(
      (name) => name.isPlural && name.entry.area === entry.area && name.words[0] === verb && name.subject === subject,
    );
  const isOnly = (item: Name | Path) => pairs.filter(({ name, path }) => name === item || path === item).length === 1;
  return new Map(
    pairs.flatMap(({ name, path }) => (isOnly(name) && isOnly(path) && !hasRival(name) ? [[path, name]] : [])),
  );
}

const contentOf = ({ words }: NameReading): string => `${words.filter((word) => !fillerWords.has(word)).sort()}`;

function hasSameWords(name: NameReading, path: PathReading, allWords: readonly string[]): boolean {
  const { words, subject, isPlural } = name;
  const isGet = path.operation.method === "GET";
  const [lastSegment, segmentBefore] = path.segments.toReversed();
  // In `/agents/{id}/publish`, the verb follows the subject.
  const isVerbLast = segmentBefore && lastSegment?.words.join(" ") === words[0];
  const subjectSegment = isVerbLast ? segmentBefore : lastSegment;
  if (subjectSegment?.words.at(-1) !== subject) return false;
  // `/agents/add` is next to `/agents`, which "Add an agent" fits as well.
  if (isVerbLast && plainVerbs.has(words[0] ?? "")) return false;
  // What belongs to the caller needs no id.
  if (/\b(my|your|own)\b/i.test(name.entry.name) && path.path.includes("{")) return false;
  const { hasValue } = subjectSegment;
  if (isPlural ? hasValue : isGet && !hasValue && subjectSegment.isPlural) return false;
  // At the top, `/campaign` may be all campaigns. `/agents/{id}/configuration` is a single thing.
  const isSingle = isGet && !isPlural && !path.endsInValue && segmentBefore !== undefined;
  const isVerbImplied = (verb: string) =>
    impliedVerbs[path.operation.method]?.includes(verb) && (isSingle || scoreShape(name, path) >= 0.7);
  return (
    !/(^|\})\/\{/.test(path.path) &&
    words.every(
      (word, index) => fillerWords.has(word) || allWords.includes(word) || (index === 0 && isVerbImplied(word)),
    )
  );
}
