import { format } from "node:util";
import { transform } from "esbuild";

const AsyncFunction = (async () => {}).constructor as new (
  ...names: string[]
) => (...values: unknown[]) => Promise<void>;

/**
 * Runs a program in this process, since one for each program would cost more than most. What it
 * imports is in the scope. Returns what it prints.
 */
export async function runCode(source: string, scope: Record<string, unknown>): Promise<string> {
  const lines: string[] = [];
  const console = { log: (...values: unknown[]) => lines.push(format(...values)) };
  const { code } = await transform(source, { loader: "ts" });
  const values = { console, ...scope };
  await new AsyncFunction(...Object.keys(values), code.replaceAll(/^import .*$/gm, ""))(
    ...Object.values(values),
  );
  return lines.join("\n");
}
