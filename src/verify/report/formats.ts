import type { Report } from "../verdict.ts";
import { renderJunit } from "./junit.ts";
import { renderSarif } from "./sarif.ts";
import { renderMarkdown, renderText } from "./text.ts";

/** The renderers of reports, by the name of the format. The second argument is whether new facts fail, too. */
export const renderers = {
  text: renderText,
  json: (report: Report) => `${JSON.stringify(report, null, 2)}\n`,
  markdown: renderMarkdown,
  junit: renderJunit,
  sarif: renderSarif,
};
