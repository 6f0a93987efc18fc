import type { AttemptFailure } from "../errors.ts";

const stopsBySignal = new WeakMap<AbortSignal, Set<() => void>>();
const stopAll = ({ target }: Event) => {
  for (const stop of stopsBySignal.get(target as AbortSignal) ?? []) stop();
};

/** One listener serves all calls on a signal: of more than ten, Node warns as of a leak. */
function onAbort(signal: AbortSignal, stop: () => void): () => void {
  const stops = stopsBySignal.get(signal) ?? new Set();
  stopsBySignal.set(signal, stops.add(stop));
  signal.addEventListener("abort", stopAll);
  return () => {
    stops.delete(stop);
    if (stops.size === 0) signal.removeEventListener("abort", stopAll);
  };
}

/** How long something may still take, and the option that says so, with its value. */
export interface Limit {
  readonly ms: number;
  readonly limit: "timeoutMs" | "deadlineMs";
  readonly value: number;
}

/**
 * Runs until it ends, its time is up or the caller aborts, whichever comes first. The timer and the listener end with it.
 * @param cancel Called when it is stopped. A listener on a signal would cost a tenth of a call.
 */
export function within<T>(
  { ms, limit, value }: Limit,
  caller: AbortSignal | undefined,
  run: () => Promise<T>,
  cancel?: () => void,
): Promise<T | AttemptFailure> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      forget?.();
    };
    const stop = (failure: AttemptFailure) => {
      end();
      resolve(failure);
      cancel?.();
    };
    const abort = () => stop({ kind: "aborted", cause: caller?.reason, message: "Aborted by the caller's signal." });
    const forget = caller && onAbort(caller, abort);
    const timer = setTimeout(
      () => stop({ kind: "timeout", limit, message: `Timed out after ${value} ms (${limit}).` }),
      ms,
    );
    if (caller?.aborted) abort();
    else run().finally(end).then(resolve, reject);
  });
}
