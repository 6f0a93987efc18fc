import type { MockResponse } from "../core/exchange.ts";

/** How much the mock logs on stderr: nothing, warnings, or also a line for every request. */
export type LogLevel = "silent" | "warn" | "info";
export const logLevels: readonly LogLevel[] = ["silent", "warn", "info"];

export function formatLogLine(method: string, { status, headers }: MockResponse): string {
  const fault = headers["mock-fault"];
  const undeclared = headers["mock-undeclared"];
  return [
    method,
    headers["mock-operation"] ?? "no operation",
    status,
    headers["mock-example"] ?? headers["mock-source"],
    ...(fault ? [`fault ${fault}`] : []),
    ...(undeclared ? [`undeclared ${undeclared}`] : []),
  ].join(" ");
}
