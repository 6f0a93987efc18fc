import { attempt, type Received } from "./attempt.ts";
import { type Call, notify } from "./call.ts";
import { ifInTime, remainingMs } from "./deadline.ts";
import { Failed } from "./errors.ts";
import type { Outgoing } from "./request.ts";
import { retryDelay } from "./retry.ts";

/**
 * Sends a request as often as its operation and the options allow. Returns the last response, whatever its status, or
 * throws the last failure.
 */
export async function send(call: Call, request: Outgoing): Promise<Received> {
  const { route, settings, record } = call;
  for (let count = 1; ; count++) {
    const outcome = await attempt(call, request).catch(asFailed);
    const delay = route.repeatable ? retryDelay(outcome, count, settings.retry) : Infinity;
    if (delay < remainingMs(call)) {
      const delayMs = Math.round(delay);
      const { kind, status } = outcome instanceof Failed ? outcome.failure : ({ ...outcome, kind: "http" } as const);
      notify(call, "onRetry", { kind, status, delayMs });
      await ifInTime(call, () => new Promise(() => {}), delay);
      record.delaysMs.push(delayMs);
      // A timer may fire late.
      if (remainingMs(call) > 0) continue;
    }
    if (outcome instanceof Failed) throw outcome;
    return outcome;
  }
}

/** Returns the failure of an attempt. Throws any other error, which no retry could mend. */
function asFailed(reason: unknown): Failed {
  if (reason instanceof Failed) return reason;
  throw reason;
}
