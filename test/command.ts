import { format } from "node:util";
import { vi } from "vitest";
import { runCommand } from "../src/commands/exit.ts";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs a command in this process and returns what it printed: a process for each call would cost
 * more than most commands. A variable that is `undefined` isn't set.
 */
export async function runHere(
  command: (args: string[]) => Promise<number> | Promise<void>,
  args: readonly string[],
  env: Record<string, string | undefined> = {},
) {
  const listeners = signals.map((signal) => [signal, process.listeners(signal)] as const);
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const output = { stdout: "", stderr: "" };
  const write = (stream: "stdout" | "stderr") => (chunk: string | Uint8Array) => {
    output[stream] += chunk;
    return true;
  };
  const print =
    (stream: "stdout" | "stderr") =>
    (...values: unknown[]) =>
      void write(stream)(`${format(...values)}\n`);
  const spies = [
    vi.spyOn(process.stdout, "write").mockImplementation(write("stdout")),
    vi.spyOn(process.stderr, "write").mockImplementation(write("stderr")),
    vi.spyOn(console, "log").mockImplementation(print("stdout")),
    vi.spyOn(console, "error").mockImplementation(print("stderr")),
  ];
  try {
    const exitCode = (await runCommand(command, [...args])) || Number(process.exitCode ?? 0);
    return { exitCode, ...output, output: `${output.stdout}${output.stderr}`.trim() };
  } finally {
    process.exitCode = undefined;
    for (const spy of spies) spy.mockRestore();
    vi.unstubAllEnvs();
    for (const [signal, earlierListeners] of listeners) {
      for (const listener of process.listeners(signal))
        if (!earlierListeners.includes(listener)) process.off(signal, listener);
    }
  }
}
