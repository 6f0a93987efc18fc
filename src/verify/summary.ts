import type { VerifiableOperation } from "./contract.ts";

/** The reason why an operation gets no request. */
export interface Obstacle {
  readonly reason: string;
  /** Whether the contract is the reason, so that no option can change it. */
  readonly isExcused: boolean;
}

export type Counts = Record<string, number>;

export const createSummary = ({ method, path, responses }: VerifiableOperation) => ({
  method,
  path,
  exchanges: 0,
  /** The successes whose bodies were compared. */
  compared: 0,
  /** How often each declared response was seen, by the contract's code. */
  responses: Object.fromEntries(Object.keys(responses).map((code) => [code, 0])) as Counts,
  statuses: {} as Counts,
  /**
   * The exchanges that weren't compared in full and the requests without a complete response,
   * counted by reason.
   */
  notCompared: {} as Counts,
});

/**
 * Returns the extent of an operation's verification. `verified`: the body of a success was
 * compared, or is empty as declared. `in part`: a success was compared, but the contract doesn't
 * know the shape of its body. Else `unverified`.
 */
export function outcomeOf(
  { compared, notCompared }: ReturnType<typeof createSummary>,
  obstacle: Obstacle | undefined,
) {
  if (compared > 0) return { outcome: "verified" } as const;
  return {
    outcome: notCompared[unknownShape] ? "in part" : "unverified",
    reason: listCounts(notCompared) || (obstacle?.reason ?? "no exchange"),
    /** Whether `--require all` doesn't include the operation. */
    excused: obstacle?.isExcused || undefined,
  } as const;
}

/**
 * The reason why a success isn't compared in full if the contract doesn't know the shape of its
 * body.
 */
export const unknownShape = "the shape of the body is unknown";

/**
 * The reason why a response isn't compared that comes from a proxy or a login, not from the API.
 */
export const foreignResponse = "a redirect or a web page";

/**
 * The reason why a 502, 503 or 504 isn't compared whose content type the contract doesn't declare.
 */
export const gatewayFailure = "a failure of a proxy or gateway";

/** Describes counts: `2XX ×3`, or `−2XX` if the count is 0. */
export const listCounts = (counts: Readonly<Counts>): string =>
  Object.entries(counts)
    .map(([name, count]) => (count > 0 ? `${name} ×${count}` : `−${name}`))
    .join(", ");

export function increase(counts: Counts, key: string | number, count = 1): void {
  counts[key] = (counts[key] ?? 0) + count;
}
