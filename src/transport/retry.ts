import type { AttemptFailure } from "../errors.ts";
import type { Settings } from "../options.ts";
import type { Received } from "./attempt.ts";

const transientStatuses = [408, 429, 500, 502, 503, 504];

/**
 * The wait before the next attempt, in milliseconds; infinite where none may follow.
 * Without a `Retry-After` it is exponential with full jitter: any time from none to the doubled one.
 */
export function retryDelay(
  outcome: Received | AttemptFailure,
  attempt: number,
  { attempts, baseDelayMs, maxDelayMs, maxRetryAfterMs }: Settings["retry"],
): number {
  const transient = outcome.kind
    ? /network|timeout/.test(outcome.kind) && !outcome.digest
    : transientStatuses.includes(outcome.status);
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
