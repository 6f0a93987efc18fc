import { listCounts } from "./summary.ts";
import type { VerificationResult } from "./verification.ts";

/** The exit code and its reason: 0 verified, 1 contradicted (or new facts, if they fail, too), 3 not verified. */
interface Verdict {
  readonly exitCode: 0 | 1 | 3;
  readonly sentence: string;
}

/** The data of a report in any format. */
export type Report = Verdict & VerificationResult;

/**
 * Returns the verdict. If nothing is contradicted and no body of a success was compared, nothing is verified.
 * @param stopReason Why the run or the recording is incomplete: a sentence. Empty if it's complete.
 * @param required The operations that have to be verified; `all` of those that aren't excused.
 * @param failOnNew Whether new facts fail, too.
 */
export function decideVerdict(
  result: VerificationResult,
  stopReason: string,
  { required, failOnNew }: { required: readonly string[]; failOnNew: boolean },
): Verdict {
  const { exchanges, foreign, rejected: rejections, findings, operations } = result;
  const contradictions = findings.filter(({ kind }) => kind === "contradiction").length;
  const newFacts = findings.length - contradictions;
  const unverified = (reason: string): Verdict => ({
    exitCode: 3,
    sentence: `Could not verify. ${[stopReason, reason].filter(Boolean).join(" ")}`,
  });
  const operationList = Object.values(operations);
  const count = (has: (operation: (typeof operationList)[number]) => boolean) => operationList.filter(has).length;
  const verified = count(({ outcome }) => outcome === "verified");
  const extent =
    `${pluralize(exchanges, "exchange")} of ${count((operation) => operation.exchanges > 0)} of ` +
    `${pluralize(operationList.length, "operation")}; bodies compared of ${verified}`;

  if (exchanges === 0) return unverified("Nothing was compared.");
  if (foreign === exchanges) return unverified("Every response was a redirect or a web page. Check --base-url.");
  if (contradictions > 0) {
    return {
      exitCode: 1,
      sentence: `${pluralize(contradictions, "contradiction")} in ${extent}. ${stopReason}`.trim(),
    };
  }
  if (rejections * 2 > exchanges) return unverified("Most responses had status 401 or 403. Check the token.");
  if (verified === 0) return unverified(`No body of a success was compared: ${describeReasons(result)}`);
  if (stopReason) return unverified(`Until then, nothing was contradicted in ${extent}.`);
  const missingOperations = Object.entries(operations).filter(
    ([id, { outcome, excused }]) =>
      outcome === "unverified" && (required.includes(id) || (required.includes("all") && !excused)),
  );
  if (missingOperations.length > 0) {
    const list = missingOperations.map(([id, { reason }]) => `${id} (${reason})`).join(", ");
    return unverified(`Required, but not verified: ${list}.`);
  }
  if (failOnNew && newFacts > 0) {
    return { exitCode: 1, sentence: `Not contradicted, but ${pluralize(newFacts, "new fact")} in ${extent}.` };
  }
  return {
    exitCode: 0,
    sentence: `Not contradicted in ${extent}.${newFacts > 0 ? ` ${pluralize(newFacts, "new fact")}.` : ""}`,
  };
}

/** Describes why bodies weren't compared, of all operations together, and what the user can do. */
function describeReasons({ operations }: VerificationResult): string {
  const counts: Record<string, number> = {};
  for (const { notCompared } of Object.values(operations)) {
    for (const [reason, count] of Object.entries(notCompared)) counts[reason] = (counts[reason] ?? 0) + count;
  }
  const advice = Object.keys(counts).map((reason) => advices[reason]);
  return [`${listCounts(counts)}.`, ...new Set(advice.filter((sentence) => sentence !== undefined))].join(" ");
}

const advices: Readonly<Record<string, string>> = {
  "status 404": "Check --base-url.",
  "status 429": "Try again later.",
  "status 503": "Try again later.",
  "not recorded": "Record the bodies, too.",
};

const pluralize = (count: number, noun: string): string =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
