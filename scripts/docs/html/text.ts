import hljs from "highlight.js/lib/common";
import { Marked, Renderer } from "marked";
import { escapeHtml, Html, html } from "../../tools/escape.ts";
import type { Link } from "../links.ts";

/** Creates the function that renders Markdown. Of HTML, pictures and links without a target in it, only words stay. */
export function textRenderer(link: Link): (markdown: string) => Html {
  const converter = new Marked({
    renderer: {
      html: () => "",
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const target = link(href);
        return target === undefined ? words : html`<a href="${target}">${new Html(words)}</a>`.source;
      },
      // A picture would be loaded from another host.
      image: ({ text }) => escapeHtml(text),
      code: ({ lang = "", text }) => renderCodeBlock(lang, text).source,
      table(table) {
        const source = new Html(Renderer.prototype.table.call(this, table));
        // A table that is wider than the screen scrolls by itself.
        return html`<div class="table" role="group" aria-label="Table" tabindex="0">${source}</div>`.source;
      },
    },
  });
  return (markdown) => new Html(converter.parse(markdown, { async: false }));
}

export const renderInlineCode = (words: string): Html =>
  new Html(escapeHtml(words).replaceAll(/`([^`]*)`/g, "<code>$1</code>"));

/** Renders code that scrolls by itself, with a label above it and a copy button. */
export const renderCodeBlock = (language: string, code: string, label = language.replace(/^sh$/, "bash")): Html =>
  html`<div class="code box">${label !== "" && html`<small>${label}</small>`}<pre tabindex="0"><code>${highlight(code, language)}</code></pre>${copyButton}</div>`;

export const copyButton = html`<button type="button" class="copy">Copy</button>`;

/** Marks the parts of a name-only call that the reader replaces. */
const markGaps = (source: string) => source.replaceAll(/\{(?:path|method)\}/g, "<mark>$&</mark>");

const highlight = (code: string, language: string): Html | string =>
  hljs.getLanguage(language) ? new Html(markGaps(hljs.highlight(code, { language }).value)) : code;
