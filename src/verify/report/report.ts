import type { CountedFinding } from "../findings.ts";
import type { Verdict } from "../verdict.ts";
import type { VerificationResult } from "../verification.ts";

/** The data of a report in any format. */
export interface Report {
  readonly verdict: Verdict;
  readonly result: VerificationResult;
  /** Whether new facts fail, too. */
  readonly failOnNew: boolean;
}

/** Describes a finding in words. */
export const describeFinding = ({ place, pointer, contract, seen: observation }: CountedFinding): string =>
  `${place}${pointer && ` ${pointer}`}, contract: ${contract}; seen: ${observation}`;

export const describeTimes = ({ times }: CountedFinding): string =>
  times === 1 ? "once" : `${times.toLocaleString("en")} times`;
