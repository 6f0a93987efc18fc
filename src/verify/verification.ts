import type { JunkInboxInputNames } from "../client/junk-inbox.ts";
import { createMatcher } from "../core/match.ts";
import { isRejection } from "../core/rejection.ts";
import { compare } from "./compare.ts";
import { shippedContract, type VerifiableContract } from "./contract.ts";
import { createCoverage, type OperationCoverage } from "./coverage.ts";
import { type CountedFinding, createFindings, type ExchangeFinding } from "./findings.ts";
import { createIgnored, type IgnoredGroup } from "./ignored.ts";
import { createRules } from "./rules.ts";
import { type Exchange, type IgnoredEntry, isIgnored } from "./traffic/exchange.ts";

/** The result of comparing exchanges with a contract. */
export interface Verification {
  readonly findings: readonly CountedFinding[];
  /** The number of exchanges that were compared. */
  readonly exchanges: number;
  readonly operations: Readonly<Record<string, OperationCoverage>>;
  /** The ids of the unknowns that exchanges are about, and the number of all unknowns. */
  readonly unknowns: { readonly touched: readonly string[]; readonly all: number };
  readonly ignored: readonly IgnoredGroup[];
  /** The number of exchanges with status 401 or 403. */
  readonly rejected: number;
  /** The number of exchanges that are redirects or web pages, probably of a proxy or a login. */
  readonly foreign: number;
}

/**
 * Creates a verification. It compares exchanges one by one and stores counts and findings. For its rules it also stores
 * the ids of the items on pages, relay types and query values; its result contains none of these.
 */
export function createVerification(names?: JunkInboxInputNames, contract: VerifiableContract = shippedContract) {
  const { operations, declarations, unknowns } = contract;
  const match = createMatcher(operations);
  const findings = createFindings();
  const rules = createRules(operations, names);
  const ignoredExchanges = createIgnored();
  const touched = new Set<string>();
  const coverage = new Map(Object.entries(operations).map(([id, row]) => [id, createCoverage(row, declarations[id])]));
  let [exchangeCount, rejectedCount, foreignCount] = [0, 0, 0];

  function ignore(item: IgnoredEntry): false {
    ignoredExchanges.add(item);
    return false;
  }

  /** Compares and counts an exchange. Returns `false` if it is ignored, for example without a documented operation. */
  function add(item: Exchange | IgnoredEntry): boolean {
    if (isIgnored(item)) return ignore(item);
    const target = match(item.method, item.segments);
    if (isRejection(target)) return ignore({ ...item, reason: target.detail });
    if (item.method === "HEAD") return ignore({ ...item, reason: "HEAD has no body to compare" });
    if (item.status < 200) return ignore({ ...item, reason: "an interim response" });
    const { id, pathValues } = target;
    const { code, notCompared, ...comparison } = compare(item, id, contract);
    const exchangeFindings = [...comparison.findings, ...rules.check(item, id, pathValues)];
    findings.add(exchangeFindings);
    exchangeCount++;
    if (item.status === 401 || item.status === 403) rejectedCount++;
    if (isForeign(item)) foreignCount++;
    coverage.get(id)?.addExchange(item.status, code, notCompared);
    touch(id, code, exchangeFindings);
    return true;
  }

  /** Stores the unknowns that an exchange is about. */
  function touch(id: string, code: string | undefined, exchangeFindings: readonly ExchangeFinding[]): void {
    const response = code === undefined ? undefined : declarations[id]?.responses[code];
    const inputs = exchangeFindings.some(({ place }) => place === "query") ? declarations[id]?.queryUnknowns : [];
    const ids = [
      declarations[id]?.unknowns,
      inputs,
      response?.unknowns,
      exchangeFindings.map(({ unknown }) => unknown),
    ].flat();
    for (const unknown of ids) if (unknown !== undefined) touched.add(unknown);
  }

  function result(): Verification {
    for (const group of rules.finish()) findings.add(group);
    return {
      findings: findings.list(),
      exchanges: exchangeCount,
      operations: Object.fromEntries([...coverage].map(([id, operation]) => [id, operation.result()])),
      unknowns: { touched: unknowns.filter((id) => touched.has(id)), all: unknowns.length },
      ignored: ignoredExchanges.list(),
      rejected: rejectedCount,
      foreign: foreignCount,
    };
  }

  return {
    add,
    addFinding: (finding: ExchangeFinding) => findings.add([finding]),
    /** Counts a request without a complete response. */
    addFailure: (operation: string, reason: string) => coverage.get(operation)?.addFailure(reason),
    /** Stores why an operation gets no request. */
    skip: (operation: string, reason: string) => coverage.get(operation)?.skip(reason),
    result,
  };
}

/** Returns whether a response is a redirect or a web page, which come from a proxy or a login, not from the API. */
const isForeign = ({ status, responseBody: { mediaType, content } }: Exchange) =>
  (status >= 300 && status < 400) || (mediaType === "text/html" && !("value" in content));
