import { createPathMatcher, type Route } from "../../../src/openapi/path.ts";
import type { Exchange } from "../../../src/traffic/exchange.ts";
import { type Contract, pathOperations } from "../../contract.ts";
import { type Vocabulary, vocabularyOf } from "../names/vocabulary.ts";
import { type Endpoint, endpointOf, mergeEndpoint } from "./endpoint.ts";
import { countDistinct, keyedHash } from "./shape.ts";
import { isIdLike } from "./words.ts";

/** The observations of a method and a path, before values are distinguished from words. */
export interface VisitedPath {
  method: string;
  /** The segments of `template`, or else the observed ones, with `{}` for a segment that looks like an id. */
  segments: string[];
  /** For each segment, whether it always was a whole number. */
  integers: boolean[];
  /** For each segment, keyed hashes of the first few different paths before it. */
  parents: Set<string>[];
  /** The contract's template for the path, if there is one. */
  template?: string;
  endpoint: Endpoint;
}

export interface Accumulator {
  add(exchange: Exchange): void;
  readonly visitedPaths: ReadonlyMap<string, VisitedPath>;
  /** The words that may be written. */
  readonly vocabulary: Vocabulary;
}

/**
 * Creates an accumulator, which stores the types, names and counts of exchanges, but no values.
 *
 * @param allowedNames The names that the maintainer allows.
 */
export function createAccumulator(contract: Contract, allowedNames: readonly string[] = []): Accumulator {
  const vocabulary = vocabularyOf(contract, allowedNames);
  const templateOf = createTemplateFinder(contract, vocabulary);
  const visitedPaths = new Map<string, VisitedPath>();

  function visitOf(exchange: Exchange): VisitedPath {
    const { method, segments: rawPath } = exchange;
    const template = templateOf(method, rawPath);
    const isId = (segment: string) => !vocabulary.isContract(segment) && isIdLike(segment);
    return {
      method,
      segments: template?.slice(1).split("/") ?? rawPath.map((segment) => (isId(segment) ? "{}" : segment)),
      integers: rawPath.map((segment) => /^\d{1,15}$/.test(segment)),
      parents: rawPath.map((_, index) => new Set([keyedHash(rawPath.slice(0, index).join("/"))])),
      endpoint: endpointOf(exchange),
      ...(template && { template }),
    };
  }

  return {
    visitedPaths,
    vocabulary,
    add(exchange) {
      const visit = visitOf(exchange);
      const key = [visit.method, visit.template ? "=" : "", ...visit.segments].join("/");
      const visitedPath = visitedPaths.get(key);
      if (visitedPath) mergeVisit(visitedPath, visit);
      else visitedPaths.set(key, visit);
    },
  };
}

/** The number of different paths before a segment that are counted. */
export const maxParents = 5;

function mergeVisit(target: VisitedPath, { integers, parents, endpoint }: VisitedPath): void {
  target.integers = target.integers.map((isInteger, index) => isInteger && integers[index] === true);
  for (const [index, paths] of target.parents.entries()) {
    countDistinct(paths, parents[index] ?? [], maxParents);
  }
  mergeEndpoint(target.endpoint, endpoint);
}

/** The method of the routes for requests with a method that the contract doesn't have on the path. */
const anyMethod = "*";

/**
 * Creates the function that finds the contract's template of a path: of an operation with the request's method, or else
 * of any operation. A template that only traffic showed has no words of the contract as values: such a path is another.
 */
function createTemplateFinder(contract: Contract, { isContract }: Vocabulary) {
  const routes: Record<string, Route> = {};
  const documentedPaths = new Set<string>();
  for (const { method, path, operation } of pathOperations(contract)) {
    routes[`${method} ${path}`] = { method, path };
    routes[`${anyMethod} ${path}`] = { method: anyMethod, path };
    if (!("x-observed" in operation)) documentedPaths.add(path);
  }
  const { match } = createPathMatcher(routes);
  return (method: string, segments: readonly string[]): string | undefined => {
    const isAccepted = ({ id, pathValues }: { id: string; pathValues: Readonly<Record<string, string>> }) =>
      documentedPaths.has(`${routes[id]?.path}`) || !Object.values(pathValues).some(isContract);
    const route = match(method, segments, isAccepted) ?? match(anyMethod, segments, isAccepted);
    return route && routes[route.id]?.path;
  };
}
