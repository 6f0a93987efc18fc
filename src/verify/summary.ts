import type { VerifiableOperation } from "../traffic/verifiable-contract.ts";

/** The reason why an operation gets no request. */
export interface Obstacle {
  readonly reason: string;
  /** Whether the contract is the reason, so that no option can change it. */
  readonly isExcused: boolean;
}

type Counts = Readonly<Record<string, number>>;

export type Summary = ReturnType<typeof createSummary>;

export const createSummary = ({ operation: { method, path, responses } }: VerifiableOperation) => ({
  method,
  path,
  exchanges: 0,
  /** The successes whose bodies were compared. */
  compared: 0,
  /** How often each declared response was seen, by the contract's code. */
  responses: new Map(responses.map(({ code }) => [code, 0])),
  statuses: new Map<string, number>(),
  /**
   * The exchanges that weren't compared in full and the requests without a complete response,
   * counted by reason.
   */
  notCompared: new Map<string, number>(),
});

/**
 * Returns the extent of an operation's verification. `verified`: the body of a success was
 * compared, or is empty as declared. `in part`: a success was compared, but the contract doesn't
 * know the shape of its body. Else `unverified`.
 */
function outcomeOf(
  { method, path, compared, notCompared }: Summary,
  obstacle: Obstacle | undefined,
  assumedPrefix: string | undefined,
) {
  if (compared > 0) return { outcome: "verified" } as const;
  const advice =
    assumedPrefix && notCompared.has("status 404")
      ? `; the prefix ${assumedPrefix} is assumed: try ${method} ${path.slice(assumedPrefix.length)}`
      : "";
  return {
    outcome: notCompared.has(unknownShape) ? "in part" : "unverified",
    reason:
      listCounts(Object.fromEntries(notCompared)) + advice || (obstacle?.reason ?? "no exchange"),
    /** Whether `--require all` doesn't include the operation. */
    excused: obstacle?.isExcused || undefined,
  } as const;
}

/** Returns a summary as it is reported. */
export const reportSummary = (
  summary: Summary,
  obstacle: Obstacle | undefined,
  assumedPrefix: string | undefined,
) => ({
  ...summary,
  responses: Object.fromEntries(summary.responses),
  statuses: Object.fromEntries(summary.statuses),
  notCompared: Object.fromEntries(summary.notCompared),
  ...outcomeOf(summary, obstacle, assumedPrefix),
});

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
export const listCounts = (counts: Counts): string =>
  Object.entries(counts)
    .map(([name, count]) => (count > 0 ? `${name} ×${count}` : `−${name}`))
    .join(", ");
