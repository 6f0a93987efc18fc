import { isObject } from "../../contract.ts";
import { value } from "./segment.ts";

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

/** Reads the list of paths in a file, without those that are still unclear. @throws Error of one sentence */
export function readPaths(list: unknown, file: string): ListedPath[] {
  if (list !== undefined && !Array.isArray(list)) throw new Error(`x-paths in ${file} isn't a list: correct it.`);
  const listedPaths = (list ?? []).map((entry: unknown, index: number) => {
    const { method, path, name } = isObject(entry) ? entry : {};
    const isForm = typeof path === "string" && pathForm.test(path.replaceAll("{?}", "{unclear}"));
    if (!isForm || !/^(GET|POST|PUT|PATCH|DELETE)$/.test(`${method}`) || !/^(string|undefined)$/.test(typeof name))
      throw new Error(`Entry ${index + 1} of x-paths in ${file} needs a method and a path such as /agents/{agentId}.`);
    return entry as ListedPath;
  });
  return listedPaths.filter(({ path }) => !path.includes("{?}"));
}

/** Returns whether the maintainer has written or edited an entry. Others, learn finds again. */
export function isByHand({ path, found: evidence, name }: ListedPath): boolean {
  if (name !== undefined || evidence === undefined) return true;
  const evidentNames = evidence === "words" ? [] : Object.keys(evidence);
  return evidentNames.join() !== valueNamesOf(path).join();
}

export const valueNamesOf = (path: string): string[] => path.match(/(?<=\{)[^}]+(?=\})/g) ?? [];

/** Returns the words in the paths that are the maintainer's. */
export const wordsOf = (list: readonly ListedPath[]): string[] =>
  list
    .filter(isByHand)
    .flatMap(({ path }) => path.split("/").filter((segment) => segment !== "" && !segment.includes("{")));

/**
 * Creates the function that finds the maintainer's path for an observed one: with its method, or else with any. The most
 * literal from the left precedes, also of the paths that learn has found: a value takes what no other path has as a word.
 */
export function createListMatcher(list: readonly ListedPath[]) {
  const candidates = list.map((entry) => ({
    entry,
    isHand: isByHand(entry),
    segments: entry.path.slice(1).split("/"),
  }));
  const rankOf = ({ segments, isHand }: (typeof candidates)[number]) =>
    [...segments.map((segment) => (segment.includes("{") ? 1 : 0)), isHand ? 0 : 1].join("");
  candidates.sort((a, b) => (rankOf(a) < rankOf(b) ? -1 : 1));
  return (method: string, marks: readonly string[]): ListedPath | undefined => {
    const fitting = candidates.filter(
      ({ entry, segments }) =>
        segments.length === marks.length && segments.every((segment, index) => fits(segment, `${marks[index]}`, entry)),
    );
    const match = fitting.find(({ entry }) => entry.method === method) ?? fitting[0];
    return match?.isHand ? match.entry : undefined;
  };
}

function fits(segment: string, mark: string, { found: evidence }: ListedPath): boolean {
  const [, name] = /^\{(.*)\}$/.exec(segment) ?? [];
  if (name === undefined) return segment === mark;
  const isEvident = typeof evidence === "object" && name in evidence;
  return !isEvident || mark === value;
}
