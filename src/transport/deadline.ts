import type { Told } from "../errors.ts";

const waiting = new WeakMap<AbortSignal, Set<() => void>>();
const stopAll = ({ target }: Event) => {
  for (const stop of waiting.get(target as AbortSignal) ?? []) stop();
};

/** One listener serves all calls on a signal: of more than ten, Node would warn as of a leak. */
function onAbort(signal: AbortSignal, stop: () => void): () => void {
  const stops = waiting.get(signal) ?? new Set();
  waiting.set(signal, stops.add(stop));
  signal.addEventListener("abort", stopAll);
  return () => {
    stops.delete(stop);
    if (stops.size === 0) signal.removeEventListener("abort", stopAll);
  };
}

/** What is given to what runs within a time. */
export interface Run {
  readonly signal: AbortSignal;
  /** Called where the run is stopped. A listener on the signal would cost a tenth of a call. */
  onStop?: () => void;
}

/**
 * Runs within a time and until the caller aborts, whatever comes first. The timer and the listener end with it.
 */
export function within<T>(
  ms: number,
  limit: "timeoutMs" | "deadlineMs",
  caller: AbortSignal | undefined,
  start: (run: Run) => Promise<T>,
): Promise<T | Told> {
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    const run: Run = { signal: controller.signal };
    const end = () => {
      clearTimeout(timer);
      forget?.();
    };
    const stop = (trouble: Told) => {
      end();
      resolve(trouble);
      controller.abort();
      run.onStop?.();
    };
    const abort = () => stop({ kind: "aborted", cause: caller?.reason, reason: "aborted by the caller's signal." });
    const timer = setTimeout(
      () => stop({ kind: "timeout", limit, reason: `no complete answer within ${limit}, which the call may raise.` }),
      ms,
    );
    const forget = caller && onAbort(caller, abort);
    if (caller?.aborted) abort();
    else start(run).finally(end).then(resolve, reject);
  });
}
