import type { Answered } from "../testing/exchange.ts";

/** How much the mock logs, on stderr: nothing, warnings, or a line for every request as well. */
export type LogLevel = "silent" | "warn" | "info";
export const logLevels: readonly LogLevel[] = ["silent", "warn", "info"];

/** What the log tells of a request. No path: it may hold a token that nobody has told the mock of yet. */
export function line({
  attempt: { method, operation = "no operation", status, source, example },
  fault,
}: Answered): string {
  return [method, operation, status, example ?? source, ...(fault ? [`fault ${fault}`] : [])].join(" ");
}
