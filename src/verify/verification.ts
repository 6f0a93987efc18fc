import { matcher } from "../core/match.ts";
import type { JunkInboxInputNames } from "../core/pages.ts";
import { isRejection } from "../core/rejection.ts";
import { compare } from "./compare.ts";
import { shippedContract, type VerifiableContract } from "./contract.ts";
import { createCoverage, type OperationCoverage } from "./coverage.ts";
import { type CountedFinding, createFindings, type ExchangeFinding } from "./findings.ts";
import { createIgnored, type IgnoredGroup } from "./ignored.ts";
import { createRules } from "./rules.ts";
import { type Exchange, type Ignored, isIgnored } from "./traffic/exchange.ts";

export interface Verification {
  readonly findings: readonly CountedFinding[];
  /** The exchanges of documented operations. */
  readonly exchanges: number;
  readonly operations: Readonly<Record<string, OperationCoverage>>;
  readonly unknowns: { readonly touched: readonly string[]; readonly all: number };
  readonly ignored: readonly IgnoredGroup[];
  /** The exchanges that say nothing about the contract: rejected tokens, and redirects and pages of something else. */
  readonly rejected: number;
  readonly foreign: number;
}

/**
 * Creates a verification. It compares exchanges one by one and stores counts, findings and what its rules need: the ids
 * of the items on the pages that were read, and path values. None of them is in its result.
 */
export function createVerification(names?: JunkInboxInputNames, contract: VerifiableContract = shippedContract) {
  const { operations, declared, unknowns } = contract;
  const match = matcher(operations);
  const findings = createFindings();
  const rules = createRules(operations, names);
  const ignored = createIgnored();
  const touched = new Set<string>();
  const coverage = new Map(Object.entries(operations).map(([id, row]) => [id, createCoverage(row, declared[id])]));
  let [exchanges, rejected, foreign] = [0, 0, 0];

  function ignore(item: Ignored): false {
    ignored.add(item);
    return false;
  }

  /** Counts an exchange, and returns whether it belongs to a documented operation. */
  function add(item: Exchange | Ignored): boolean {
    if (isIgnored(item)) return ignore(item);
    const target = match(item.method, item.segments);
    if (isRejection(target)) return ignore({ ...item, reason: target.detail });
    if (item.method === "HEAD") return ignore({ ...item, reason: "HEAD has no body to compare" });
    if (item.status < 200) return ignore({ ...item, reason: "an interim response" });
    const { id, pathValues } = target;
    const { code, notCompared, ...comparison } = compare(item, id, contract);
    const all = [...comparison.findings, ...rules.see(item, id, pathValues)];
    findings.add(all);
    exchanges++;
    if (item.status === 401 || item.status === 403) rejected++;
    if (isForeign(item)) foreign++;
    coverage.get(id)?.see(item.status, code, notCompared);
    touch(id, code, all);
    return true;
  }

  function touch(id: string, code: string | undefined, all: readonly ExchangeFinding[]): void {
    const response = code === undefined ? undefined : declared[id]?.responses[code];
    const inputs = all.some(({ place }) => place === "query") ? declared[id]?.queryUnknowns : [];
    const ids = [declared[id]?.unknowns, inputs, response?.unknowns, all.map(({ unknown }) => unknown)].flat();
    for (const unknown of ids) if (unknown !== undefined) touched.add(unknown);
  }

  function result(): Verification {
    for (const group of rules.end()) findings.add(group);
    return {
      findings: findings.list(),
      exchanges,
      operations: Object.fromEntries([...coverage].map(([id, operation]) => [id, operation.result()])),
      unknowns: { touched: unknowns.filter((id) => touched.has(id)), all: unknowns.length },
      ignored: ignored.list(),
      rejected,
      foreign,
    };
  }

  return {
    add,
    addFinding: (finding: ExchangeFinding) => findings.add([finding]),
    /** Counts a request without a complete response. */
    addFailure: (operation: string, why: string) => coverage.get(operation)?.fail(why),
    /** Stores why an operation gets no request. */
    skip: (operation: string, why: string) => coverage.get(operation)?.skip(why),
    result,
  };
}

/** A redirect or a web page comes from something before the service, not from its API. */
const isForeign = ({ status, responseBody: { mediaType, content } }: Exchange) =>
  (status >= 300 && status < 400) || (mediaType === "text/html" && !("value" in content));
