import { parse, stringify } from "yaml";
import type { ReceivedResponse, SentRequest } from "../../scripts/bench/truth/respond.ts";
import { toHarEntry } from "../../scripts/bench/truth/traffic.ts";
import type { Contract } from "../../scripts/contract.ts";
import { type Accumulator, createAccumulator } from "../../scripts/learn/accumulate/accumulator.ts";
import { completeContract } from "../../scripts/learn/facts/complete.ts";
import { type LearnedFacts, learnFacts } from "../../scripts/learn/facts/learn.ts";
import { applyFacts } from "../../scripts/learn/overlay/change.ts";
import { renderReview } from "../../scripts/learn/overlay/document.ts";
import { type Exchange, isIgnored } from "../../src/traffic/exchange.ts";
import { createTrafficReader } from "../../src/traffic/reader.ts";
import { prepareContract } from "../../src/verify/contract.ts";
import { initialContract } from "./contract.ts";

/** Reads entries of a HAR, as the command does with a contract. */
export function exchangesOf(entries: Iterable<object>, contract = initialContract()): Exchange[] {
  const { readEntry } = createTrafficReader(prepareContract(contract));
  const session = "session";
  return [...entries].map((harEntry, index) => {
    const exchange = readEntry(harEntry, { source: "har", file: session, session, number: index + 1 });
    if (isIgnored(exchange)) throw new Error(exchange.reason);
    return exchange;
  });
}

/** Returns a GET of a path below `/api/v2/` with its response, as an entry of a HAR. */
export const getExchange = (path: string, body: unknown, status = 200): object =>
  createExchange({ method: "GET", path: `/api/v2/${path}` }, { status, mediaType: "application/json", body });

export const createExchange = (request: SentRequest, response: ReceivedResponse, day = "2026-03-01"): object =>
  toHarEntry(request, response, new Date(`${day}T00:00:00Z`));

export function accumulate(
  exchanges: Iterable<Exchange>,
  contract = initialContract(),
  allowedNames: string[] = [],
): Accumulator {
  const accumulator = createAccumulator(contract, allowedNames);
  for (const exchange of exchanges) accumulator.add(exchange);
  return accumulator;
}

export const learnFrom = (
  entries: Iterable<object>,
  contract = initialContract(),
  rejectedIds?: Set<string>,
): LearnedFacts => learnFacts(contract, accumulate(exchangesOf(entries, contract), contract), rejectedIds);

/** Returns the facts that are names of operations. */
export const namedFactsOf = ({ facts }: LearnedFacts) =>
  facts.flatMap(({ id, match }) => (match ? [{ id, match }] : []));

export const documentOf = (learnedFacts: LearnedFacts, contract = initialContract()): string =>
  renderReview(contract, learnedFacts, "openapi.yaml");

/** Returns the contract with all learned facts, written as YAML and read again. */
export const contractAfter = ({ facts }: LearnedFacts, contract = initialContract()): Contract =>
  parse(stringify(completeContract(applyFacts(contract, facts)), { aliasDuplicateObjects: false }));
