import type { Coverage } from "../core/coverage.ts";

/** Renders coverage as a table with a row for each operation. A minus sign marks unused parts. */
export function renderTable({ operations }: Coverage): string {
  const format = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([name, count]) => (count > 0 ? `${name} ${count}` : `−${name}`))
      .join(", ");
  const rows = Object.entries(operations).map(
    ([id, { calls, parameters, examples, responses }]) =>
      [`${calls > 0 ? " " : "−"}${id} ${calls}`, format(parameters), format(examples), format(responses)] as const,
  );
  const tableRows = [["operation, calls", "parameters", "examples", "responses"] as const, ...rows];
  const width = (column: number) => Math.max(...tableRows.map((row) => row[column]?.length ?? 0));
  return tableRows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(width(column)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
