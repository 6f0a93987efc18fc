const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

// Read as the module loads: by the time the mock has started, the parent may have ended.
const parent = process.ppid;

let handler: (() => void) | undefined;
let watch: NodeJS.Timeout | undefined;

function setHandler(next: typeof handler): void {
  for (const signal of signals) {
    if (handler) process.off(signal, handler);
    if (next) process.on(signal, next);
  }
  handler = next;
}

/**
 * Calls `stop` once, when the user or the system ends the process; a later call replaces it. npm
 * forwards no signals, so under npm the end of the parent process counts as well.
 */
export function onShutdown(stop: () => void): void {
  const once = () => {
    clearInterval(watch);
    setHandler(undefined);
    stop();
  };
  clearInterval(watch);
  if (process.env["npm_lifecycle_event"] !== undefined)
    watch = setInterval(() => process.ppid !== parent && once(), 250).unref();
  setHandler(once);
}
