import type { Report } from "./report.ts";

/** Renders a report as JSON, for programs. */
export function renderJson({ verdict, verification }: Report): string {
  const { code: exitCode, sentence } = verdict;
  return `${JSON.stringify({ exitCode, sentence, ...verification }, null, 2)}\n`;
}
