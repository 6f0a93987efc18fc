import type { CountedFact } from "../facts.ts";
import type { Plan } from "../live/plan.ts";
import type { Verdict } from "../verdict.ts";
import type { Verification } from "../verification.ts";

/** What every format of the report is made from. */
export interface Report {
  readonly verdict: Verdict;
  readonly verification: Verification;
  /** The operations that no request was sent to, and why. Empty for recorded traffic. */
  readonly skipped: Plan["skipped"];
}

/** A fact in words. */
export const said = ({ place, pointer, contract, seen }: CountedFact): string =>
  `${place}${pointer && ` ${pointer}`}, contract: ${contract}; seen: ${seen}`;

export const times = ({ times }: CountedFact): string => (times === 1 ? "once" : `${times.toLocaleString("en")} times`);

/** The parts of a coverage row: `2XX ×3`, or `−2XX` for what wasn't seen. */
export const counted = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => (count > 0 ? `${name} ×${count}` : `−${name}`))
    .join(", ");
