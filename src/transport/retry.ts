import type { AttemptFailure } from "../errors.ts";
import type { Received } from "./attempt.ts";

/** How often an operation that is safe to retry is retried, and after which wait. */
export interface RetryOptions {
  /** The most requests in one call, the first included. Default 3. */
  attempts?: number | undefined;
  /** The longest wait before the second attempt, in milliseconds. It doubles with each attempt. Default 500. */
  baseDelayMs?: number | undefined;
  /** The longest wait that it doubles to, in milliseconds. Default 8,000. */
  maxDelayMs?: number | undefined;
  /** The longest `Retry-After` that is respected, in milliseconds. A longer one ends the retries. Default 60,000. */
  maxRetryAfterMs?: number | undefined;
}

export const retryDefaults = {
  attempts: 3,
  baseDelayMs: 500,
  maxDelayMs: 8_000,
  maxRetryAfterMs: 60_000,
} satisfies RetryOptions;
export type RetryPolicy = typeof retryDefaults;

const transientStatuses = [408, 429, 500, 502, 503, 504];
const isTransient: Record<AttemptFailure["kind"], boolean> = {
  configuration: false,
  network: true,
  timeout: true,
  aborted: false,
};

/**
 * The wait before the next attempt, in milliseconds; infinite where none may follow.
 * Without a `Retry-After` it is exponential with full jitter: any time from none to the doubled one.
 */
export function retryDelay(
  outcome: Received | AttemptFailure,
  attempt: number,
  { attempts, baseDelayMs, maxDelayMs, maxRetryAfterMs }: RetryPolicy,
): number {
  const transient = outcome.kind ? isTransient[outcome.kind] : transientStatuses.includes(outcome.status);
  const requested = outcome.kind ? undefined : retryAfter(outcome.headers);
  if (!transient || attempt >= attempts || (requested ?? 0) > maxRetryAfterMs) return Infinity;
  return requested ?? Math.random() * Math.min(maxDelayMs, baseDelayMs * 2 ** (attempt - 1));
}

/** RFC 9110, 10.2.3: `Retry-After = HTTP-date / delay-seconds`. Other values, and past dates, are ignored. */
export function retryAfter(headers: Headers): number | undefined {
  const value = headers.get("retry-after") ?? "";
  const ms = / GMT$/.test(value) ? Date.parse(value) - Date.now() : /^\d+$/.test(value) ? Number(value) * 1000 : -1;
  return ms >= 0 ? ms : undefined;
}
