import { renderJson } from "./json.ts";
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

export type Format = keyof typeof renderers;
