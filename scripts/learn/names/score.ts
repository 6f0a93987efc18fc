import { alike, words } from "./words.ts";

export interface Named {
  area: string;
  /** In capitals, or `unspecified`. */
  method: string;
  name: string;
}

export interface Seen {
  method: string;
  /** A template, such as `/agents/{id}/publish`. */
  path: string;
  /** The names of its query inputs and of the fields of its bodies, which may say what the path does not. */
  inputs?: readonly string[];
  /** Whether a success is a list, or holds one. */
  lists?: boolean;
}

/** How well a name fits an observed operation, from 0 to about 1. */
export type Score = (named: Named, seen: Seen) => number;

/** Creates the score among these names and these operations: a word counts the more the rarer it is among them. */
export function scoreAmong(names: readonly Named[], all: readonly Seen[]): Score {
  const placesOf = pathReader(names, all);
  const nameWords = new Map(names.map((named) => [named, words(named.name).filter((word) => !empty.has(word))]));
  const places = new Map(all.map((seen) => [seen, placesOf(seen).filter(({ word }) => !empty.has(word))]));
  const rarity = rarityAmong([...nameWords.values(), ...[...places.values()].map((list) => list.map((p) => p.word))]);
  const about = new Map(names.map((named) => [named, { area: words(named.area), head: head(named.name) }]));
  const inputsOf = new Map(all.map((seen) => [seen, (seen.inputs ?? []).flatMap(words)]));

  return (named, seen) => {
    if (!fitsMethod(named, seen)) return 0;
    const own = nameWords.get(named) ?? [];
    const path = places.get(seen) ?? [];
    const { area, head: end } = about.get(named) ?? { area: [], head: "" };
    const inputs = inputsOf.get(seen) ?? [];
    const best = (word: string, others: readonly string[]) => Math.max(0, ...others.map((other) => alike(word, other)));
    const pathWords = path.map(({ word }) => word);
    const covered = mean(
      own.map((word) => ({
        weight: rarity(word) * (verbs.has(word) ? verbWeight : 1),
        value: Math.max(best(word, pathWords), 0.5 * best(word, inputs)),
      })),
    );
    const explained = mean(
      path.map(({ word, last }) => ({
        weight: rarity(word) * (last ? 1.3 : 1) * (verbs.has(word) ? 0.6 : 1),
        value: Math.max(best(word, own), 0.7 * best(word, area)),
      })),
    );
    const content = 0.5 * covered + 0.5 * explained;
    const ends = best(
      end,
      path.filter(({ last }) => last).map(({ word }) => word),
    );
    return content === 0 ? 0 : Math.max(0, 0.7 * content + 0.1 * ends + 0.2 * shape(named, seen));
  };
}

export const fitsMethod = ({ method }: Named, seen: Seen): boolean =>
  method === "unspecified" || method === seen.method;

const verbWeight = 0.3;

/** Words that say nothing about which operation it is. */
export const empty = new Set(
  "a an the of to for from by with your own in on at as and or via using existing specific given new all it its this that into".split(
    " ",
  ),
);

const object = (name: string) => name.split(/ (?:of|to|for|from|by|with|in|on|at|as|via|using|into)\b/i)[0] ?? "";

/** What a name is about: the last word before it says of what, for whom or how. "Get users in a team" is about users. */
export function head(name: string): string {
  const isAbout = (word: string) => !empty.has(word) && !details.has(word);
  // "POST for account" is about accounts.
  const [, ...rest] = words(/^\w+ for /.test(name) ? name : object(name));
  return rest.filter(isAbout).at(-1) ?? "";
}

/** Words for what is known of a thing, and not for another thing. */
export const details = new Set(["detail", "info", "information"]);

export interface Place {
  word: string;
  /** Whether it is in the last segment that is no parameter. */
  last: boolean;
}

