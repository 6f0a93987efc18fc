import type { Told } from "../errors.ts";
import type { Answer } from "./body.ts";

/** How often, and after which wait, a repeatable operation is sent again. */
export interface RetryOptions {
  /** The most requests in one call, the first included. Default 3. */
  attempts?: number | undefined;
  /** The longest wait before the second attempt, in milliseconds. It doubles with each attempt. Default 500. */
  baseDelayMs?: number | undefined;
  /** The longest that it doubles to, in milliseconds. Default 8,000. */
  maxDelayMs?: number | undefined;
  /** The longest `Retry-After` that is waited for, in milliseconds. A longer one ends the retries. Default 60,000. */
  maxRetryAfterMs?: number | undefined;
}

export type RetryPolicy = { readonly [Option in keyof RetryOptions]-?: number };

/**
 * The wait before the next attempt, in milliseconds; infinite where none may follow.
 * Without a `Retry-After` it is exponential with full jitter: any time from none to the doubled one.
 */
export function delayAfter(outcome: Answer | Told, attempt: number, policy: RetryPolicy): number {
  const { kind, status } = outcome;
  const passing = kind ? /network|timeout/.test(kind) : /408|429|50[0234]/.test(String(status));
  const asked = kind ? undefined : retryAfter(outcome.headers);
  if (!passing || attempt >= policy.attempts || (asked ?? 0) > policy.maxRetryAfterMs) return Number.POSITIVE_INFINITY;
  return asked ?? Math.random() * Math.min(policy.maxDelayMs, policy.baseDelayMs * 2 ** (attempt - 1));
}

// RFC 9110, 5.6.7: the preferred form, and the two obsolete ones, of which the last names no zone.
const date = /^\w{3,9}, [\w :-]+ GMT$|^\w{3} \w{3} [ \d]\d [\d:]{8} \d{4}$/;

/** RFC 9110, 10.2.3: `Retry-After = HTTP-date / delay-seconds`. Anything else, and a time gone by, is as if absent. */
export function retryAfter(headers: Headers): number | undefined {
  const value = (headers.get("retry-after") ?? "").trim();
  const time = date.test(value) ? Date.parse(value.replace(/(?: GMT)?$/, " GMT")) : Number.NaN;
  const ms = /^\d+$/.test(value) ? +value * 1000 : time - Date.now();
  return ms >= 0 ? ms : undefined;
}
