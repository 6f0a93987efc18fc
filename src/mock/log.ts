import { Console } from "node:console";
import { escapeText } from "../commands/command.ts";
import type { Coverage } from "../core/coverage.ts";
import type { MockResponse } from "../core/exchange.ts";

/** How much the mock logs on stderr: nothing, warnings, or also a line for every request. */
export type LogLevel = "silent" | "warn" | "info";
export const logLevels: readonly LogLevel[] = ["silent", "warn", "info"];

export function formatLogLine(method: string, { status, headers }: MockResponse): string {
  const {
    "mock-operation": operation = "no operation",
    "mock-source": source,
    "mock-example": example = source,
  } = headers;
  const parts = [method, operation, status, example];
  if (headers["mock-fault"]) parts.push(`fault ${headers["mock-fault"]}`);
  if (headers["mock-undeclared"]) parts.push(`undeclared ${headers["mock-undeclared"]}`);
  return escapeText(parts.join(" "));
}

/** Prints coverage on stderr, as a table with a row for each operation. A minus sign marks unused parts. */
export function printTable({ operations }: Coverage): void {
  const format = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([name, count]) => (count > 0 ? `${escapeText(name)} ${count}` : `−${escapeText(name)}`))
      .join(", ");
  const rows = Object.entries(operations).map(([id, { calls, parameters, examples, responses }]) => {
    const parts = { calls, parameters: format(parameters), examples: format(examples), responses: format(responses) };
    return [calls > 0 ? escapeText(id) : `−${escapeText(id)}`, parts] as const;
  });
  new Console(process.stderr).table(Object.fromEntries(rows));
}
