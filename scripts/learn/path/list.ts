import { isObject } from "../../../src/openapi/json.ts";
import { pathValueNamesOf, segmentsOf } from "../../../src/openapi/path.ts";
import { createFinder } from "./find.ts";
import { isValue } from "./segment.ts";

/** A template in the maintainer's list of paths. */
export interface ListedPath {
  method: string;
  /** A template, with `{?}` for a segment of which it is unclear whether it is a word or a value. */
  path: string;
  exchanges: number;
  /** How each value was found, or `words`. A value that it doesn't have is the maintainer's: it takes words, too. */
  found?: Record<string, string> | "words";
  /** The paths that an unclear one may be: first that with a value. */
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
  return evidentNames.join() !== pathValueNamesOf(path).join();
}

/** Returns the words in the paths that are the maintainer's. */
export const wordsOf = (list: readonly ListedPath[]): string[] =>
  list.filter(isByHand).flatMap(({ path }) => segmentsOf(path).filter((segment) => !segment.includes("{")));

/**
 * Creates the function that finds the maintainer's path for the marks of an observed one. A path that learn has found
 * takes only values by their form: a value of the maintainer's takes what no other path has as a word.
 */
export function createListMatcher(list: readonly ListedPath[]) {
  const isFitting = ({ found: evidence = {} }: ListedPath, values: Readonly<Record<string, string>>) =>
    Object.entries(values).every(([name, mark]) => isValue(mark) || !(name in Object(evidence)));
  const findPath = createFinder(
    list.toSorted((a, b) => Number(isByHand(b)) - Number(isByHand(a))),
    isFitting,
  );
  return (method: string, marks: readonly string[]): ListedPath | undefined => {
    const entry = findPath(method, marks);
    return entry && isByHand(entry) ? entry : undefined;
  };
}
