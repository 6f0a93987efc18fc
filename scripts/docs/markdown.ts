import { Marked, type RendererObject, type Tokens } from "marked";
import { escapeHtml } from "./escape.ts";
import { highlight } from "./highlight.ts";

/** An unknown where it is marked. */
export const unknownText = (id: string, description: string): string => `**Unknown:** ${description} (\`${id}\`).`;

/** Lines that begin with "Unknown", as one block of Markdown. */
export function foldedText(lines: string[]): string {
  if (lines.length <= 2) return lines.join("\n\n");
  // With a bullet of its own, it doesn't become part of a list that follows.
  return [`* **${lines.length} unknowns**`, ...lines.map((line) => `  - ${line}`)].join("\n");
}

interface UnknownToken extends Tokens.Generic {
  id?: string;
}

const contribute = "#/contribute-a-fact";

/**
 * HTML of Markdown. An unknown becomes an element that links can lead to: `attributes` has its data, id and class.
 * @param link Where a link leads.
 */
function htmlRenderer(
  renderer: RendererObject,
  attributes: (id: string) => string,
  link = (href: string) => href,
): Marked {
  const marked = new Marked({
    extensions: [
      {
        name: "unknown",
        level: "inline",
        start: (text) => text.indexOf("**Unknown:** "),
        tokenizer(text) {
          const [raw, all = ""] = /^\*\*Unknown:\*\* ([^\n]+)/.exec(text) ?? [];
          if (!raw) return undefined;
          const [, description = all, id] = /^(.+) \(`([a-z0-9-]+)`\)\.$/.exec(all) ?? [];
          return { type: "unknown", raw, id, tokens: this.lexer.inlineTokens(id ? `${description}.` : description) };
        },
        renderer(token) {
          const { id, tokens = [] } = token as UnknownToken;
          const text = `<b>Unknown:</b> ${this.parser.parseInline(tokens)}`;
          if (!id) return `<span class="unknown">${text}</span>`;
          const share = `<a class="share" href="#${id}" title="Link to this unknown">${id}</a>`;
          return `<span class="unknown" ${attributes(id)}>${text} ${share} <a class="contribute" href="${link(contribute)}">Know it?</a></span>`;
        },
      },
    ],
  });
  marked.use({
    renderer: {
      // A list whose first words are a number of unknowns is folded.
      listitem({ tokens: [first, ...rest], text }) {
        if (!first || !/^\*\*\d+ unknowns\*\*\n/.test(text)) return false;
        return `<li><details class="unknowns"><summary>${this.parser.parse([first])}</summary>${this.parser.parse(rest)}</details></li>\n`;
      },
    },
  });
  // What was registered last is asked first.
  return marked.use({ renderer });
}

export interface PageRendering {
  /** Where a link leads. */
  link(href: string): string;
  /** The id of a heading, from its text. Default: no heading has one. */
  heading?(text: string, depth: number): string | undefined;
  /** The ids that the page has so far: the first that asks for one gets it. */
  ids?: Set<string>;
}

/** Renders the Markdown of pages. A row of a list that begins with the name of a field or an option has an id, too. */
export function pageMarkdown({ link, heading, ids = new Set() }: PageRendering): Marked {
  let section: string | undefined;
  const idOnce = (id = "") => {
    if (id === "" || ids.has(id)) return "";
    ids.add(id);
    return ` id="${escapeHtml(id)}"`;
  };
  const rowId = (name: string) => (name ? idOnce([section, name].filter(Boolean).join(".")) : "");
  return htmlRenderer(
    {
      heading({ tokens, depth, text }) {
        section = heading?.(text, depth);
        return `<h${depth}${idOnce(section)}>${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      listitem(item) {
        const name = rowName(item);
        if (!name) return false;
        return `<li${rowId(name)}>${this.parser.parse(item.tokens)}</li>\n`;
      },
      link({ href, tokens }) {
        return `<a href="${escapeHtml(link(href))}">${this.parser.parseInline(tokens)}</a>`;
      },
      code: ({ lang = "", text }) => codeBlock(lang, text),
      // A table that is wider than the screen scrolls by itself.
      table({ header, rows }) {
        const row = (cells: Tokens.TableCell[], tag: string) =>
          `<tr${rowId(cellName(cells[0]))}>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join("")}</tr>`;
        const body = rows.map((cells) => row(cells, "td")).join("\n");
        return `<div class="table" role="group" aria-label="Table" tabindex="0"><table><thead>${row(header, "th")}</thead>\n<tbody>${body}</tbody></table></div>\n`;
      },
    },
    (id) => `data-unknown="${id}"${idOnce(id)}`,
    link,
  );
}

/** What a row of a list is about: the code that it begins with, where a type or a presence follows in brackets. */
function rowName({ tokens: [first] }: Tokens.ListItem): string {
  const [code, after] = (first as Partial<Tokens.Text> | undefined)?.tokens ?? [];
  if (code?.type !== "codespan" || !after?.raw.startsWith(" (")) return "";
  return idOf((code as Tokens.Codespan).text);
}

/** What a row of a table is about: the code in its first cell. */
const cellName = (cell?: Tokens.TableCell): string =>
  cell?.tokens[0]?.type === "codespan" ? idOf((cell.tokens[0] as Tokens.Codespan).text) : "";

const idOf = (code: string): string => code.replaceAll("[]", "").replaceAll(/[^\w.$-]+/g, "-");

/** Code that scrolls by itself, with its language above it and room for the button that copies it. */
export const codeBlock = (language: string, code: string, label = language): string =>
  `<div class="code"${label ? ` data-language="${escapeHtml(label)}"` : ""}><pre tabindex="0"><code>${highlight(code, language)}</code></pre></div>\n`;
