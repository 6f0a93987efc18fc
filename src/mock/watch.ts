import { statSync } from "node:fs";

/** Calls `onChange` when one of the added files is changed, created or removed. */
export function createWatcher(onChange: (file: string) => void) {
  const versions = new Map<string, string>();
  const check = () => {
    for (const [file, version] of versions) {
      const current = versionOf(file);
      if (current === version) continue;
      versions.set(file, current);
      onChange(file);
    }
  };
  const timer = setInterval(check, 250).unref();
  return {
    /**
     * Call it before the file is read: `watchFile` of Node misses a change until its own first look
     * at the file.
     */
    add(file: string): void {
      versions.set(file, versionOf(file));
    },
    close(): void {
      clearInterval(timer);
    },
  };
}

function versionOf(file: string): string {
  try {
    const { mtimeMs, size } = statSync(file);
    return `${mtimeMs} ${size}`;
  } catch {
    return "missing";
  }
}
