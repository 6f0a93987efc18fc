import type { Report } from "./report.ts";

/** For programs. */
export function json({ verdict, verification }: Report): string {
  const { code: exitCode, sentence } = verdict;
  return `${JSON.stringify({ exitCode, sentence, ...verification }, null, 2)}\n`;
}
