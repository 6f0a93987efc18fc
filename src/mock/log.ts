import { Console } from "node:console";
import type { Coverage } from "../core/coverage.ts";
import type { MockResponse } from "../core/exchange.ts";
import { escapeText } from "../core/text.ts";

/** How much the mock logs on stderr: nothing, warnings, or also a line for every request. */
export type LogLevel = "silent" | "warn" | "info";
export const logLevels: readonly LogLevel[] = ["silent", "warn", "info"];

/** The path isn't in the line: someone may have put a token there. */
export function formatLogLine(
  method: string,
  { status, headers, fault, rejection }: MockResponse,
): string {
  // The id of a stub has its method.
  const name = (headers["mock-operation"] ?? "no operation").replace(`${method} `, "");
  const origin = rejection ?? headers["mock-example"] ?? headers["mock-source"];
  const parts = [method, name, ...(fault === "reset" ? [] : [status, origin])];
  if (fault) parts.push(`fault ${fault}`);
  if (headers["mock-undeclared"]) parts.push(`undeclared ${headers["mock-undeclared"]}`);
  return escapeText(parts.join(" "));
}

/** Prints coverage on stderr, as a table with a row for each operation. */
export function printTable({ operations }: Coverage): void {
  const format = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([name, count]) => (count > 0 ? `${escapeText(name)} ${count}` : `−${escapeText(name)}`))
      .join(", ");
  const rows = Object.entries(operations).map(
    ([id, { calls, parameters, examples, responses }]) => {
      const parts = {
        calls,
        parameters: format(parameters),
        examples: format(examples),
        responses: format(responses),
      };
      return [calls > 0 ? escapeText(id) : `−${escapeText(id)}`, parts] as const;
    },
  );
  console.error("Coverage, with the number of uses. A − marks what no request has used:");
  new Console(process.stderr).table(Object.fromEntries(rows));
}
