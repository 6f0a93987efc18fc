import { counted } from "./coverage.ts";
import type { Verification } from "./verification.ts";

/** The exit code and its reason: 0 verified and not contradicted, 1 contradicted, 3 not verified. */
export interface Verdict {
  readonly code: 0 | 1 | 3;
  readonly sentence: string;
}

export interface Demands {
  /** Whether new facts fail, too. */
  readonly failOnNew?: boolean;
  /** The operations that have to be verified; `all` of those that aren't excused. */
  readonly required?: readonly string[];
  /** The operations that `all` doesn't include. */
  readonly excused?: readonly string[];
  /** Why the run or the recording is incomplete: a sentence. Empty if it's complete. */
  readonly stopped?: string;
}

/** Decides. Without the body of at least one success, compared, nothing is verified. */
export function verdictOf(
  verification: Verification,
  { failOnNew = false, required = [], excused = [], stopped = "" }: Demands = {},
): Verdict {
  const { exchanges, foreign, rejected, findings, operations } = verification;
  const contradictions = findings.filter(({ kind }) => kind === "contradiction").length;
  const newFacts = findings.length - contradictions;
  const unverified = (why: string): Verdict => ({
    code: 3,
    sentence: `Could not verify. ${[stopped, why].filter(Boolean).join(" ")}`,
  });
  const all = Object.values(operations);
  const count = (has: (operation: (typeof all)[number]) => boolean) => all.filter(has).length;
  const verified = count(({ outcome }) => outcome === "verified");
  const extent =
    `${plural(exchanges, "exchange")} of ${count((operation) => operation.exchanges > 0)} of ` +
    `${plural(all.length, "operation")}; bodies compared of ${verified}`;

  if (exchanges === 0) return unverified("Nothing was compared.");
  if (foreign === exchanges) return unverified("Every response was a redirect or a web page. Check --base-url.");
  if (contradictions > 0) {
    return { code: 1, sentence: `${plural(contradictions, "contradiction")} in ${extent}. ${stopped}`.trim() };
  }
  if (rejected * 2 > exchanges) return unverified("Most responses had status 401 or 403. Check the token.");
  if (verified === 0) return unverified(`No body of a success was compared: ${reasons(verification)}`);
  if (stopped) return unverified(`Until then, nothing was contradicted in ${extent}.`);
  const missing = Object.entries(operations).filter(
    ([id, { outcome }]) =>
      outcome === "unverified" && (required.includes(id) || (required.includes("all") && !excused.includes(id))),
  );
  if (missing.length > 0) {
    const list = missing.map(([id, { reason }]) => `${id} (${reason})`).join(", ");
    return unverified(`Required, but not verified: ${list}.`);
  }
  if (failOnNew && newFacts > 0) {
    return { code: 1, sentence: `Not contradicted, but ${plural(newFacts, "new fact")} in ${extent}.` };
  }
  return {
    code: 0,
    sentence: `Not contradicted in ${extent}.${newFacts > 0 ? ` ${plural(newFacts, "new fact")}.` : ""}`,
  };
}

/** The reasons of all operations together, and what the user can do about them. */
function reasons({ operations }: Verification): string {
  const counts: Record<string, number> = {};
  for (const { notCompared } of Object.values(operations)) {
    for (const [why, count] of Object.entries(notCompared)) counts[why] = (counts[why] ?? 0) + count;
  }
  const advice = Object.keys(counts).map((why) => advices[why]);
  return [`${counted(counts)}.`, ...new Set(advice.filter((sentence) => sentence !== undefined))].join(" ");
}

const advices: Readonly<Record<string, string>> = {
  "status 404": "Check --base-url.",
  "status 429": "Try again later.",
  "status 503": "Try again later.",
  "not recorded": "Record the bodies, too.",
};

const plural = (count: number, noun: string): string =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
