import { type Stats, unwatchFile, watchFile } from "node:fs";
import { resolve } from "node:path";

/** Calls `onChange` when one of the added files is changed, created or removed. */
export function createWatcher(onChange: (file: string) => void) {
  const listeners = new Map<string, (now: Stats, before: Stats) => void>();
  return {
    add(file: string): void {
      const path = resolve(file);
      if (listeners.has(path)) return;
      // Node also calls it for a file that isn't there from the beginning.
      const listener = (now: Stats, before: Stats) => {
        if (now.mtimeMs !== 0 || before.mtimeMs !== 0) onChange(file);
      };
      listeners.set(path, listener);
      watchFile(path, { interval: 250, persistent: false }, listener);
    },
    close(): void {
      for (const [path, listener] of listeners) unwatchFile(path, listener);
    },
  };
}
