import { empty, fitsMethod, head, isPlural, type Named, type Place, pathReader, type Seen, shape } from "./score.ts";
import { words } from "./words.ts";

/** Verbs that a method and the shape of a path may stand for. Any other is a word like the rest. */
const plainVerbs = new Set(
  "list get fetch view read retrieve show create add update edit modify change delete remove".split(" "),
);

/** Words by which names speak of one thing or of several. Paths have a parameter instead, or none. */
const fillers = new Set([...empty, ..."id specified detail info information multiple".split(" ")]);

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

  function isSameWords(named: Named, seen: Seen, path: readonly Place[]): boolean {
    if (!fitsMethod(named, seen) || (isPlural(named.name) && /\}[^/]*$/.test(seen.path))) return false;
    const own = nameWords.get(named) ?? [];
    const area = areaWords.get(named) ?? [];
    const pathWords = path.map(({ word }) => word);
    return (
      head(named.name) === pathWords.at(-1) &&
      path.every(({ word, last }) => own.includes(word) || (!last && area.includes(word))) &&
      own.every(
        (word, index) =>
          fillers.has(word) ||
          pathWords.includes(word) ||
          (index === 0 && plainVerbs.has(word) && shape(named, seen) >= 0.7),
      )
    );
  }

  /** Whether another name says the same of fewer things: "List account orders" next to "List orders". */
  function isNarrower(other: Named, named: Named): boolean {
    const [verb, ...rest] = (nameWords.get(named) ?? []).filter((word) => !fillers.has(word));
    const [otherVerb, , ...otherRest] = (nameWords.get(other) ?? []).filter((word) => !fillers.has(word));
    const isBoth = other.area === named.area && other.method === named.method && otherVerb === verb;
    return isBoth && rest.length > 0 && rest.join(" ") === otherRest.join(" ");
  }

  /**
   * Whether another name says the same of all things that belong to another one: "Delete all aliases of a device" next to
   * "Delete an alias". Both paths may end in an id.
   */
  function isOfAll(other: Named, named: Named): boolean {
    const isBoth = other.area === named.area && other.method === named.method && named.method !== "GET";
    const isSame = isBoth && nameWords.get(other)?.[0] === nameWords.get(named)?.[0];
    return isSame && head(other.name) === head(named.name) && isPlural(other.name) && !isPlural(named.name);
  }

  const isClear = (named: Named) =>
    !names.some((other) => other !== named && (isNarrower(other, named) || isOfAll(other, named)));
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
