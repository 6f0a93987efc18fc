import { isTransient } from "./deadline.ts";
import { Failed } from "./errors.ts";
import type { Settings } from "./options.ts";

const transientStatuses = [408, 429, 500, 502, 503, 504];

/**
 * The wait before the next attempt, in milliseconds; infinite if none may follow.
 * Without a `Retry-After` it is exponential with full jitter: any time from none to the doubled one.
 */
export function retryDelay(
  outcome: Failed | { readonly status: number; readonly headers: Headers },
  attempt: number,
  { attempts, baseDelayMs, maxDelayMs, maxRetryAfterMs }: Settings["retry"],
): number {
  const isFailed = outcome instanceof Failed;
  const mayPass = isFailed
    ? isTransient(outcome) && !outcome.failure.digest
    : transientStatuses.includes(outcome.status);
  const requested = isFailed ? undefined : retryAfter(outcome.headers);
  if (!mayPass || attempt >= attempts || (requested ?? 0) > maxRetryAfterMs) return Infinity;
  return requested ?? Math.random() * Math.min(maxDelayMs, baseDelayMs * 2 ** (attempt - 1));
}

/** RFC 9110, 10.2.3: `Retry-After = HTTP-date / delay-seconds`. Other values, and past dates, are ignored. */
export function retryAfter(headers: Headers): number | undefined {
  const value = headers.get("retry-after") ?? "";
  const ms = / GMT$/.test(value) ? Date.parse(value) - Date.now() : /^\d+$/.test(value) ? Number(value) * 1000 : -1;
  return ms >= 0 ? ms : undefined;
}
