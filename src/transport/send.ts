import { attempt, type Received } from "./attempt.ts";
import { type Call, fail, notify } from "./call.ts";
import { type Limit, within } from "./deadline.ts";
import type { LightRequest } from "./light.ts";
import { retryDelay } from "./retry.ts";

/** Sends a request as often as its operation and the options allow, and returns the response. */
export async function send(call: Call, request: LightRequest): Promise<Received> {
  const { record, route, settings, options } = call;
  const { signal, timeoutMs, deadlineMs } = options;
  const end = call.startedAt + deadlineMs;
  for (let count = 1; ; count++) {
    const left = end - performance.now();
    const limit: Limit =
      left < timeoutMs
        ? { ms: left, limit: "deadlineMs", value: deadlineMs }
        : { ms: timeoutMs, limit: "timeoutMs", value: timeoutMs };
    const outcome = await attempt(call, request, limit);
    const delay = route.repeatable ? retryDelay(outcome, count, settings.retry) : Infinity;
    if (performance.now() + delay < end) {
      const delayMs = Math.round(delay);
      const { kind = "http", status } = outcome;
      notify(call, "onRetry", { kind, status, delayMs });
      const waited = await within({ ...limit, ms: delay }, signal, () => new Promise<never>(() => {}));
      if (waited.kind === "aborted") fail(call, waited);
      record.delaysMs.push(delayMs);
      // A timer may fire late.
      if (performance.now() < end) continue;
    }
    return outcome.kind ? fail(call, outcome) : outcome;
  }
}
