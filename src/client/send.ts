import { type Received, sendOnce } from "./attempt.ts";
import { type Call, notify } from "./call.ts";
import { isTransient, remainingMs, tryInTime } from "./deadline.ts";
import { Failed } from "./errors.ts";
import type { Outgoing } from "./request.ts";
import type { Settings } from "./settings.ts";

/**
 * Sends a request as often as its operation and the options allow.
 * @param read Reads the value of a response. Throws if the response is no success.
 */
export async function sendWithRetries<Value>(
  call: Call,
  request: Outgoing,
  read: (call: Call, response: Received) => Value,
): Promise<Value> {
  const { row, settings, record } = call;
  for (let count = 1; ; count++) {
    try {
      return read(call, await sendOnce(call, request));
    } catch (reason) {
      if (!row.repeatable || !(reason instanceof Failed)) throw reason;
      const delay = retryDelayOf(reason, count, settings.retry);
      if (delay >= remainingMs(call)) throw reason;
      const { kind, status } = reason.failure;
      const delayMs = Math.round(delay);
      notify(call, "onRetry", { kind, status, delayMs });
      await tryInTime(call, () => new Promise(() => {}), delay);
      record.delaysMs.push(delayMs);
      // A timer may fire late.
      if (remainingMs(call) <= 0) throw reason;
    }
  }
}

const transientStatus = /^(408|429|50[0234])$/;

/**
 * Returns the wait before the next attempt, in milliseconds; infinite if none may follow.
 * Without a `Retry-After`, the wait is random: from 0 to `baseDelayMs`, doubled with each attempt up to `maxDelayMs`.
 */
export function retryDelayOf(
  { failure }: Failed,
  attemptCount: number,
  { attempts, baseDelayMs, maxDelayMs, maxRetryAfterMs }: Settings["retry"],
): number {
  const canPass = isTransient(failure) || transientStatus.test(`${failure.status}`);
  if (!canPass || attemptCount >= attempts) return Infinity;
  const requestedMs = failure.kind === "http" ? failure.retryAfterMs : undefined;
  if (requestedMs === undefined) return Math.random() * Math.min(maxDelayMs, baseDelayMs * 2 ** (attemptCount - 1));
  return requestedMs > maxRetryAfterMs ? Infinity : requestedMs;
}
