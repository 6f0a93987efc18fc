import type { Exchange } from "../../../src/verify/traffic/exchange.ts";
import type { Contract } from "../../contract.ts";
import { keyedHash } from "./distinct.ts";
import { addExchange, type Endpoint, emptyEndpoint, mergeEndpoint } from "./endpoint.ts";
import { knownPaths } from "./known.ts";
import { looksLikeId } from "./words.ts";

/** What was seen of one method and path, before templates are told from words. */
export interface Visited {
  method: string;
  /** Segments; `{}` where the segment had the shape of an id. */
  segments: string[];
  /** Whether each id was a whole number. */
  integers: boolean[];
  /** The template of the contract that it fits. */
  known?: string;
  endpoint: Endpoint;
}

export interface Accumulator {
  add(exchange: Exchange): void;
  /** What two saw together: the same in whatever order. */
  merge(other: Accumulator): void;
  readonly visited: ReadonlyMap<string, Visited>;
  /** Whether a path segment occurred as a value in a response. */
  occurred(segment: string): boolean;
  /** Keyed hashes of the short texts of responses. */
  readonly texts: ReadonlySet<number>;
}

/** Gathers what exchanges have in common, and none of their values. */
export function createAccumulator(contract: Contract): Accumulator {
  const { templateOf, isVocabulary } = knownPaths(contract);
  const visited = new Map<string, Visited>();
  const texts = new Set<number>();

  function visit(method: string, written: readonly string[]): Visited {
    const known = templateOf(written);
    const ids = written.map((segment) => !isVocabulary(segment) && looksLikeId(segment));
    const segments = known ? known.slice(1).split("/") : written.map((segment, at) => (ids[at] ? "{}" : segment));
    const key = [method, known ? "=" : "", ...segments].join("/");
    const found = visited.get(key);
    const integers = written.map((segment) => /^\d{1,15}$/.test(segment));
    if (found) {
      found.integers = found.integers.map((all, at) => all && integers[at] === true);
      return found;
    }
    const added: Visited = { method, segments, integers, endpoint: emptyEndpoint(), ...(known && { known }) };
    visited.set(key, added);
    return added;
  }

  return {
    visited,
    texts,
    occurred: (segment) => texts.has(keyedHash(segment)),
    add(exchange) {
      addExchange(visit(exchange.method, exchange.segments).endpoint, exchange);
      const { content } = exchange.responseBody;
      if ("value" in content && !content.masked) addTexts(texts, content.value);
    },
    merge(other) {
      for (const text of other.texts) texts.add(text);
      for (const [key, { endpoint, ...one }] of other.visited) {
        const own = visited.get(key) ?? { ...one, endpoint: emptyEndpoint() };
        own.integers = own.integers.map((all, at) => all && one.integers[at] === true);
        mergeEndpoint(own.endpoint, endpoint);
        visited.set(key, own);
      }
    },
  };
}

/** Texts that could be a path segment, and could be taken for a word there. */
function addTexts(texts: Set<number>, value: unknown): void {
  if (typeof value === "string") {
    if (/^[A-Za-z][\w.~-]{1,63}$/.test(value) && !looksLikeId(value)) texts.add(keyedHash(value));
  } else if (typeof value === "object" && value !== null) {
    for (const inner of Object.values(value)) addTexts(texts, inner);
  }
}
