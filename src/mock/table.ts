import { Console } from "node:console";
import type { Coverage } from "../core/coverage.ts";

/** Prints coverage on stderr, as a table with a row for each operation. A minus sign marks unused parts. */
export function printTable({ operations }: Coverage): void {
  const format = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([name, count]) => (count > 0 ? `${name} ${count}` : `−${name}`))
      .join(", ");
  const rows = Object.entries(operations).map(([id, { calls, parameters, examples, responses }]) => {
    const parts = { calls, parameters: format(parameters), examples: format(examples), responses: format(responses) };
    return [calls > 0 ? id : `−${id}`, parts] as const;
  });
  new Console(process.stderr).table(Object.fromEntries(rows));
}
