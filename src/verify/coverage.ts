import type { DeclaredOperation } from "../../generated/declared.ts";
import type { OperationRow } from "../../generated/operations.ts";

/**
 * How far an operation was verified. `verified`: the body of a success was compared, or found empty where none is
 * declared. `in part`: a success was compared, but the contract doesn't know the shape of its body. `unverified`: neither.
 */
export type Outcome = "verified" | "in part" | "unverified";

/** What was seen of an operation. */
export interface OperationCoverage {
  readonly method: string;
  readonly path: string;
  readonly outcome: Outcome;
  /** Why it isn't verified, or only in part. */
  readonly reason?: string;
  readonly exchanges: number;
  /** The successes whose bodies were compared. */
  readonly compared: number;
  /** How often each declared response was seen, by the contract's code. */
  readonly responses: Readonly<Record<string, number>>;
  readonly statuses: Readonly<Record<string, number>>;
  /** Why exchanges weren't compared in full, and how many. */
  readonly notCompared: Readonly<Record<string, number>>;
}

/** Counts what is seen of an operation. */
export function createCoverage({ method, path }: OperationRow, declared: DeclaredOperation | undefined) {
  const responses: Record<string, number> = Object.fromEntries(
    Object.keys(declared?.responses ?? {}).map((code) => [code, 0]),
  );
  const statuses: Record<string, number> = {};
  const notCompared: Record<string, number> = {};
  let [exchanges, compared, failed] = [0, 0, 0];
  let skipped: string | undefined;

  const outcome = (): Outcome =>
    compared > 0 ? "verified" : (notCompared[unknownShape] ?? 0) > 0 ? "in part" : "unverified";

  function reason(): string | undefined {
    if (compared > 0) return undefined;
    if (exchanges + failed > 0) return counted(notCompared);
    return skipped ?? "no exchange";
  }

  return {
    /** @param why Why the exchange wasn't compared in full; `undefined` if it was. */
    see(status: number, code: string | undefined, why: string | undefined): void {
      exchanges++;
      increase(statuses, status);
      if (code !== undefined) increase(responses, code);
      if (why === undefined) compared++;
      else increase(notCompared, why);
    },
    /** A request without a complete response. */
    fail(why: string): void {
      failed++;
      increase(notCompared, why);
    },
    /** No request is sent. */
    skip(why: string): void {
      skipped = why;
    },
    result(): OperationCoverage {
      const why = reason();
      return {
        ...{ method, path, outcome: outcome(), ...(why !== undefined && { reason: why }) },
        ...{ exchanges, compared, responses, statuses, notCompared },
      };
    },
  };
}

/** Why a success whose body the contract leaves open isn't compared in full. */
export const unknownShape = "the shape of the body is unknown";

/** Counts in words: `2XX ×3`, or `−2XX` for what wasn't seen. */
export const counted = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, count]) => (count > 0 ? `${name} ×${count}` : `−${name}`))
    .join(", ");

function increase(counts: Record<string, number>, key: string | number): void {
  counts[key] = (counts[key] ?? 0) + 1;
}
