import type { VerifiableOperation } from "./contract.ts";

/**
 * The extent of an operation's verification. `verified`: the body of a success was compared, or is empty as declared.
 * `in part`: a success was compared, but the contract doesn't know the shape of its body. `unverified`: neither.
 */
type Outcome = "verified" | "in part" | "unverified";

/** The exchanges of an operation, counted. */
export interface OperationSummary {
  readonly method: string;
  readonly path: string;
  readonly outcome: Outcome;
  /** Why it isn't verified, or only in part. */
  readonly reason?: string;
  /** Whether the contract is the reason, so that `--require all` doesn't include the operation. */
  readonly excused?: true;
  readonly exchanges: number;
  /** The successes whose bodies were compared. */
  readonly compared: number;
  /** How often each declared response was seen, by the contract's code. */
  readonly responses: Readonly<Record<string, number>>;
  readonly statuses: Readonly<Record<string, number>>;
  /** The exchanges that weren't compared in full and the requests without a complete response, counted by reason. */
  readonly notCompared: Readonly<Record<string, number>>;
}

/** Why an operation gets no request. */
export interface Obstacle {
  readonly reason: string;
  /** Whether the contract is the reason, so that no option can change it. */
  readonly isExcused: boolean;
}

/** Creates the counters of an operation's exchanges. */
export function createSummary({ method, path, responses: declaredResponses }: VerifiableOperation) {
  const responses = Object.fromEntries(Object.keys(declaredResponses).map((code) => [code, 0]));
  const statuses: Record<string, number> = {};
  const notCompared: Record<string, number> = {};
  let [exchanges, compared] = [0, 0];
  let obstacle: Obstacle | undefined;

  return {
    /**
     * Counts an exchange.
     * @param gap Why the exchange wasn't compared in full; `undefined` if it was.
     */
    addExchange(status: number, code: string | undefined, gap: string | undefined): void {
      exchanges++;
      increase(statuses, status);
      if (code !== undefined) increase(responses, code);
      if (gap === undefined) compared++;
      else increase(notCompared, gap);
    },
    /** Counts a request without a complete response. */
    addFailure: (failure: string) => increase(notCompared, failure),
    /** Stores why no request is sent; `undefined` if one will be. */
    skip(newObstacle: Obstacle | undefined): void {
      obstacle = newObstacle;
    },
    result(): OperationSummary {
      const isInPart = notCompared[unknownShape] !== undefined;
      const reason = listCounts(notCompared) || (obstacle?.reason ?? "no exchange");
      return {
        ...{ method, path, outcome: compared > 0 ? "verified" : isInPart ? "in part" : "unverified" },
        ...(compared === 0 && { reason }),
        ...(obstacle?.isExcused && { excused: true }),
        ...{ exchanges, compared, responses, statuses, notCompared },
      };
    },
  };
}

/** The reason why a success isn't compared in full if the contract doesn't know the shape of its body. */
export const unknownShape = "the shape of the body is unknown";

/** Describes counts: `2XX ×3`, or `−2XX` if the count is 0. */
export const listCounts = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => (count > 0 ? `${name} ×${count}` : `−${name}`))
    .join(", ");

function increase(counts: Record<string, number>, key: string | number): void {
  counts[key] = (counts[key] ?? 0) + 1;
}
