import type { Report } from "../verdict.ts";
import { renderJunit } from "./junit.ts";
import { renderMarkdown } from "./markdown.ts";
import { renderSarif } from "./sarif.ts";
import { renderText } from "./text.ts";

/** The renderers of reports, by the name of the format. */
export const renderers = {
  text: renderText,
  json: renderJson,
  markdown: renderMarkdown,
  junit: renderJunit,
  sarif: renderSarif,
};

/** Renders a report as JSON, for programs. */
function renderJson({ verdict, result }: Report): string {
  const { code: exitCode, sentence } = verdict;
  return `${JSON.stringify({ exitCode, sentence, ...result }, null, 2)}\n`;
}
