import type { Contract } from "../../scripts/contract/document.ts";
import { applyFacts } from "../../scripts/learn/apply/change.ts";
import { completeContract } from "../../scripts/learn/apply/complete.ts";
import { type Decisions, type LearnedFacts, learnFacts } from "../../scripts/learn/fact/learn.ts";
import { vocabularyOf } from "../../scripts/learn/name/vocabulary.ts";
import { createTemplateFinder } from "../../scripts/learn/path/find.ts";
import { type ListedPath, wordsOf } from "../../scripts/learn/path/list.ts";
import { type PathTemplate, templatesOf } from "../../scripts/learn/path/templates.ts";
import { readFiles } from "../../scripts/learn/read/files.ts";
import { renderReview } from "../../scripts/learn/review/document.ts";
import { createObservations, createObserver, type Observations } from "../../scripts/learn/shape/observations.ts";
import { type Exchange, isIgnored } from "../../src/traffic/exchange.ts";
import { createTrafficReader } from "../../src/traffic/reader.ts";
import { prepareContract } from "../../src/verify/contract.ts";
import { initialContract } from "./contract.ts";
import type { ReceivedResponse, SentRequest } from "./truth/respond.ts";
import { toHarEntry } from "./truth/traffic.ts";

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

/** The decisions and names that the maintainer gives. */
interface Given extends Decisions {
  allowedNames?: readonly string[];
}

/** Returns what exchanges show, and the vocabulary that it was read with. */
export function observe(
  exchanges: Iterable<Exchange>,
  contract = initialContract(),
  { allowedNames = [], list = [] }: Given = {},
) {
  const vocabulary = vocabularyOf(contract, [...allowedNames, ...wordsOf(list)]);
  const observations: Observations = createObservations();
  const add = createObserver(observations, createTemplateFinder(contract, vocabulary), vocabulary);
  for (const exchange of exchanges) add(exchange);
  return { observations, vocabulary };
}

/** Returns the templates of the paths in entries of a HAR. */
export function templatesIn(
  entries: Iterable<object>,
  contract = initialContract(),
  decisions: Given = {},
): PathTemplate[] {
  const { observations, vocabulary } = observe(exchangesOf(entries, contract), contract, decisions);
  return templatesOf(observations, vocabulary, decisions.list);
}

export function learnFrom(
  entries: Iterable<object>,
  contract = initialContract(),
  decisions: Given = {},
): LearnedFacts {
  return learnFromExchanges(exchangesOf(entries, contract), contract, decisions);
}

export function learnFromExchanges(exchanges: Iterable<Exchange>, contract = initialContract(), decisions: Given = {}) {
  const { observations, vocabulary } = observe(exchanges, contract, decisions);
  return learnFacts(contract, observations, vocabulary, decisions);
}

/** Learns from files, as the command does. */
export async function learnFromFiles(files: readonly string[], contract = initialContract(), baseUrl?: string) {
  const verifiableContract = prepareContract(contract);
  const vocabulary = vocabularyOf(contract);
  const observations = createObservations();
  const observe = createObserver(observations, createTemplateFinder(contract, vocabulary), vocabulary);
  const reader = createTrafficReader(verifiableContract, { baseUrl });
  await readFiles(files, verifiableContract, { observations, observe, scope: "" }, reader);
  return { observations, ...learnFacts(contract, observations, vocabulary) };
}

/** Returns the facts that are names of operations. */
export const namedFactsOf = ({ facts }: LearnedFacts) =>
  facts.flatMap(({ id, match }) => (match ? [{ id, match }] : []));

export const documentOf = (
  learnedFacts: LearnedFacts,
  contract = initialContract(),
  list?: readonly ListedPath[],
): string => renderReview(contract, learnedFacts, "openapi.yaml", list);

/** Returns the contract with all learned facts. */
export const contractAfter = ({ facts }: LearnedFacts, contract = initialContract()): Contract =>
  completeContract(applyFacts(contract, facts));
