import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import python from "highlight.js/lib/languages/python";
import typescript from "highlight.js/lib/languages/typescript";
import yaml from "highlight.js/lib/languages/yaml";
import { Marked, Renderer } from "marked";
import { escapeHtml } from "../../tools/escape.ts";
import type { Link } from "../links.ts";

for (const [name, language] of Object.entries({ bash, javascript, json, python, typescript, yaml }))
  hljs.registerLanguage(name, language);

/** Creates the function that renders Markdown. Of HTML, pictures and links without a target in it, only words stay. */
export function textRenderer(link: Link): (markdown: string) => string {
  const converter = new Marked({
    renderer: {
      html: () => "",
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const target = link(href);
        return target === undefined ? words : `<a href="${escapeHtml(target)}">${words}</a>`;
      },
      // A picture would be loaded from another host.
      image: ({ text }) => escapeHtml(text),
      code: ({ lang = "", text }) => renderCodeBlock(lang, text),
      table(table) {
        return renderScrollable(Renderer.prototype.table.call(this, table));
      },
    },
  });
  return (markdown) => converter.parse(markdown, { async: false });
}

/** Renders the box of a table, which scrolls by itself if it is wider than the screen. */
export const renderScrollable = (table: string, classes = "table"): string =>
  `<div class="${classes}" role="group" aria-label="Table" tabindex="0">${table}</div>\n`;

export const renderInlineCode = (words: string): string =>
  words
    .split("`")
    .map((part, index) => (index % 2 ? `<code>${escapeHtml(part)}</code>` : escapeHtml(part)))
    .join("");

/** Renders code that scrolls by itself, with a label above it and a copy button. */
export const renderCodeBlock = (language: string, code: string, label = language): string =>
  `<div class="code box">${label ? `<small>${escapeHtml(label)}</small>` : ""}<pre tabindex="0"><code>${highlight(code, language)}</code></pre>${copyButton}</div>\n`;

export const copyButton = '<button type="button" class="copy">Copy</button>';

/** Marks the parts of a name-only call that the reader replaces. */
const markGaps = (html: string) => html.replaceAll(/\{(?:path|method)\}/g, "<mark>$&</mark>");

const highlight = (code: string, language: string): string =>
  hljs.getLanguage(language) ? markGaps(hljs.highlight(code, { language }).value) : escapeHtml(code);
