import { Failed } from "./errors.ts";

const stopsBySignal = new WeakMap<AbortSignal, Set<() => void>>();
const stopAll = ({ target }: Event) => {
  for (const stop of stopsBySignal.get(target as AbortSignal) ?? []) stop();
};

/** One listener serves all calls and streams on a signal: of more than ten, Node warns as of a leak. */
export function onAbort(signal: AbortSignal, stop: () => void): () => void {
  const stops = stopsBySignal.get(signal) ?? new Set();
  stopsBySignal.set(signal, stops.add(stop));
  signal.addEventListener("abort", stopAll);
  return () => {
    stops.delete(stop);
    if (stops.size === 0) signal.removeEventListener("abort", stopAll);
  };
}

/** How long something may take, and the option that says so, with its value. */
export interface Limit {
  readonly ms: number;
  readonly limit: "timeoutMs" | "deadlineMs";
  readonly value: number;
}

/**
 * Runs until it ends, its time is up or the caller aborts, whichever comes first.
 * @param run Receives a signal that is aborted unless it succeeds.
 */
export function inTime<Value>(
  { ms, limit, value }: Limit,
  caller: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController();
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      forget?.();
    };
    const stop = (reason: unknown) => {
      end();
      reject(reason);
      controller.abort();
    };
    const abort = () => stop(new Failed({ kind: "aborted", cause: caller?.reason }, "Aborted by the caller's signal."));
    const timeUp = () => stop(new Failed({ kind: "timeout", limit }, `Timed out after ${value} ms (${limit}).`));
    const forget = caller && onAbort(caller, abort);
    const timer = setTimeout(timeUp, ms);
    if (caller?.aborted) abort();
    else
      run(controller.signal).then((result) => {
        end();
        resolve(result);
      }, stop);
  });
}

/** Runs what may fail: returns `undefined` if its time is up, or the network fails. */
export const ifInTime = <Value>(...args: Parameters<typeof inTime<Value>>): Promise<Value | undefined> =>
  inTime(...args).catch((reason) => {
    if (!isTransient(reason)) throw reason;
    return undefined;
  });

/** Returns whether a failure is one of the network, or of time. */
export const isTransient = (reason: unknown): boolean =>
  reason instanceof Failed && /network|timeout/.test(reason.failure.kind);
