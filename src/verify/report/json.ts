import type { Report } from "./report.ts";

/** For programs. */
export function json({ verdict, verification, skipped }: Report): string {
  const { facts, ...rest } = verification;
  const { code: exitCode, sentence } = verdict;
  return `${JSON.stringify({ exitCode, sentence, facts, ...rest, skipped }, null, 2)}\n`;
}
