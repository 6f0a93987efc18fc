import type { Trouble } from "../errors.ts";

/** Runs within a time, and until the caller aborts. Its timer and its listener end with it. */
export function within<T>(
  ms: number,
  limit: "timeoutMs" | "deadlineMs",
  caller: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T | Trouble> {
  return new Promise((resolve, reject) => {
    const controller = new AbortController();
    const end = (outcome: T | Trouble) => {
      clearTimeout(timer);
      caller?.removeEventListener("abort", abort);
      resolve(outcome);
    };
    const stop = (trouble: Trouble) => {
      end(trouble);
      controller.abort();
    };
    const abort = () => stop({ kind: "aborted", cause: caller?.reason });
    const timer = setTimeout(() => stop({ kind: "timeout", limit }), ms);
    if (caller?.aborted) return abort();
    caller?.addEventListener("abort", abort);
    run(controller.signal).then(end, reject);
  });
}

/** Waits, unless the caller aborts first. */
export const pause = (ms: number, caller: AbortSignal | undefined) =>
  within(ms, "timeoutMs", caller, () => new Promise<never>(() => {}));
