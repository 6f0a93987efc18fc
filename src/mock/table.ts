import type { Coverage } from "../core/coverage.ts";

/** Coverage as a table with a row for each operation. A minus sign marks what was not used. */
export function table({ operations }: Coverage): string {
  const marks = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([name, count]) => (count > 0 ? `${name} ${count}` : `−${name}`))
      .join(", ");
  const rows = Object.entries(operations).map(
    ([id, { calls, parameters, examples, responses }]) =>
      [`${calls > 0 ? " " : "−"}${id} ${calls}`, marks(parameters), marks(examples), marks(responses)] as const,
  );
  const all = [["operation, calls", "parameters", "examples", "responses"] as const, ...rows];
  const width = (column: number) => Math.max(...all.map((row) => row[column]?.length ?? 0));
  return all
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(width(column)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
