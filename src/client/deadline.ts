import type { Call } from "./call.ts";
import { Failed, type Failure } from "./errors.ts";

const stopsBySignal = new WeakMap<AbortSignal, Set<() => void>>();
const stopAll = ({ target }: Event) => stopsBySignal.get(target as AbortSignal)?.forEach((stop) => void stop());

/** Calls `stop` on abort until the returned function is called, by one listener: of more than ten, Node warns. */
function onAbort(signal: AbortSignal, stop: () => void): () => void {
  const stops = stopsBySignal.get(signal) ?? new Set();
  stopsBySignal.set(signal, stops.add(stop));
  signal.addEventListener("abort", stopAll);
  return () => {
    stops.delete(stop);
    if (stops.size === 0) signal.removeEventListener("abort", stopAll);
  };
}

/** Returns a stream that the caller's signal cancels. */
export function makeAbortable(body: ReadableStream<Uint8Array>, signal?: AbortSignal): ReadableStream<Uint8Array> {
  if (!signal) return body;
  const controller = new AbortController();
  const forget = onAbort(signal, () => controller.abort(signal.reason));
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  body.pipeTo(writable, { signal: controller.signal }).then(forget, forget);
  return readable;
}

/** Returns how much of its time a call has left, in milliseconds. */
export const remainingMs = ({ startedAt, options }: Call): number => startedAt + options.deadlineMs - performance.now();

/** A part of a call. Unless it succeeds, its signal is aborted and `cancel` called, cheaper than a listener. */
export type Part = { readonly signal: AbortSignal; cancel?: () => void };

/** Runs a part of a call. Throws if its time or that of the call is up, or the caller aborts. */
export function runInTime<Value>(call: Call, run: (part: Part) => Promise<Value>, ms = call.options.timeoutMs) {
  const { signal: caller } = call.options;
  const remaining = remainingMs(call);
  const limit = remaining < ms ? "deadlineMs" : "timeoutMs";
  const controller = new AbortController();
  const part: Part = { signal: controller.signal };
  return new Promise<Value>((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      forget?.();
    };
    const stop = (reason: unknown) => {
      end();
      reject(reason);
      controller.abort();
      part.cancel?.();
    };
    const abort = () =>
      stop(new Failed({ kind: "aborted", cause: caller?.reason, message: "Aborted by the caller's signal." }));
    const timeUp = () =>
      stop(new Failed({ kind: "timeout", limit, message: `Timed out after ${call.options[limit]} ms (${limit}).` }));
    const forget = caller ? onAbort(caller, abort) : undefined;
    const timer = setTimeout(timeUp, Math.min(ms, remaining));
    if (caller?.aborted) return abort();
    run(part).then((value) => {
      end();
      resolve(value);
    }, stop);
  });
}

/** Runs a part that a call can do without. Resolves to `undefined` if time is up, or the network fails. */
export const tryInTime = <Value>(...args: Parameters<typeof runInTime<Value>>): Promise<Value | undefined> =>
  runInTime(...args).catch((reason) => {
    if (!(reason instanceof Failed && isTransient(reason.failure))) throw reason;
    return undefined;
  });

/** Returns whether a failure may pass: one of the network or of time that is no signal of a framework, or a status. */
export const isTransient = ({ kind, status, digest }: Failure): boolean =>
  /network|timeout/.test(kind) ? !digest : /^(408|429|50[0234])$/.test(`${status}`);
