import { useOwnServer } from "#generated/service.ts";
import { isTransient, type Limits, remainingMs, tryWithTimeout } from "./deadline.ts";
import {
  CallFailure,
  type CallRecord,
  createMisuse,
  invalidArgument,
  PhoneAgentError,
} from "./errors.ts";
import type { Notify } from "./options.ts";
import type { Progress } from "./reason.ts";
import type { Outgoing } from "./request.ts";
import { type Received, readValue } from "./response.ts";
import { sendOnce } from "./send.ts";
import type { Settings } from "./settings.ts";
import type { OperationSpec } from "./spec.ts";

/** What hooks and the error of a call name. */
type Recording = {
  -readonly [Field in keyof Omit<CallRecord, "mayHaveTakenEffect">]: CallRecord[Field];
} & {
  readonly delaysMs: number[];
};

/** A call that is ready to be sent. */
interface PreparedCall {
  readonly spec: OperationSpec;
  readonly request: Outgoing;
  readonly limits: Limits;
  /** Returns the value of the call, or throws its failure. */
  readonly check?: ((value: unknown) => unknown) | undefined;
}

/** The end of a call: its value, or its failure as the error that names the operation. */
export interface Outcome {
  readonly value?: unknown;
  readonly error?: PhoneAgentError;
  /** Absent if the call failed before. */
  readonly prepared?: PreparedCall | undefined;
  /** The latest response, if there is one. */
  readonly response?: Received | undefined;
}

/** Prepares a call, and sends its request as often as its operation and the options allow. */
export async function runCall(
  settings: Settings,
  operation: string | undefined,
  { method, path: target }: Pick<OperationSpec, "method" | "path">,
  prepare: () => PreparedCall | Promise<PreparedCall>,
): Promise<Outcome> {
  const startedAt = performance.now();
  // A query could contain the token.
  const path = target.replace(/[?#].*/s, "");
  const record: Recording = {
    operation: operation ?? `${method} ${path}`,
    method,
    path,
    attempts: 0,
    delaysMs: [],
  };

  /**
   * Notifies a hook, and counts an attempt at `onRequest`. If the hook throws or rejects, nothing
   * changes.
   */
  const notify: Notify = (hook, event) => {
    if (hook === "onRequest") record.attempts++;
    const { operation, method, path, attempts: attempt } = record;
    const listener = settings[hook] as ((event: object) => unknown) | undefined;
    if (listener)
      (async () => listener({ operation, method, path, attempt, ...event }))().catch(() => {});
  };

  const progress: Progress = { secrets: [] };
  let prepared: PreparedCall | undefined;
  let response: Received | undefined;
  try {
    prepared = await prepare();
    const { spec, request, limits, check } = useOwnServer(prepared);
    Object.assign(record, request.names);
    for (let count = 1; ; count++) {
      try {
        response = await sendOnce(spec, request, settings, limits, progress, notify);
        const value = readValue(spec, response, settings, record.operation);
        return { prepared, response, value: check ? check(value) : value };
      } catch (reason) {
        const delay = spec.repeatable ? retryDelayOf(reason, count, settings.retry) : Infinity;
        if (delay >= remainingMs(limits)) throw reason;
        const { kind } = (reason as CallFailure).failure;
        const delayMs = Math.round(delay);
        notify("onRetry", { kind, status: progress.head?.status, delayMs });
        await tryWithTimeout(limits, () => new Promise(() => {}), delay);
        record.delaysMs.push(delayMs);
        // A timer may fire late.
        if (remainingMs(limits) <= 0) throw reason;
      }
    }
  } catch (reason) {
    const error = createError(record, progress, reason, prepared?.spec.repeatable);
    notify("onError", { error, durationMs: performance.now() - startedAt });
    return { prepared, response, error };
  }
}

export function unwrap({ error, value }: Outcome): unknown {
  if (error) throw error;
  return value;
}

/**
 * The wait before the next attempt, in milliseconds: `Retry-After`, or random. Infinity if none
 * follows.
 */
function retryDelayOf(reason: unknown, attemptCount: number, retry: Settings["retry"]): number {
  const { attempts, baseDelayMs, maxDelayMs, maxRetryAfterMs } = retry;
  if (!isTransient(reason) || attemptCount >= attempts) return Infinity;
  const { retryAfterMs: requestedMs } = reason.failure as { retryAfterMs?: number };
  if (requestedMs === undefined)
    return Math.random() * Math.min(maxDelayMs, baseDelayMs * 2 ** (attemptCount - 1));
  return requestedMs > maxRetryAfterMs ? Infinity : requestedMs;
}

/**
 * Codes of failures before anything was sent. An `ERR_SSL_` alert, of a certificate too, can follow
 * a request.
 */
const unsent = /^(?!ERR_SSL_).*(REFUSED|NOTFOUND|EAI_|CONNECT_T|CERT|VERIFY)/;

/** Creates the error of a call. Its message warns if the request may have taken effect. */
function createError(
  record: Recording,
  { isSent = false, head }: Progress,
  reason: unknown,
  isRepeatable = false,
): PhoneAgentError {
  // The errors of others could quote the token.
  const unforeseen = isSent
    ? createMisuse("`fetch` must return a new web Response.")
    : invalidArgument;
  const { failure } = reason instanceof CallFailure ? reason : unforeseen;
  const { kind, message, status, code = "", body } = failure;
  const isRuledOut =
    kind === "http"
      ? /^(4|30[78])/.test(`${status}`)
      : unsent.test(code) || (Object(body) as { success?: unknown }).success === false;
  const mayHaveTakenEffect = isSent && !isRuledOut && !isRepeatable;
  const warning = mayHaveTakenEffect ? " It may have taken effect: check before you retry." : "";
  return PhoneAgentError.create({
    ...record,
    ...head,
    mayHaveTakenEffect,
    ...failure,
    message: message + warning,
  });
}
