import { CallFailure } from "./errors.ts";

/** The limits of a call. */
export interface Limits {
  /** The caller's signal. */
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly deadlineMs: number;
  /** When the time of the call is up, as `performance.now()` counts. */
  readonly endsAt: number;
}

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
 * A part of a call. If it is stopped before its end, it is aborted, and `cancel` called: a listener
 * would take longer.
 */
export type Task = AbortController & { cancel?: () => void };

/** Runs a part of a call. Throws if its time or that of the call is up, or the caller aborts. */
export function runWithTimeout<Value>(
  limits: Limits,
  run: (task: Task) => Promise<Value>,
  ms = limits.timeoutMs,
) {
  const { signal: caller } = limits;
  const remaining = remainingMs(limits);
  const limit = remaining < ms ? "deadlineMs" : "timeoutMs";
  const task: Task = new AbortController();
  return new Promise<Value>((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      forget?.();
    };
    const stop = (reason: unknown) => {
      end();
      reject(reason);
      task.abort();
      task.cancel?.();
    };
    const abort = () =>
      stop(
        new CallFailure({
          kind: "aborted",
          cause: caller?.reason,
          message: "Aborted by the caller's signal.",
        }),
      );
    const timeUp = () =>
      stop(
        new CallFailure({
          kind: "timeout",
          limit,
          message: `Timed out after ${limits[limit]} ms (${limit}).`,
        }),
      );
    const forget = caller ? onAbort(caller, abort) : undefined;
    const timer = setTimeout(timeUp, Math.min(ms, remaining));
    if (caller?.aborted) return abort();
    // What failed by itself isn't aborted: undici would emit an error that nobody handles, which ends
    // the process, for a response whose `fetch` has rejected.
    run(task).then(resolve, reject).finally(end);
  });
}

/**
 * Runs a part that a call can do without. Resolves to `undefined` if time is up, or the network
 * fails.
 */
export const tryWithTimeout = <Value>(
  ...args: Parameters<typeof runWithTimeout<Value>>
): Promise<Value | undefined> =>
  runWithTimeout(...args).catch((reason) => {
    if (!isTransient(reason)) throw reason;
    return undefined;
  });

/**
 * A failure that may pass: one of the network or of time that is no signal of a framework, or a
 * status.
 */
export function isTransient(reason: unknown): reason is CallFailure {
  if (!(reason instanceof CallFailure)) return false;
  const { kind, status, digest } = reason.failure;
  return /network|timeout/.test(kind) ? !digest : /^(408|429|50[0234])$/.test(`${status}`);
}
