import type { CountedFinding } from "../findings.ts";
import type { Verdict } from "../verdict.ts";
import type { Verification } from "../verification.ts";

/** What every format of the report is made from. */
export interface Report {
  readonly verdict: Verdict;
  readonly verification: Verification;
  /** Whether new facts fail, too. */
  readonly failOnNew: boolean;
}

/** A finding in words. */
export const describeFinding = ({ place, pointer, contract, seen }: CountedFinding): string =>
  `${place}${pointer && ` ${pointer}`}, contract: ${contract}; seen: ${seen}`;

export const times = ({ times }: CountedFinding): string =>
  times === 1 ? "once" : `${times.toLocaleString("en")} times`;
