import { isObject, type Json, type Path } from "../../contract.ts";

/** A change of the contract at one place. */
export interface Change {
  path: Path;
  /** Merged into the value at the path. */
  update?: Json;
  /** Removes the value. With `expects`, only a value that contains it: positions in lists change. */
  remove?: true;
  expects?: Json;
}

/** Something that traffic shows. */
export interface Fact {
  /** Stable: the same for the same fact in every run, and without a value. */
  id: string;
  /** What shows it, in a sentence. */
  evidence: string;
  changes: Change[];
  /** The ids of the unknowns that it answers, and where they are marked, unless a change removes the mark. */
  answers?: { path?: Path; ids: string[] }[];
}

/** Kebab-case of camelCase or a path. */
export const kebab = (text: string): string =>
  text
    .replace(/([a-z\d])([A-Z])/g, "$1-$2")
    .replace(/[^A-Za-z\d]+/g, "-")
    .replace(/^-|-$/g, "")
    .toLowerCase();

const silentKeys = new Set("paths components schemas responses content application/json schema properties".split(" "));

/**
 * The id of a fact about a place: the same before and after its operation is in the contract. The name of a field keeps
 * its punctuation, which distinguishes `owner_name` from `ownerName`.
 */
export function placeId(path: Path, name?: string): string {
  const place = kebab(path.filter((key) => !silentKeys.has(`${key}`)).join("-"));
  if (name === undefined) return place;
  const words = name.replace(/([a-z\d])([A-Z])/g, "$1-$2").replace(/[\s,]+/g, "-");
  return `${place}-${words.toLowerCase()}`;
}

/** The path of what a change adds: an update names it by its keys. */
export function addedPath({ path, update }: Pick<Change, "path" | "update">): Path {
  if (!isObject(update)) return path;
  const names = Object.keys(update);
  const [key, ...others] = names.length > 1 ? names.filter((name) => !/^(required|x-observed)$/.test(name)) : names;
  const value = key === undefined ? undefined : update[key];
  return key !== undefined && others.length === 0 && isObject(value)
    ? addedPath({ path: [...path, key], update: value as Json })
    : path;
}

/** Creates the test for changes that need what some others would add. */
export function dependentOn(changes: readonly Pick<Change, "path" | "update">[]): (change: { path: Path }) => boolean {
  const places = changes.map((change) => ({ change, place: addedPath(change) }));
  const added = places.filter(({ change, place }) => place.length > change.path.length);
  return ({ path }) => added.some(({ place }) => place.every((key, index) => `${path[index]}` === `${key}`));
}
