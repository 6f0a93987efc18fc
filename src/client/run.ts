import { resolveServer } from "#generated/service.ts";
import { type Call, namesOf, notify } from "./call.ts";
import { isTransient, remainingMs, wait } from "./deadline.ts";
import { configError, Failure, invalidArgument, PhoneAgentError } from "./errors.ts";
import { parseResponse } from "./response.ts";
import { sendOnce } from "./send.ts";

/**
 * Prepares a call, and sends its request as often as its operation and the options allow. Whatever
 * a step throws becomes the error of the call here.
 */
export async function runCall(call: Call, prepare: () => void | Promise<void>): Promise<unknown> {
  const startedAt = performance.now();
  try {
    await prepare();
    resolveServer(call);
    for (;;) {
      try {
        await sendOnce(call);
        return call.check(await parseResponse(call));
      } catch (reason) {
        const delay = retryDelayOf(call, reason);
        if (delay >= remainingMs(call.limits)) throw reason;
        const delayMs = Math.round(delay);
        const { kind } = reason as Failure;
        notify(call, "onRetry", { kind, status: call.head?.status, delayMs });
        await wait(call.limits, delay);
        call.delaysMs.push(delayMs);
        // A timer may fire late.
        if (remainingMs(call.limits) <= 0) throw reason;
      }
    }
  } catch (reason) {
    const error = createError(call, reason);
    notify(call, "onError", { error, durationMs: performance.now() - startedAt });
    throw error;
  }
}

/**
 * The wait before the next attempt, in milliseconds: `Retry-After`, or random. Infinity if none
 * follows.
 */
function retryDelayOf({ spec, settings, delaysMs }: Call, reason: unknown): number {
  const { attempts, baseDelayMs, maxDelayMs, maxRetryAfterMs } = settings.retry;
  const { length } = delaysMs;
  if (!spec.repeatable || !isTransient(reason) || length + 1 >= attempts) return Infinity;
  const { retryAfterMs: requestedMs } = reason;
  if (requestedMs === undefined)
    return Math.random() * Math.min(maxDelayMs, baseDelayMs * 2 ** length);
  return requestedMs > maxRetryAfterMs ? Infinity : requestedMs;
}

/** Creates the error of a call. Its message warns if the request may have taken effect. */
function createError(call: Call, reason: unknown): PhoneAgentError {
  const { attempts, delaysMs, isSent, head, spec } = call;
  // The errors of others could quote the token.
  const unforeseen = isSent
    ? configError("`fetch` must return a new web Response.")
    : invalidArgument;
  const failure = reason instanceof Failure ? reason : unforeseen;
  const { kind, message, status, body } = failure;
  const isRuledOut =
    kind === "http"
      ? /^(4|30[78])/.test(`${status}`)
      : (Object(body) as { success?: unknown }).success === false;
  const mayHaveTakenEffect = isSent && !isRuledOut && !spec.repeatable;
  const warning = mayHaveTakenEffect ? " It may have taken effect: check before you retry." : "";
  return PhoneAgentError.create({
    ...namesOf(call),
    attempts,
    delaysMs,
    ...head,
    mayHaveTakenEffect,
    ...failure,
    message: message + warning,
  } as Parameters<typeof PhoneAgentError.create>[0]);
}
