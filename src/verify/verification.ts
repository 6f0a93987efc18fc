import type { JunkInboxInputNames } from "../client/junk-inbox.ts";
import { compare } from "./compare.ts";
import type { VerifiableContract } from "./contract.ts";
import { createFindings, type ExchangeFinding } from "./findings.ts";
import { createRules } from "./rules.ts";
import { createSummary, type Obstacle } from "./summary.ts";
import { type Exchange, type IgnoredEntry, isIgnored } from "./traffic/exchange.ts";

/** The result of comparing exchanges with a contract. */
export type VerificationResult = ReturnType<Verification["result"]>;

/**
 * Creates a verification. It compares exchanges one by one and stores counts and findings. For its rules it also stores
 * the ids of the items on pages, relay types and query values; its result contains none of these.
 * @param names The wire names of the junk inbox inputs, which the contract doesn't know.
 */
export function createVerification(contract: VerifiableContract, names: JunkInboxInputNames = {}) {
  const { operations, unknowns } = contract;
  const findings = createFindings();
  const rules = createRules(names);
  const ignoredGroups = createIgnored();
  const touched = new Set<string>();
  const summaries = new Map(Object.values(operations).map((operation) => [operation.id, createSummary(operation)]));
  let [exchanges, rejections, foreignCount] = [0, 0, 0];

  return {
    /** Compares and counts an exchange, or counts it as ignored, for example without a documented operation. */
    add(item: Exchange | IgnoredEntry) {
      if (isIgnored(item)) return ignoredGroups.add(item);
      const target = contract.match(item.method, item.segments);
      const reason = "reason" in target ? target.reason : reasonToIgnore(item);
      if ("reason" in target || reason) return ignoredGroups.add({ ...item, reason });
      const { operation, pathValues } = target;
      const { code, notCompared, findings: differences } = compare(item, operation, contract);
      const exchangeFindings = [...differences, ...rules.check(item, operation, pathValues)].map(
        (finding): ExchangeFinding => ({ operation: operation.id, ...finding }),
      );
      findings.add(exchangeFindings);
      exchanges++;
      // In a journal, the status is the mock's.
      const status = item.source === "journal" ? undefined : item.status;
      if (status === 401 || status === 403) rejections++;
      if (status !== undefined && isForeign(item)) foreignCount++;
      summaries.get(operation.id)?.addExchange(status, code, notCompared);
      const touchedIds = [
        ...operation.unknowns,
        ...(exchangeFindings.some(({ place }) => place === "query") ? operation.queryUnknowns : []),
        ...(operation.responses[code ?? ""]?.unknowns ?? []),
        ...exchangeFindings.flatMap(({ unknown }) => unknown ?? []),
      ];
      for (const id of touchedIds) touched.add(id);
    },
    addFinding: (finding: ExchangeFinding): void => findings.add([finding]),
    /** Counts a request without a complete response, or one that wasn't sent. */
    addFailure: (id: string, reason: string): void => summaries.get(id)?.addFailure(reason),
    /** Stores why an operation gets no request; `undefined` if it will get one. */
    skip: (id: string, obstacle: Obstacle | undefined): void => summaries.get(id)?.skip(obstacle),
    result() {
      for (const finding of rules.finish()) findings.add([finding]);
      return {
        findings: findings.list(),
        /** The number of exchanges that were compared. */
        exchanges,
        operations: Object.fromEntries([...summaries].map(([id, summary]) => [id, summary.result()])),
        /** The ids of the unknowns that exchanges are about, and the number of all unknowns. */
        unknowns: { touched: unknowns.filter((id) => touched.has(id)), all: unknowns.length },
        ignored: ignoredGroups.list(),
        /** The number of exchanges with status 401 or 403. */
        rejected: rejections,
        /** The number of exchanges that are redirects or web pages, probably of a proxy or a login. */
        foreign: foreignCount,
      };
    },
  };
}

export type Verification = ReturnType<typeof createVerification>;

/** Returns whether a response is a redirect or a web page, which come from a proxy or a login, not from the API. */
const isForeign = ({ status, responseBody: { mediaType, content } }: Exchange) =>
  (status >= 300 && status < 400) || (mediaType === "text/html" && !("value" in content));

/** Returns why an exchange of an operation isn't compared; empty if it is. */
const reasonToIgnore = ({ method, status }: Exchange): string =>
  method === "HEAD" ? "HEAD has no body to compare" : status < 200 ? "an interim response" : "";

/** Creates the groups of ignored entries, by file and reason. */
function createIgnored() {
  const groups = new Map<string, { reason: string; file: string; times: number; ranges: [number, number][] }>();
  return {
    add({ file, number, reason }: IgnoredEntry): void {
      const key = JSON.stringify([file, reason]);
      const group = groups.get(key) ?? { reason, file, times: 0, ranges: [] };
      groups.set(key, group);
      group.times++;
      const last = group.ranges.at(-1);
      if (last?.[1] === number - 1) last[1] = number;
      else group.ranges.push([number, number]);
    },
    list: () =>
      [...groups.values()].map(({ ranges, ...group }) => ({
        ...group,
        /** The numbers of the entries in the file: `1-3, 7`. */
        entries: ranges.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(", "),
      })),
  };
}
