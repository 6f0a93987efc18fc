import { attempt, type Received, readFailure } from "./attempt.ts";
import { type Call, notify } from "./call.ts";
import { ifInTime, type Limit } from "./deadline.ts";
import { Failed } from "./errors.ts";
import type { Outgoing } from "./request.ts";
import { retryDelay } from "./retry.ts";

/** How long the body of a final failure may take, in milliseconds: the head says what failed. */
const failureBodyMs = 1_000;

/** Sends a request as often as its operation and the options allow, and returns the response. */
export async function send(call: Call, request: Outgoing): Promise<Received> {
  const { route, settings, options } = call;
  const { timeoutMs, deadlineMs } = options;
  const end = call.startedAt + deadlineMs;
  for (let count = 1; ; count++) {
    let outcome = await attempt(call, request, limitOf(timeoutMs, deadlineMs, end)).catch(asFailed);
    const delay = route.repeatable ? retryDelay(outcome, count, settings.retry) : Infinity;
    if (performance.now() + delay < end) {
      outcome = await pause(call, outcome, delay);
      // A timer may fire late.
      if (performance.now() < end) continue;
    }
    if (outcome instanceof Failed) throw outcome;
    if (!outcome.unread) return outcome;
    return readFailure(call, outcome, limitOf(Math.min(timeoutMs, failureBodyMs), deadlineMs, end));
  }
}

/** Waits before the next attempt. If the body of the failure arrives meanwhile, its connection can be used again. */
async function pause(call: Call, outcome: Received | Failed, delay: number): Promise<Received | Failed> {
  const delayMs = Math.round(delay);
  const isFailed = outcome instanceof Failed;
  const { kind, status } = isFailed ? outcome.failure : ({ kind: "http", status: outcome.status } as const);
  notify(call, "onRetry", { kind, status, delayMs });
  const limit = { ms: delay, limit: "timeoutMs", value: delay } as const;
  const reading = isFailed ? outcome : readFailure(call, outcome, limit);
  const wait = ifInTime(limit, call.options.signal, () => new Promise(() => {}));
  const [read] = await Promise.all([reading, wait]);
  call.record.delaysMs.push(delayMs);
  return read;
}

/** The time of an attempt: its own, or what is left of the call's. */
function limitOf(timeoutMs: number, deadlineMs: number, end: number): Limit {
  const left = end - performance.now();
  if (left < timeoutMs) return { ms: left, limit: "deadlineMs", value: deadlineMs };
  return { ms: timeoutMs, limit: "timeoutMs", value: timeoutMs };
}

function asFailed(reason: unknown): Failed {
  if (reason instanceof Failed) return reason;
  throw reason;
}
