const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

// Read as the module loads: by the time the mock has started, the parent may have ended.
const parent = process.ppid;

/**
 * Calls `stop` once, when the user or the system ends the process. npm forwards no signals, so under npm the end of the
 * parent process counts as well.
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
