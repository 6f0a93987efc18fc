import type { Exchange } from "../../../src/verify/traffic/exchange.ts";
import type { Contract } from "../../contract.ts";
import { type Vocabulary, vocabularyOf } from "../names/vocabulary.ts";
import { keyedHash } from "./distinct.ts";
import { addExchange, type Endpoint, emptyEndpoint } from "./endpoint.ts";
import { knownPaths } from "./known.ts";
import { looksLikeId } from "./words.ts";

/** What was observed of one method and path, before values are distinguished from words. */
export interface Visited {
  method: string;
  /** Segments; `{}` where the segment had the shape of an id. */
  segments: string[];
  /** Whether each id was a whole number. */
  integers: boolean[];
  /** For each segment, keyed hashes of the different paths that preceded it. */
  parents: Set<number>[];
  /** The template of the contract that it fits. */
  known?: string;
  endpoint: Endpoint;
}

export interface Accumulator {
  add(exchange: Exchange): void;
  readonly visited: ReadonlyMap<string, Visited>;
  /** The words that may be written. */
  readonly vocabulary: Vocabulary;
}

/**
 * Gathers what exchanges have in common, and none of their values.
 *
 * @param allowed Names that the maintainer allows.
 */
export function createAccumulator(contract: Contract, allowed: readonly string[] = []): Accumulator {
  const vocabulary = vocabularyOf(contract, allowed);
  const templateOf = knownPaths(contract, vocabulary);
  const visited = new Map<string, Visited>();

  function visit(method: string, written: readonly string[]): Visited {
    const known = templateOf(method, written);
    const ids = written.map((segment) => !vocabulary.isContract(segment) && looksLikeId(segment));
    const segments = known ? known.slice(1).split("/") : written.map((segment, at) => (ids[at] ? "{}" : segment));
    const key = [method, known ? "=" : "", ...segments].join("/");
    const integers = written.map((segment) => /^\d{1,15}$/.test(segment));
    const parents = written.map((_, index) => new Set([keyedHash(written.slice(0, index).join("/"))]));
    const before = visited.get(key);
    const all = before ?? { method, segments, integers, parents, endpoint: emptyEndpoint(), ...(known && { known }) };
    if (before) join(before, { integers, parents });
    else visited.set(key, all);
    return all;
  }

  return {
    visited,
    vocabulary,
    add(exchange) {
      addExchange(visit(exchange.method, exchange.segments).endpoint, exchange);
    },
  };
}

/** As many different paths before a segment are counted. */
export const mostParents = 5;

function join(into: Visited, { integers, parents }: Pick<Visited, "integers" | "parents">): void {
  into.integers = into.integers.map((all, index) => all && integers[index] === true);
  for (const [index, paths] of into.parents.entries()) {
    for (const path of parents[index] ?? []) if (paths.size < mostParents) paths.add(path);
  }
}
