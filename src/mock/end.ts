import { readFileSync } from "node:fs";

// Read at once: what starts takes a while, and the processes above may be gone by then.
const parent = process.ppid;
const npm = aboveShell();

/**
 * Calls `stop` once, when the user or the system ends the process. npm passes a signal on to a shell, and that to nobody:
 * there the end shows when the process above is gone, or npm above that.
 */
export function onEnd(stop: () => void): void {
  const underNpm = process.env["npm_lifecycle_event"] !== undefined;
  const watch = underNpm ? setInterval(() => isLeft() && once(), 250).unref() : undefined;
  const once = () => {
    clearInterval(watch);
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, once);
    stop();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, once);
}

const isLeft = () => process.ppid !== parent || (aboveShell() ?? npm) !== npm;

/** The process above npm's shell, where there is one. Linux alone tells. Above npm itself all may come and go. */
function aboveShell(): string | undefined {
  try {
    return /^\d+ \(sh\) \S (\d+)/.exec(readFileSync(`/proc/${parent}/stat`, "utf8"))?.[1];
  } catch {
    return undefined;
  }
}
