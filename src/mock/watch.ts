import { type StatsListener, unwatchFile, watchFile } from "node:fs";

/** Calls `onChange` when one of the added files is changed, created or removed. */
export function createWatcher(onChange: (file: string) => void) {
  const listeners = new Map<string, StatsListener>();
  return {
    add(file: string): void {
      if (listeners.has(file)) return;
      // Node calls it once for a missing file.
      const listener: StatsListener = (current, previous) => current.mtimeMs !== previous.mtimeMs && onChange(file);
      listeners.set(file, listener);
      watchFile(file, { interval: 250, persistent: false }, listener);
    },
    close(): void {
      for (const [file, listener] of listeners) unwatchFile(file, listener);
    },
  };
}
