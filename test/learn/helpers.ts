import { parse, stringify } from "yaml";
import type { Contract } from "../../scripts/contract.ts";
import { type Accumulator, createAccumulator } from "../../scripts/learn/accumulate/accumulator.ts";
import { type LearnedFacts, learnFacts } from "../../scripts/learn/facts/all.ts";
import { completeContract } from "../../scripts/learn/facts/complete.ts";
import { applyChanges, readPath } from "../../scripts/learn/overlay/change.ts";
import { overlayOf, renderOverlay } from "../../scripts/learn/overlay/write.ts";
import { createAddressReader } from "../../src/verify/traffic/address.ts";
import { type Exchange, isIgnored } from "../../src/verify/traffic/exchange.ts";
import { readHarEntry } from "../../src/verify/traffic/har.ts";
import { initialContract } from "./contract.ts";
import type { Received, Sent } from "./truth/respond.ts";
import { entry } from "./truth/traffic.ts";

/** The exchanges in entries of a HAR. */
export function exchangesOf(entries: Iterable<object>, session = "session"): Exchange[] {
  const readAddress = createAddressReader(undefined);
  return [...entries].map((one, index) => {
    const exchange = readHarEntry(one, { source: "har", file: session, session, number: index + 1 }, readAddress);
    if (isIgnored(exchange)) throw new Error(exchange.reason);
    return exchange;
  });
}

/** A GET of a path below `/api/v2/`, and its response. */
export const got = (path: string, body: unknown, status = 200): object =>
  exchanged({ method: "GET", path: `/api/v2/${path}` }, { status, mediaType: "application/json", body });

export const exchanged = (sent: Sent, received: Received, day = "2026-03-01"): object =>
  entry(sent, received, new Date(`${day}T00:00:00Z`));

export function accumulated(exchanges: Iterable<Exchange>, contract = initialContract()): Accumulator {
  const accumulator = createAccumulator(contract);
  for (const exchange of exchanges) accumulator.add(exchange);
  return accumulator;
}

export const learnedFrom = (
  entries: Iterable<object>,
  contract = initialContract(),
  rejected?: Set<string>,
): LearnedFacts => learnFacts(contract, accumulated(exchangesOf(entries), contract), rejected);

export const documentOf = (learned: LearnedFacts, contract = initialContract()): string =>
  renderOverlay(overlayOf(contract, learned, "openapi.yaml"));

/** The contract with all that was learned, as its YAML would be read again. */
export function contractAfter(learned: LearnedFacts, contract = initialContract()): Contract {
  const actions = overlayOf(contract, learned, "").actions;
  const changes = actions.map(({ target, update, remove }) => ({
    path: pathOf(target),
    ...(remove ? { remove } : { update }),
  }));
  return parse(stringify(completeContract(applyChanges(contract, changes as never)), { aliasDuplicateObjects: false }));
}

function pathOf(target: string) {
  const path = readPath(target);
  if (!path) throw new Error(target);
  return path;
}
