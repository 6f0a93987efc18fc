/**
 * Calls `stop` once, when the user or the system ends the process. npm passes no signal on to its script: there the end
 * shows when the process above is gone.
 */
export function onEnd(stop: () => void): void {
  const once = () => {
    clearInterval(watch);
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, once);
    stop();
  };
  const parent = process.ppid;
  const watch = setInterval(() => process.ppid !== parent && once(), 250).unref();
  if (!process.env["npm_lifecycle_event"]) clearInterval(watch);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, once);
}
