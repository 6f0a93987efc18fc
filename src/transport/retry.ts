import type { Trouble } from "../errors.ts";
import type { Answer } from "./body.ts";

/** When and how often a repeatable operation is sent again. */
export interface RetryOptions {
  /** The most requests in one call, the first included. Default 3. */
  attempts?: number | undefined;
  /** The longest wait before the second attempt, in milliseconds; it doubles with each attempt. Default 500. */
  baseDelayMs?: number | undefined;
  /** The longest wait of all, in milliseconds. Default 8,000. */
  maxDelayMs?: number | undefined;
  /** The longest wait that a `Retry-After` may ask for, in milliseconds; one above it ends the retries. Default 60,000. */
  maxRetryAfterMs?: number | undefined;
}

export type RetryPolicy = { readonly [Option in keyof RetryOptions]-?: number };

/**
 * How long to wait before the next attempt; undefined where there is none to come.
 * Backoff is exponential with full jitter: any time up to the doubled one.
 */
export function delayAfter(outcome: Answer | Trouble, attempt: number, policy: RetryPolicy): number | undefined {
  const passing =
    outcome.kind === "network" ||
    outcome.kind === "timeout" ||
    (!outcome.kind && /^(408|429|500|502|503|504)$/.test(String(outcome.status)));
  if (!passing || attempt >= policy.attempts) return undefined;
  const asked = outcome.kind ? undefined : retryAfter(outcome.headers);
  if (asked === undefined) return Math.random() * Math.min(policy.maxDelayMs, policy.baseDelayMs * 2 ** (attempt - 1));
  return asked <= policy.maxRetryAfterMs ? asked : undefined;
}

/** RFC 9110, 10.2.3: `Retry-After = HTTP-date / delay-seconds`. Anything else is as if it were not there. */
export function retryAfter(headers: Headers): number | undefined {
  const value = headers.get("retry-after") ?? "";
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const date = / GMT$/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
