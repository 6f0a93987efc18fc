import { increment } from "../core/counts.ts";
import { type Exchange, type IgnoredEntry, isIgnored } from "../traffic/exchange.ts";
import { createTally } from "../traffic/tally.ts";
import type { VerifiableContract, VerifiableOperation } from "../traffic/verifiable-contract.ts";
import { compare, type ExchangeFinding } from "./compare.ts";
import { createCrossChecks } from "./cross-checks.ts";
import { createSummary, type Obstacle, reportSummary } from "./summary.ts";

export type Verification = ReturnType<typeof createVerification>;

export type VerificationResult = ReturnType<Verification["result"]>;

/**
 * Creates a verification. It compares exchanges one by one and stores counts and findings. For its
 * rules it also stores the ids of the items on pages, listed path values and query values; its
 * result contains none of these.
 * @param baseline The keys of the findings that are known from an earlier report.
 */
export function createVerification(
  contract: VerifiableContract,
  baseline: ReadonlySet<string> = new Set(),
) {
  const crossChecks = createCrossChecks(contract);
  const findings = new Map<string, ExchangeFinding & { times: number }>();
  const tally = createTally();
  let obstacles: Readonly<Record<string, Obstacle>> = {};
  const summaries = Object.fromEntries(
    Object.entries(contract.operations).map(([id, operation]) => [id, createSummary(operation)]),
  );

  /** Counts the findings of one exchange. A finding that it shows several times counts once. */
  function addFindings(exchangeFindings: readonly ExchangeFinding[]): void {
    const counted = new Set<string>();
    for (const finding of exchangeFindings) {
      const key = keyOf(finding);
      if (counted.has(key)) continue;
      counted.add(key);
      const known = findings.get(key) ?? { ...finding, times: 0 };
      known.times++;
      findings.set(key, known);
    }
  }

  /** Lists the ids of the unknowns that what was seen of an operation is about. */
  function touchedBy({ operation, unknowns, queryUnknowns }: VerifiableOperation): string[] {
    const { exchanges, responses } = summaries[operation.id] ?? {};
    if (!exchanges) return [];
    const own = [...findings.values()].filter((finding) => finding.operation === operation.id);
    return [
      ...unknowns,
      ...(own.some(({ place }) => place === "query") ? queryUnknowns : []),
      ...operation.responses.flatMap(({ code, node }) =>
        node && responses?.get(code) ? contract.unknownsOf(node) : [],
      ),
      ...own.flatMap(({ unknown }) => unknown ?? []),
    ];
  }

  return {
    /**
     * Compares and counts an exchange, or counts it as ignored, for example without a documented
     * operation.
     */
    add(item: Exchange | IgnoredEntry) {
      if (isIgnored(item)) return tally.ignore(item, item.reason);
      const { match } = item;
      if (!match)
        return tally.ignore(item, "No operation of the contract has this method and path.");
      tally.use();
      const { target } = match;
      const { response, notCompared, findings: differences } = compare(item, target, contract);
      addFindings([...differences, ...crossChecks.check(item, match)]);
      const summary = summaries[target.operation.id] ?? createSummary(target);
      summary.exchanges++;
      // In a journal, the status is the mock's.
      if (item.source !== "journal") increment(summary.statuses, `${item.status}`);
      if (response) increment(summary.responses, response.code);
      if (notCompared === undefined) summary.compared++;
      else increment(summary.notCompared, notCompared);
    },
    addFinding: (finding: ExchangeFinding): void => addFindings([finding]),
    /** Counts a request without a complete response, or one that wasn't sent. */
    addFailure: (id: string, reason: string): void =>
      increment(summaries[id]?.notCompared ?? new Map(), reason),
    /** Stores why operations get no request, by their ids. */
    skip(newObstacles: Readonly<Record<string, Obstacle>>): void {
      obstacles = newObstacles;
    },
    result() {
      for (const finding of crossChecks.finish()) addFindings([finding]);
      const touched = new Set(Object.values(contract.operations).flatMap(touchedBy));
      return {
        /** Contradictions first, then sorted by operation and place. */
        findings: [...findings]
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, finding]) => ({ ...finding, ...(baseline.has(key) && { known: true }) })),
        operations: Object.fromEntries(
          Object.entries(summaries).map(([id, summary]) => [
            id,
            reportSummary(summary, obstacles[id], contract.operations[id]?.assumedPrefix),
          ]),
        ),
        /** The ids of the unknowns that exchanges are about, and the number of all unknowns. */
        unknowns: {
          touched: contract.unknowns.filter((id) => touched.has(id)),
          all: contract.unknowns.length,
        },
        ...tally.result(),
      };
    },
  };
}

/** Returns what identifies a finding, also in a report. */
export const keyOf = ({
  kind,
  operation,
  place,
  pointer,
  contract,
  seen: observation,
}: Partial<ExchangeFinding>) =>
  JSON.stringify([kind, operation, place, pointer, contract, observation]);
