import type { ServedOperation } from "../openapi/operation.ts";
import { type Coverage, countExchange, reportCoverage, type Usage } from "./coverage.ts";
import type { MockExchange } from "./exchange.ts";

const maxExchanges = 5000;
// In characters. 5,000 of the longest bodies would take 5 GB.
const maxBodies = 20_000_000;
const bodyLength = (exchange: MockExchange | undefined): number =>
  exchange?.request?.body.length ?? 0;

/**
 * The most test runs, the most counted steps of one, and the most runs that have steps of their
 * own.
 */
export const maxEntries = 1000;

/** Adds an entry to a map that requests can fill. Above 1,000 entries, the oldest makes room. */
function addBounded<Key, Value>(map: Map<Key, Value>, key: Key, value: Value): Value {
  map.set(key, value);
  if (map.size > maxEntries) map.delete(map.keys().next().value as Key);
  return value;
}

/** A test run: how often it took counted steps, by the step's key, and what it covered. */
const createRun = () => ({
  takenCounts: new Map<unknown, number>(),
  coverage: new Map() as Usage,
});

/** Creates the store of a server: its requests, and what they used. */
export function createRequestStore() {
  let exchanges: MockExchange[] = [];
  let bodies = 0;
  let totalCoverage: Usage = new Map();
  /** The run of the requests without a name, and the others by name. */
  let unnamedRun = createRun();
  const runs = new Map<string, typeof unnamedRun>();

  const find = (name: string) => (name === "" ? unnamedRun : runs.get(name));
  const enter = (name: string) => find(name) ?? addBounded(runs, name, createRun());
  const countTaken = (run: string, key: unknown): number => find(run)?.takenCounts.get(key) ?? 0;

  return {
    countTaken,
    /** Returns how often a run used a step: the most of all runs. */
    countMostUsed: (key: unknown): number =>
      Math.max(...["", ...runs.keys()].map((run) => countTaken(run, key))),
    take(run: string, key: unknown): void {
      addBounded(enter(run).takenCounts, key, countTaken(run, key) + 1);
    },
    coverage: (operations: Readonly<Record<string, ServedOperation>>, run?: string): Coverage =>
      reportCoverage(
        operations,
        run === undefined ? totalCoverage : (find(run)?.coverage ?? new Map()),
      ),
    exchanges: (run?: string): readonly MockExchange[] =>
      exchanges.filter((exchange) => run === undefined || exchange.run === run),
    /**
     * Records an exchange, once its request is accepted or rejected. Returns the function to call
     * once the response has gone out whole.
     */
    record(exchange: MockExchange): () => void {
      exchanges.push(exchange);
      bodies += bodyLength(exchange);
      while (exchanges.length > maxExchanges || bodies > maxBodies)
        bodies -= bodyLength(exchanges.shift());
      const { run, result } = exchange;
      // A rejected request covers nothing.
      const isRejected = result?.rejection !== undefined;
      const countResponse = isRejected
        ? undefined
        : countExchange(exchange, [totalCoverage, enter(run).coverage]);
      return () => {
        exchange.delivered = true;
        countResponse?.();
      };
    },
    /**
     * Forgets a run and how often it took steps, but not its part of the total coverage; without a
     * run, everything.
     */
    reset(run?: string): void {
      exchanges = run === undefined ? [] : exchanges.filter((exchange) => exchange.run !== run);
      bodies = exchanges.reduce((sum, exchange) => sum + bodyLength(exchange), 0);
      if ((run ?? "") === "") unnamedRun = createRun();
      if (run !== undefined) return void runs.delete(run);
      runs.clear();
      // Responses that are still to be delivered keep counting in the old map.
      totalCoverage = new Map();
    },
  };
}
export type RequestStore = ReturnType<typeof createRequestStore>;
