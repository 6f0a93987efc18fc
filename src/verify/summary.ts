import type { VerifiableOperation } from "./contract.ts";

/**
 * The extent of an operation's verification. `verified`: the body of a success was compared, or is empty as declared.
 * `in part`: a success was compared, but the contract doesn't know the shape of its body. `unverified`: neither.
 */
type Outcome = "verified" | "in part" | "unverified";

/** Why an operation gets no request. */
export interface Obstacle {
  readonly reason: string;
  /** Whether the contract is the reason, so that no option can change it. */
  readonly isExcused: boolean;
}

export function createSummary({ method, path, responses }: VerifiableOperation) {
  const counts = {
    exchanges: 0,
    /** The successes whose bodies were compared. */
    compared: 0,
    /** How often each declared response was seen, by the contract's code. */
    responses: Object.fromEntries(Object.keys(responses).map((code) => [code, 0])) as Counts,
    statuses: {} as Counts,
    /** The exchanges that weren't compared in full and the requests without a complete response, counted by reason. */
    notCompared: {} as Counts,
  };
  let obstacle: Obstacle | undefined;

  return {
    /**
     * Counts an exchange.
     * @param status The status of the service; `undefined` if only the request is known.
     * @param gap Why the exchange wasn't compared in full; `undefined` if it was.
     */
    addExchange(status: number | undefined, code: string | undefined, gap: string | undefined): void {
      counts.exchanges++;
      if (status !== undefined) increase(counts.statuses, status);
      if (code !== undefined) increase(counts.responses, code);
      if (gap === undefined) counts.compared++;
      else increase(counts.notCompared, gap);
    },
    /** Counts a request without a complete response. */
    addFailure: (failure: string) => increase(counts.notCompared, failure),
    /** Stores why no request is sent; `undefined` if one will be. */
    skip(newObstacle: Obstacle | undefined): void {
      obstacle = newObstacle;
    },
    result() {
      const { compared, notCompared } = counts;
      const outcome: Outcome = compared > 0 ? "verified" : notCompared[unknownShape] ? "in part" : "unverified";
      return {
        method,
        path,
        outcome,
        /** Why it isn't verified, or only in part. */
        reason: compared > 0 ? undefined : listCounts(notCompared) || (obstacle?.reason ?? "no exchange"),
        /** Whether the contract is the reason, so that `--require all` doesn't include the operation. */
        excused: obstacle?.isExcused || undefined,
        ...counts,
      };
    },
  };
}

type Counts = Record<string, number>;

/** The reason why a success isn't compared in full if the contract doesn't know the shape of its body. */
export const unknownShape = "the shape of the body is unknown";

/** Describes counts: `2XX ×3`, or `−2XX` if the count is 0. */
export const listCounts = (counts: Readonly<Counts>): string =>
  Object.entries(counts)
    .map(([name, count]) => (count > 0 ? `${name} ×${count}` : `−${name}`))
    .join(", ");

function increase(counts: Counts, key: string | number): void {
  counts[key] = (counts[key] ?? 0) + 1;
}
