const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

// Read at once: what starts takes a while, and the parent may be gone by then.
const parent = process.ppid;

/**
 * Calls `stop` once, when the user or the system ends the process. npm passes no signal on to what it runs: there the
 * end shows when the parent process is gone.
 */
export function onEnd(stop: () => void): void {
  const underNpm = process.env["npm_lifecycle_event"] !== undefined;
  const watch = underNpm ? setInterval(() => process.ppid !== parent && once(), 250).unref() : undefined;
  const once = () => {
    clearInterval(watch);
    for (const signal of signals) process.off(signal, once);
    stop();
  };
  for (const signal of signals) process.on(signal, once);
}
