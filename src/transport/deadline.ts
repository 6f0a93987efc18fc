import type { Trouble } from "../errors.ts";

/**
 * Runs within a time and until the caller aborts, whatever comes first. The timer and the listener end with it.
 * `run` must not reject.
 */
export function within<T>(
  ms: number,
  limit: "timeoutMs" | "deadlineMs",
  caller: AbortSignal | undefined,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T | Trouble> {
  return new Promise((resolve) => {
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
    const abort = () => stop({ kind: "aborted", cause: caller?.reason, reason: "aborted by the caller's signal." });
    const timer = setTimeout(
      () =>
        stop({ kind: "timeout", limit, reason: `no complete answer within ${limit}. Try again later, or raise it.` }),
      ms,
    );
    caller?.addEventListener("abort", abort);
    if (caller?.aborted) abort();
    else run(controller.signal).then(end);
  });
}
