// Read at once: what starts takes a while, and the process above may be gone by then.
const parent = process.ppid;

/**
 * Calls `stop` once, when the user or the system ends the process. npm passes a signal on to a shell, and that to nobody:
 * there the end shows when the process above is gone.
 */
export function onEnd(stop: () => void): void {
  const underNpm = process.env["npm_lifecycle_event"] !== undefined;
  const watch = underNpm ? setInterval(() => process.ppid !== parent && once(), 250).unref() : undefined;
  const once = () => {
    clearInterval(watch);
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, once);
    stop();
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, once);
}
