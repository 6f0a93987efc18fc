import {
  details,
  empty,
  fitsMethod,
  head,
  isPlural,
  type Named,
  type Place,
  pathReader,
  type Seen,
  shape,
} from "./score.ts";
import { words } from "./words.ts";

/** Verbs that a method and the shape of a path may stand for. Any other is a word like the rest. */
const plainVerbs = new Set(
  "list get fetch view read retrieve show create add update edit modify change delete remove".split(" "),
);

/** Words by which names speak of one thing or of several. Paths have a parameter instead, or none. */
const fillers = new Set([...empty, ...details, ..."id specified multiple".split(" ")]);

/**
 * Finds the operations that say the same as a name, word for word: each word of the name is in the path, or is a plain
 * verb that fits the path's shape; each word of the path is in the name or, before the last segment, in its area; and
 * path ends in what the name is about. No other name may say the same of it, nor another operation, and none may say
 * it more closely: "List orders" isn't known to be `/ecommerce/orders` next to "List account orders".
 *
 * A score can't replace this: if an operation wasn't recorded, its name is often the best that there is for another.
 */
export function sameWords(
  names: readonly Named[],
  all: readonly Seen[],
  isRejected: (named: Named, seen: Seen) => boolean,
): Map<Seen, Named> {
  const placesOf = pathReader(names, all);
  const nameWords = new Map(names.map((named) => [named, words(named.name)]));
  const areaWords = new Map(names.map((named) => [named, words(named.area)]));
  const versions = new Set([...areaWords.values()].flat().filter((word) => /^v\d+$/.test(word)));
  const wordsOf = (named: Named) => nameWords.get(named) ?? [];
  const contentOf = (named: Named) => wordsOf(named).filter((word) => !fillers.has(word));

  function isSameWords(named: Named, seen: Seen, path: readonly Place[]): boolean {
    if (!fitsMethod(named, seen) || (isPlural(named.name) && /\}[^/]*$/.test(seen.path))) return false;
    if (isOneOfAll(named, seen) || !fitsVersion(named, seen)) return false;
    const area = areaWords.get(named) ?? [];
    const whole = words(seen.path.replace(/\{[^}]*\}/g, " "));
    return (
      endsInSubject(named, seen, path, whole) &&
      path.every(({ word, last }) => wordsOf(named).includes(word) || (!last && area.includes(word))) &&
      wordsOf(named).every(
        (word, index) =>
          fillers.has(word) || whole.includes(word) || (index === 0 && fitsShape(word, named, seen, path)),
      )
    );
  }

  /**
   * Whether a path ends in what a name is about. A verb may follow it (`/agents/{id}/publish`), or the word that precedes
   * it in English (`/movies/popular`); and a name may end in its area, as "Delete a switch data source" does.
   */
  function endsInSubject(named: Named, { path }: Seen, places: readonly Place[], whole: readonly string[]): boolean {
    const pathWords = places.map(({ word }) => word);
    const area = areaWords.get(named) ?? [];
    const content = contentOf(named);
    const endsInArea = area.every((word, index) => whole.includes(word) && content.at(index - area.length) === word);
    const subjects = [head(named.name), area.length > 1 && endsInArea ? content.at(-1 - area.length) : undefined];
    const [last = "", ...more] = places.flatMap((place) => (place.last ? place.word : []));
    const beforeLast = more.length === 0 ? pathWords.at(-2) : undefined;
    if (beforeLast === undefined) return subjects.includes(pathWords.at(-1));
    if (subjects.includes(last === wordsOf(named)[0] ? beforeLast : last)) return true;
    const place = wordsOf(named).indexOf(last);
    const isBefore = place > 0 && wordsOf(named)[place + 1] === beforeLast;
    return isBefore && subjects.includes(beforeLast) && !/\}\/[^/]*$/.test(path);
  }

  /** Whether a verb that isn't in the path fits its method and its shape: a path ends in an id for one thing. */
  function fitsShape(verb: string, named: Named, seen: Seen, path: readonly Place[]): boolean {
    if (verb === seen.method.toLowerCase() && verb !== "get") return true;
    if (!plainVerbs.has(verb)) return false;
    if (shape(named, seen) >= 0.7) return true;
    // `/agents/{id}/configuration` is one thing, too. At the top, `/campaign` may be the campaigns.
    const isBelow = path.some(({ word, last }) => !last && !/^v\d+$/.test(word));
    const isOne = isBelow && seen.lists !== true && /[^s/}]$|ss$/.test(seen.path);
    if (seen.method !== "GET" || isPlural(named.name) || !isOne) return false;
    const subject = contentOf(named).slice(1).join(" ");
    return !names.some((other) => isPlural(other.name) && contentOf(other).slice(1).join(" ") === subject);
  }

  /** Whether an area has the version of a path, such as "V1 Refunds", if any area has it. */
  function fitsVersion(named: Named, { path }: Seen): boolean {
    const version = /\/(v\d+)\//.exec(path)?.[1] ?? "";
    const area = areaWords.get(named) ?? [];
    return versions.has(version) ? area.includes(version) : !area.some((word) => versions.has(word));
  }

  /** Whether another name says the same of fewer things, or of all that belong to another one. */
  function isRival(other: Named, named: Named): boolean {
    const [verb, ...rest] = contentOf(named);
    const [otherVerb, , ...otherRest] = contentOf(other);
    if (other === named || other.area !== named.area || other.method !== named.method || otherVerb !== verb)
      return false;
    // "List account orders" next to "List orders".
    if (rest.length > 0 && rest.join(" ") === otherRest.join(" ")) return true;
    // "Delete all aliases of a device" next to "Delete an alias": both paths may end in an id.
    const isOfAll = isPlural(other.name) && !isPlural(named.name) && head(other.name) === head(named.name);
    return named.method !== "GET" && isOfAll;
  }

  const isClear = (named: Named) => !names.some((other) => isRival(other, named));
  const namesOf = new Map(
    all.map((seen) => {
      const path = placesOf(seen);
      const [verb, ...others] = path.filter(({ last }) => last);
      const isOwn = others.length > 0 || !plainVerbs.has(verb?.word ?? "");
      const same = names.filter((named) => !isRejected(named, seen) && isSameWords(named, seen, path));
      return [seen, isOwn ? same : []];
    }),
  );
  const count = (named: Named) => [...namesOf.values()].filter((same) => same.includes(named)).length;
  return new Map(
    [...namesOf].flatMap(([seen, [named, ...others]]) =>
      named && others.length === 0 && isClear(named) && count(named) === 1 ? [[seen, named]] : [],
    ),
  );
}

/** Whether a path has an id for a thing of which a name says "all", as in "Get metrics for all categories". */
function isOneOfAll({ name }: Named, { path }: Seen): boolean {
  const [all] = words(/\ball (\w+)/i.exec(name)?.[1] ?? "");
  const segments = path.split("/");
  return segments.some((segment, index) => segments[index + 1]?.startsWith("{") && words(segment).at(-1) === all);
}
