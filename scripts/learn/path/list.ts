import { isObject } from "../../contract.ts";
import { isUnclear, value } from "./segment.ts";

/** A template in the maintainer's list of paths. */
export interface ListedPath {
  method: string;
  /** A template, with `{?}` for a segment of which it is unclear whether it is a word or a value. */
  path: string;
  exchanges: number;
  /** How each value was found, or `words`. A value that it doesn't have is the maintainer's: it takes words, too. */
  found?: Record<string, string> | "words";
  /** The paths that an unclear one may be. */
  readings?: string[];
  /** The name of the index that the maintainer gives it. */
  name?: string;
}

/** The form of a path, with `{name}` for each value. */
const pathForm = /^(\/([^/{}?#\s]|\{[A-Za-z][^/{}?#\s]*\})+)+$/;

/** Returns the listed paths that are decided by hand, without those that learn can find again. */
export function decidedPathsOf(list: unknown, file: string): ListedPath[] {
  if (list !== undefined && !Array.isArray(list)) throw new Error(`x-paths in ${file} isn't a list: correct it.`);
  const listedPaths = (list ?? []).map((entry: unknown, index: number) => {
    const { method, path, name } = isObject(entry) ? entry : {};
    const isForm = typeof path === "string" && pathForm.test(path.replaceAll("{?}", "{unclear}"));
    if (!isForm || !/^(GET|POST|PUT|PATCH|DELETE)$/.test(`${method}`) || !/^(string|undefined)$/.test(typeof name))
      throw new Error(`Entry ${index + 1} of x-paths in ${file} needs a method and a path such as /agents/{agentId}.`);
    return entry as ListedPath;
  });
  return listedPaths.filter(isByHand);
}

const isByHand = ({ path, found: evidence, name }: ListedPath): boolean => {
  const names = valueNamesOf(path);
  if (path.includes("{?}")) return false;
  return (
    name !== undefined ||
    (evidence === "words" ? names.length > 0 : names.join() !== Object.keys(evidence ?? { "": "" }).join())
  );
};

export const valueNamesOf = (path: string): string[] => path.match(/(?<=\{)[^}]+(?=\})/g) ?? [];

/** Returns the words in listed paths, which the maintainer gives. */
export const wordsOf = (list: readonly ListedPath[]): string[] =>
  list.flatMap(({ path }) => path.split("/").filter((segment) => segment !== "" && !segment.includes("{")));

/**
 * Creates the function that finds the listed path of an observed one: with its method, or else with any. The most
 * literal from the left precedes.
 */
export function createListMatcher(list: readonly ListedPath[]) {
  const candidates = list.map((entry) => ({ entry, segments: entry.path.slice(1).split("/") }));
  const literals = ({ segments }: (typeof candidates)[number]) =>
    segments.map((segment) => (segment.includes("{") ? 1 : 0)).join("");
  candidates.sort((a, b) => (literals(a) < literals(b) ? -1 : 1));
  return (method: string, marks: readonly string[]): ListedPath | undefined => {
    const fitting = candidates.filter(
      ({ entry, segments }) =>
        segments.length === marks.length && segments.every((segment, index) => fits(segment, `${marks[index]}`, entry)),
    );
    return (fitting.find(({ entry }) => entry.method === method) ?? fitting[0])?.entry;
  };
}

function fits(segment: string, mark: string, { found: evidence }: ListedPath): boolean {
  const [, name] = /^\{(.*)\}$/.exec(segment) ?? [];
  if (name === undefined) return segment === mark;
  const isEvident = typeof evidence === "object" && name in evidence;
  return !isEvident || mark === value || isUnclear(mark);
}
