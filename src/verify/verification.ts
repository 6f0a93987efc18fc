import { increment } from "../core/counts.ts";
import { type Exchange, type IgnoredEntry, isIgnored } from "../traffic/exchange.ts";
import { createTally } from "../traffic/tally.ts";
import type { VerifiableContract } from "../traffic/verifiable-contract.ts";
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
  const findings = new Map<string, ExchangeFinding & { readonly times: number }>();
  const tally = createTally();
  const touched = new Set<string>();
  let obstacles: Readonly<Record<string, Obstacle>> = {};
  const summaries = Object.fromEntries(
    Object.entries(contract.operations).map(([id, operation]) => [id, createSummary(operation)]),
  );

  /** Counts the findings of one exchange. A finding that it shows several times counts once. */
  function addFindings(exchangeFindings: readonly ExchangeFinding[]): void {
    for (const [key, finding] of new Map(
      exchangeFindings.map((finding) => [keyOf(finding), finding]),
    )) {
      findings.set(key, { ...finding, times: (findings.get(key)?.times ?? 0) + 1 });
    }
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
      const { operation, unknowns, queryUnknowns } = match;
      const { response, notCompared, findings: differences } = compare(item, match, contract);
      const exchangeFindings = [...differences, ...crossChecks.check(item, match)];
      addFindings(exchangeFindings);
      const summary = summaries[operation.id] ?? createSummary(match);
      summary.exchanges++;
      // In a journal, the status is the mock's.
      if (item.source !== "journal") increment(summary.statuses, `${item.status}`);
      if (response) increment(summary.responses, response.code);
      if (notCompared === undefined) summary.compared++;
      else increment(summary.notCompared, notCompared);
      for (const unknown of [
        ...unknowns,
        ...(exchangeFindings.some(({ place }) => place === "query") ? queryUnknowns : []),
        ...(response?.node ? contract.unknownsOf(response.node) : []),
        ...exchangeFindings.flatMap((finding) => finding.unknown ?? []),
      ])
        touched.add(unknown);
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
