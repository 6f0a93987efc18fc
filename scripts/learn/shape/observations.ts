import type { Exchange } from "../../../src/traffic/exchange.ts";
import type { Vocabulary } from "../name/vocabulary.ts";
import { createMarker, isUnclear } from "../path/segment.ts";
import { addExchange, createEndpoint, type Endpoint, mergeEndpoint, mergeMaps } from "./endpoint.ts";
import { hideName } from "./shape.ts";

/** The observations of recorded traffic in a run: counts, types and known names, but no values. */
export interface Observations {
  exchanges: number;
  /** The number of ignored entries by reason. */
  ignoredCounts: Map<string, number>;
  /** The number of responses whose body couldn't be read, by reason. */
  unreadCounts: Map<string, number>;
  paths: Map<string, ObservedPath>;
}

/** The observations of a method and a path. */
export interface ObservedPath {
  method: string;
  /** The contract's template for the path, if there is one. */
  template?: string | undefined;
  /** The marks of the observed segments: see `createMarker`. */
  segments: string[];
  endpoint: Endpoint;
}

export const createObservations = (): Observations => ({
  exchanges: 0,
  ignoredCounts: new Map(),
  unreadCounts: new Map(),
  paths: new Map(),
});

export const addIgnored = ({ ignoredCounts }: Observations, reason: string): void => addCount(ignoredCounts, reason);

const addCount = (counts: Map<string, number>, reason: string, count = 1): void =>
  void counts.set(reason, (counts.get(reason) ?? 0) + count);

/** Finds the contract's template of a path. */
export type FindTemplate = (method: string, segments: readonly string[]) => string | undefined;

/** Creates the function that adds an exchange to what a run has seen. */
export function createObserver(observations: Observations, findTemplate: FindTemplate, vocabulary: Vocabulary) {
  const markOf = createMarker(vocabulary);
  return (exchange: Exchange): void => {
    const { method, segments: rawSegments } = exchange;
    const template = findTemplate(method, rawSegments);
    const segments = template ? [] : rawSegments.map(markOf);
    const key = `${method} ${template ?? ""} ${segments.join("/")}`;
    let path = observations.paths.get(key);
    if (!path) {
      path = { method, template, segments, endpoint: createEndpoint() };
      observations.paths.set(key, path);
    }
    for (const [index, mark] of segments.entries())
      if (isUnclear(mark)) hideName(path.endpoint.hiddenSegments, `${rawSegments[index]}`);
    const { content } = exchange.responseBody;
    if ("missing" in content && content.missing !== "no content") addCount(observations.unreadCounts, content.missing);
    addExchange(path.endpoint, exchange, vocabulary);
    observations.exchanges++;
  };
}

/** Adds what another run has seen. */
export function mergeObservations(
  target: Observations,
  { exchanges, ignoredCounts, unreadCounts, paths }: Observations,
): void {
  target.exchanges += exchanges;
  for (const [reason, count] of ignoredCounts) addCount(target.ignoredCounts, reason, count);
  for (const [reason, count] of unreadCounts) addCount(target.unreadCounts, reason, count);
  mergeMaps(target.paths, paths, (path, { endpoint }) => mergeEndpoint(path.endpoint, endpoint));
}
