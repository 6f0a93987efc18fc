import type { Verification } from "./verification.ts";

/** How it ended, and why: 0 compared and not contradicted, 1 contradicted, 3 could not verify. */
export interface Verdict {
  readonly code: 0 | 1 | 3;
  readonly sentence: string;
}

/** @param stopped Why it ended before its end: a sentence. */
export function verdictOf(verification: Verification, { failOnNew = false, stopped = "" } = {}): Verdict {
  const { compared, foreign, rejected, facts, operations } = verification;
  const contradictions = facts.filter(({ kind }) => kind === "contradiction").length;
  const news = facts.length - contradictions;
  const could = (why: string): Verdict => ({
    code: 3,
    sentence: `Could not verify. ${[stopped, why].filter(Boolean).join(" ")}`,
  });
  const seen = Object.values(operations);
  const extent = `${plural(compared, "exchange")} of ${seen.filter(({ exchanges }) => exchanges > 0).length} of ${plural(seen.length, "operation")}`;
  if (compared === 0) return could("Nothing was compared.");
  if (foreign === compared) return could("Every response was a redirect or a web page. Check --base-url.");
  if (contradictions > 0) {
    return { code: 1, sentence: `Contradicted by ${plural(contradictions, "fact")} in ${extent}. ${stopped}`.trim() };
  }
  if (rejected * 2 > compared) return could("Most responses had status 401 or 403. Check the token.");
  if (stopped) return could(`Until then, nothing was contradicted in ${extent}.`);
  if (failOnNew && news > 0)
    return { code: 1, sentence: `Not contradicted, but ${plural(news, "new fact")} in ${extent}.` };
  return { code: 0, sentence: `Not contradicted in ${extent}.${news > 0 ? ` ${plural(news, "new fact")}.` : ""}` };
}

const plural = (count: number, noun: string): string =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
