import { type Received, sendOnce } from "./attempt.ts";
import { type Call, notify } from "./call.ts";
import { isTransient, remainingMs, tryInTime } from "./deadline.ts";
import { Failed } from "./errors.ts";
import type { Settings } from "./options.ts";
import type { Outgoing } from "./request.ts";

/**
 * Sends a request as often as its operation and the options allow. Returns the last response, whatever its status, or
 * throws the last failure.
 */
export async function sendWithRetries(call: Call, request: Outgoing): Promise<Received> {
  const { row, settings, record } = call;
  for (let count = 1; ; count++) {
    const outcome = await sendOnce(call, request).catch((reason) => {
      if (reason instanceof Failed) return reason;
      throw reason;
    });
    const delay = row.repeatable ? retryDelayOf(outcome, count, settings.retry) : Infinity;
    if (delay < remainingMs(call)) {
      const delayMs = Math.round(delay);
      const { kind, status } = outcome instanceof Failed ? outcome.failure : ({ ...outcome, kind: "http" } as const);
      notify(call, "onRetry", { kind, status, delayMs });
      await tryInTime(call, () => new Promise(() => {}), delay);
      record.delaysMs.push(delayMs);
      // A timer may fire late.
      if (remainingMs(call) > 0) continue;
    }
    if (outcome instanceof Failed) throw outcome;
    return outcome;
  }
}

const transientStatus = /^(408|429|50[0234])$/;

/**
 * Returns the wait before the next attempt, in milliseconds; infinite if none may follow.
 * Without a `Retry-After`, the wait is random: from 0 to `baseDelayMs`, doubled with each attempt up to `maxDelayMs`.
 */
export function retryDelayOf(
  outcome: Failed | Pick<Received, "status" | "headers">,
  attemptCount: number,
  { attempts, baseDelayMs, maxDelayMs, maxRetryAfterMs }: Settings["retry"],
): number {
  const isFailed = outcome instanceof Failed;
  const canPass = isFailed ? isTransient(outcome) : transientStatus.test(`${outcome.status}`);
  if (!canPass || attemptCount >= attempts) return Infinity;
  const requestedMs = isFailed ? undefined : readRetryAfter(outcome.headers);
  if (requestedMs === undefined) return Math.random() * Math.min(maxDelayMs, baseDelayMs * 2 ** (attemptCount - 1));
  return requestedMs > maxRetryAfterMs ? Infinity : requestedMs;
}

/** Reads `Retry-After`, an HTTP date or seconds, in milliseconds. Ignores others and past dates (RFC 9110, 10.2.3). */
export function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get("retry-after") ?? "";
  const ms = / GMT$/.test(value) ? Date.parse(value) - Date.now() : /^\d+$/.test(value) ? Number(value) * 1000 : -1;
  return ms >= 0 ? ms : undefined;
}
