import { countNoun } from "../openapi/words.ts";
import { foreignResponse, listCounts } from "./summary.ts";
import type { VerificationResult } from "./verification.ts";

export type Report = ReturnType<typeof createReport>;

type VerdictOptions = { readonly required: readonly string[]; readonly failOnNew: boolean };

interface Verdict {
  readonly exitCode: number;
  readonly sentence: string;
  /** The operations that have to be verified, and aren't. */
  readonly unmet: readonly string[];
  /** Whether the verification as a whole has no result. */
  readonly incomplete: boolean;
  /** Whether all responses are a proxy's or a login's. */
  readonly isForeign?: boolean;
}

/**
 * Creates the report of a verification. If all responses are a proxy's or a login's, none shows
 * anything of the service, and there are no findings.
 */
export function createReport(
  result: VerificationResult,
  stopReason: string,
  options: VerdictOptions,
) {
  const { isForeign, ...verdict } = decideVerdict(result, stopReason, options);
  return { ...verdict, ...result, findings: isForeign ? [] : result.findings };
}

/**
 * Returns the exit code and its reason: 0 verified, 1 contradicted (or new facts, if they fail,
 * too), 3 not verified. If nothing is contradicted and no body of a success was compared, nothing
 * is verified.
 * @param stopReason Why the run or the recording is incomplete: a sentence. Empty if it's complete.
 * @param required The operations that have to be verified; `all` of those that aren't excused.
 */
function decideVerdict(
  result: VerificationResult,
  stopReason: string,
  { required, failOnNew }: VerdictOptions,
): Verdict {
  const { exchanges, findings } = result;
  const contradictions = findings.filter(({ kind }) => kind === "contradiction").length;
  const newFacts = findings.filter(({ kind, known }) => kind === "new" && !known).length;
  const knownFacts = findings.length - contradictions - newFacts;
  const operations = Object.values(result.operations);
  const omissions = sumOf(operations.map(({ notCompared }) => notCompared));
  const { 401: unauthorized = 0, 403: forbidden = 0 } = sumOf(
    operations.map(({ statuses }) => statuses),
  );
  const verified = operations.filter(({ outcome }) => outcome === "verified").length;
  const extent =
    `${countNoun(exchanges, "request")} to ${operations.filter((operation) => operation.exchanges > 0).length} of ` +
    `${countNoun(operations.length, "operation")}, ${verified} of them checked down to the body`;
  const unmet = Object.entries(result.operations).flatMap(([id, { outcome, excused }]) =>
    outcome === "unverified" && (required.includes(id) || (required.includes("all") && !excused))
      ? [id]
      : [],
  );
  const fail = (sentence: string) => ({ exitCode: 1, sentence, unmet, incomplete: false });
  const unverified = (reason: string, incomplete = true) => ({
    exitCode: 3,
    sentence: `Could not verify. ${[stopReason, reason].filter(Boolean).join(" ")}`,
    unmet,
    incomplete,
  });

  if (exchanges === 0) return unverified("Nothing was compared.");
  if (omissions[foreignResponse] === exchanges)
    return {
      ...unverified("Every response was a redirect or a web page. Check --base-url."),
      isForeign: true,
    };
  if (contradictions > 0)
    return fail(
      `The service contradicts the contract in ${countNoun(contradictions, "way")}: ${extent}. ${stopReason}`.trim(),
    );
  if ((unauthorized + forbidden) * 2 > exchanges)
    return unverified("Most responses had status 401 or 403. Check the token.");
  if (verified === 0) {
    const advice = omissions["status 404"] ? " Check --base-url." : "";
    return unverified(
      `No successful response body could be checked: ${listCounts(omissions)}.${advice}`,
    );
  }
  if (stopReason) return unverified(`Until then, the service agreed with the contract: ${extent}.`);
  if (unmet.length > 0) {
    const list = unmet.map((id) => `${id} (${result.operations[id]?.reason})`).join(", ");
    return unverified(`Required, but not verified: ${list}.`, false);
  }
  const failing = failOnNew ? ", which fail by --fail-on new" : "";
  const news =
    newFacts > 0
      ? ` It shows ${countNoun(newFacts, "fact")} that the contract doesn't have${failing}.`
      : "";
  const known = knownFacts > 0 ? ` New facts known from the baseline: ${knownFacts}.` : "";
  const sentence = `The service agrees with the contract, as far as it was checked: ${extent}.${news}${known}`;
  return { exitCode: failOnNew && newFacts > 0 ? 1 : 0, sentence, unmet, incomplete: false };
}

function sumOf(list: readonly Readonly<Record<string, number>>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const [key, count] of list.flatMap((counts) => Object.entries(counts)))
    sum[key] = (sum[key] ?? 0) + count;
  return sum;
}
