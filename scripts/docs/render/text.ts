import { Marked, type Tokens } from "marked";
import type { Link } from "../links.ts";
import { escapeHtml } from "./escape.ts";
import { highlight } from "./highlight.ts";

/** Creates the function that renders Markdown. Of HTML, pictures and links without a target in it, only words stay. */
export function textRenderer(link: Link): (markdown: string) => string {
  const converter = new Marked({
    renderer: {
      html: () => "",
      heading({ tokens, depth }) {
        return `<h${depth}>${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const target = link(href);
        return target === undefined ? words : `<a href="${escapeHtml(target)}">${words}</a>`;
      },
      // A picture would be loaded from another host.
      image: ({ text }) => escapeHtml(text),
      code: ({ lang = "", text }) => renderCodeBlock(lang, text),
      // A table that is wider than the screen scrolls by itself.
      table({ header, rows }) {
        const row = (cells: Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join("")}</tr>`;
        return renderTable(row(header, "th"), rows.map((cells) => row(cells, "td")).join("\n"));
      },
    },
  });
  return (markdown) => converter.parse(markdown, { async: false });
}

export const renderTable = (head: string, body: string): string =>
  `<div class="table" role="group" aria-label="Table" tabindex="0"><table><thead>${head}</thead>\n<tbody>${body}</tbody></table></div>\n`;

/** Renders plain words, with `code` between backticks. */
export const renderInlineCode = (words: string): string =>
  words
    .split("`")
    .map((part, index) => (index % 2 ? `<code>${escapeHtml(part)}</code>` : escapeHtml(part)))
    .join("");

/** Renders code that scrolls by itself, with a label above it and a copy button. */
export const renderCodeBlock = (language: string, code: string, label = language): string =>
  `<div class="code box">${label ? `<small>${escapeHtml(label)}</small>` : ""}<pre tabindex="0"><code>${highlight(code, language)}</code></pre>${copyButton}</div>\n`;

/** A button that copies the text of the element before it. */
export const copyButton = '<button type="button" class="copy">Copy</button>';
