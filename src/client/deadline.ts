import { Failure } from "./errors.ts";

/** The limits of a call. */
export interface Limits {
  /** The caller's signal. */
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly deadlineMs: number;
  /** When the time of the call is up, as `performance.now()` counts. */
  readonly endsAt: number;
}

/** The longest time of a timer: with a longer one, it fires at once. */
export const maxTimerMs = 2 ** 31 - 1;

// Not `AbortSignal.any`: each call would leave an entry on the caller's signal. After 100,000 calls
// on one signal, Node 20.20 keeps 102,000, and Node 24.21 keeps 59,000 and 109 MB (nodejs/node
// 54614).
const stopsBySignal = new WeakMap<AbortSignal, Set<() => void>>();
const stopAll = ({ target }: Event) =>
  stopsBySignal.get(target as AbortSignal)?.forEach((stop) => void stop());

/**
 * Calls `stop` on abort until the returned function is called, by one listener: of more than ten,
 * Node warns.
 */
export function onAbort(signal: AbortSignal, stop: () => void): () => void {
  const stops = stopsBySignal.get(signal) ?? new Set();
  stopsBySignal.set(signal, stops.add(stop));
  signal.addEventListener("abort", stopAll);
  return () => {
    stops.delete(stop);
    if (stops.size === 0) signal.removeEventListener("abort", stopAll);
  };
}

export const remainingMs = ({ endsAt }: Limits): number => endsAt - performance.now();

/**
 * Runs a step of a call. Throws, and aborts the step, if its time or that of the call is up, or the
 * caller aborts. Without a step, it waits.
 */
export function withTimeout<Value>(
  limits: Limits,
  run: ((signal: AbortSignal) => Promise<Value>) | undefined,
  ms = limits.timeoutMs,
): Promise<Value> {
  const { signal } = limits;
  const remaining = remainingMs(limits);
  const limit = remaining < ms ? "deadlineMs" : "timeoutMs";
  const task = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let forget: (() => void) | undefined;
  return new Promise<Value>((resolve, reject) => {
    const stop = (failure: Failure) => {
      reject(failure);
      task.abort();
    };
    const abort = () =>
      stop(new Failure("aborted", "Aborted by the caller's signal.", { cause: signal?.reason }));
    const timeUp = () =>
      stop(new Failure("timeout", `Timed out after ${limits[limit]} ms (${limit}).`, { limit }));
    if (signal?.aborted) return abort();
    if (signal) forget = onAbort(signal, abort);
    const end = () => resolve(undefined as Value);
    timer = setTimeout(run ? timeUp : end, Math.min(ms, remaining));
    // What failed by itself isn't aborted: for a response whose `fetch` has rejected, undici would
    // emit an error that nobody handles, which ends the process.
    run?.(task.signal).then(resolve, reject);
  }).finally(() => {
    clearTimeout(timer);
    forget?.();
  });
}

/** Waits, at most until the time of the call is up. Throws if the caller aborts. */
export const wait = (limits: Limits, ms: number): Promise<void> =>
  withTimeout(limits, undefined, ms);

/**
 * A failure that may pass: a status, or one of the network or of time that is neither a signal of a
 * framework nor a certificate's.
 */
export function isTransient(reason: unknown): reason is Failure {
  const { kind, digest, code, status } = reason as Failure;
  return /network|timeout/.test(kind)
    ? !digest && !/CERT|VERIFY/.test(`${code}`)
    : /^(408|429|50[0234])$/.test(`${status}`);
}