/** The start that most paths have in common, such as `/api/v2`. */
function commonStart(paths: readonly string[]): string {
  let start = "";
  for (;;) {
    const counts = new Map<string, number>();
    for (const path of paths.filter((path) => path.startsWith(`${start}/`))) {
      const next = path.slice(0, path.indexOf("/", start.length + 1) >>> 0);
      counts.set(next, (counts.get(next) ?? 0) + 1);
    }
    const [most, count] = [...counts].sort(([, one], [, other]) => other - one)[0] ?? ["", 0];
    if (count < 0.7 * paths.length || count < 2 || paths.some((path) => path.startsWith(`${most}/{`))) return start;
    start = most;
  }
}

/** Creates the function that reads the words of a path, without what most begin with, and versions that no name has. */
export function pathReader(names: readonly Named[], all: readonly Seen[]): (seen: Seen) => Place[] {
  const silent = names.some(({ name }) => /\bv[2-9]\b/i.test(name))
    ? /^(\{[^}]*\}|api|v1)$/i
    : /^(\{[^}]*\}|api|v\d+)$/i;
  const start = commonStart(all.map(({ path }) => path));
  return ({ path }) => {
    const segments = (path.startsWith(`${start}/`) ? path.slice(start.length) : path)
      .split("/")
      .filter((segment) => segment !== "" && !silent.test(segment))
      .map((segment) => segment.replace(/\{.*?\}/g, " "));
    return segments.flatMap((segment, index) =>
      words(segment).map((word) => ({ word, last: index === segments.length - 1 })),
    );
  };
}

function rarityAmong(documents: readonly (readonly string[])[]): (word: string) => number {
  const counts = new Map<string, number>();
  for (const document of documents) {
    for (const word of new Set(document)) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return (word) => Math.log(1 + documents.length / (counts.get(word) ?? 1));
}

function mean(parts: { weight: number; value: number }[]): number {
  const weight = parts.reduce((sum, part) => sum + part.weight, 0);
  return weight === 0 ? 0 : parts.reduce((sum, part) => sum + part.weight * part.value, 0) / weight;
}

const listing = new Set("list search query find index".split(" "));
const reading = new Set("get fetch view read retrieve show check".split(" "));
const making = new Set("create add new register invite insert".split(" "));
const changing = new Set("update rename replace edit modify change set put patch".split(" "));
const removing = new Set("delete remove cancel destroy unassign revoke".split(" "));
/** Verbs that names of operations begin with. */
export const verbs = new Set([
  ...listing,
  ...reading,
  ...making,
  ...changing,
  ...removing,
  "generate",
  "upload",
  "send",
]);

/** How well the class of the name's verb fits the shape of the path, from -1 to 1. */
export function shape({ name }: Named, { path, method, lists }: Seen): number {
  const [first = ""] = words(name);
  const one = /\}[^/]*$/.test(path);
  const plural = isPlural(name);
  if (listing.has(first) || (reading.has(first) && plural))
    return one ? -1 : lists === false && listing.has(first) ? 0 : 1;
  if (reading.has(first)) return lists === true ? -0.5 : one || lists === false ? 1 : 0.2;
  if (making.has(first)) return one ? -0.7 : 0.7;
  if (changing.has(first)) return one || method !== "POST" ? 0.8 : 0;
  if (removing.has(first)) return one === plural ? 0 : 0.8;
  return one ? -0.3 : 0.3;
}

/**
 * Whether a name speaks of many things. "Details" and "settings" of one thing are no plural of things, and in
 * "a meeting's recordings" the article is the meeting's.
 */
export const isPlural = (name: string): boolean => {
  const things = object(name).replace(/\b\w+ \w+['’]s? (?=\w)/g, "");
  return (
    /\b(all|multiple|many)\b/i.test(name) ||
    (!/\b(an?|specific|details?)\b/i.test(things) &&
      /([^aiosu]|ou|use)s$/i.test(things) &&
      !/(sms|settings|statistics|stats|analytics|metrics)$/i.test(things))
  );
};
