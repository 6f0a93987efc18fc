import type { Coverage } from "../testing/journal.ts";

/** What has been used, an operation a line; what has not is marked with a minus sign. */
export function table({ operations }: Coverage): string {
  const marks = (counts: Record<string, number>) =>
    Object.entries(counts)
      .map(([name, count]) => (count > 0 ? `${name} ${count}` : `−${name}`))
      .join(", ");
  const rows = Object.entries(operations).map(
    ([id, { calls, parameters, examples, answers }]) =>
      [`${calls > 0 ? " " : "−"}${id} ${calls}`, marks(parameters), marks(examples), marks(answers)] as const,
  );
  const all = [["operation, calls", "parameters", "examples", "answers"] as const, ...rows];
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
