import { isTransient } from "./deadline.ts";
import { Failed } from "./errors.ts";
import type { Settings } from "./options.ts";

const transientStatus = /^(408|429|50[0234])$/;

/**
 * Returns the wait before the next attempt, in milliseconds; infinite if none may follow.
 * Without a `Retry-After`, the wait is random: from 0 to `baseDelayMs`, doubled with each attempt up to `maxDelayMs`.
 * @param attempt The number of attempts so far.
 */
export function retryDelay(
  outcome: Failed | { readonly status: number; readonly headers: Headers },
  attempt: number,
  { attempts, baseDelayMs, maxDelayMs, maxRetryAfterMs }: Settings["retry"],
): number {
  const isFailed = outcome instanceof Failed;
  const canPass = isFailed
    ? isTransient(outcome) && !outcome.failure.digest
    : transientStatus.test(`${outcome.status}`);
  if (!canPass || attempt >= attempts) return Infinity;
  const requestedMs = isFailed ? undefined : retryAfter(outcome.headers);
  if (requestedMs === undefined) return Math.random() * Math.min(maxDelayMs, baseDelayMs * 2 ** (attempt - 1));
  return requestedMs > maxRetryAfterMs ? Infinity : requestedMs;
}

/** Reads `Retry-After` in milliseconds: an HTTP date or seconds (RFC 9110, 10.2.3). Ignores other values and past dates. */
export function retryAfter(headers: Headers): number | undefined {
  const value = headers.get("retry-after") ?? "";
  const ms = / GMT$/.test(value) ? Date.parse(value) - Date.now() : /^\d+$/.test(value) ? Number(value) * 1000 : -1;
  return ms >= 0 ? ms : undefined;
}
