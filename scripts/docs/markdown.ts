import { Marked, type RendererObject, type Tokens } from "marked";
import { escapeHtml } from "./escape.ts";
import { slug } from "./places.ts";

/** An unknown, wherever a page or a text names it. */
export const unknownText = (id: string, description: string): string => `**Unknown** (\`${id}\`): ${description}.`;

interface UnknownToken extends Tokens.Generic {
  id: string;
}

/** HTML of Markdown. An unknown becomes an element that links can lead to: `attributes` has its data, id and class. */
function htmlRenderer(renderer: RendererObject, attributes: (id: string) => string): Marked {
  return new Marked({
    renderer,
    extensions: [
      {
        name: "unknown",
        level: "inline",
        start: (text) => text.indexOf("**Unknown** (`"),
        tokenizer(text) {
          const [raw, id = "", description = ""] = /^\*\*Unknown\*\* \(`([\w-]+)`\): ([^\n]+)/.exec(text) ?? [];
          return raw ? { type: "unknown", raw, id, tokens: this.lexer.inlineTokens(description) } : undefined;
        },
        renderer(token) {
          const { id, tokens = [] } = token as UnknownToken;
          return `<span class="unknown" ${attributes(id)}><b>Unknown:</b> ${this.parser.parseInline(tokens)}</span>`;
        },
      },
    ],
  });
}

const redoc = htmlRenderer(
  {
    // Redoc would make a section of each heading, far apart and rendered late.
    heading({ tokens }) {
      return `<h3>${this.parser.parseInline(tokens)}</h3>\n`;
    },
    // Redoc's search joins the texts of elements: the space keeps their words apart.
    strong({ tokens }) {
      return `<strong> ${this.parser.parseInline(tokens)}</strong>`;
    },
    em({ tokens }) {
      return `<em> ${this.parser.parseInline(tokens)}</em>`;
    },
    // Tables and code stay Markdown, which Redoc frames. The box holds the copy button, which the code would scroll away.
    code: ({ lang = "", text }) => `\n\n<div class="code">\n\n\`\`\`${lang}\n${text}\n\`\`\`\n\n</div>\n\n`,
    table: ({ raw }) => `\n\n${raw.trim()}\n\n`,
  },
  (id) => `data-unknown="${id}"`,
);

/** Markdown as a description that Redoc shows. */
export const describe = (markdown: string): string => redoc.parse(markdown, { async: false }).trim();

/** The same for a description within a line. */
export const describeInline = (markdown: string): string => redoc.parseInline(markdown, { async: false });

export interface PageRendering {
  /** Where a link leads. */
  link(href: string): string;
  /** The id of a heading, from its text. Default: no heading has one. */
  heading?(text: string, depth: number): string | undefined;
  /** The ids that the page has so far: the first that asks for one gets it. */
  ids?: Set<string>;
}

/** Renders the Markdown of pages. */
export function pageMarkdown({ link, heading, ids = new Set() }: PageRendering): Marked {
  const idOnce = (id = "") => {
    if (id === "" || ids.has(id)) return "";
    ids.add(id);
    return ` id="${escapeHtml(id)}"`;
  };
  const rowId = (kind: "field" | "row", name: string) => {
    const id = `${kind}-${slug(name).replaceAll(/^-|-$/g, "")}`;
    let count = 1;
    while (ids.has(count === 1 ? id : `${id}-${count}`)) count++;
    return idOnce(count === 1 ? id : `${id}-${count}`);
  };
  return htmlRenderer(
    {
      heading({ tokens, depth, text }) {
        return `<h${depth}${idOnce(heading?.(text, depth))}>${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        return `<a href="${escapeHtml(link(href))}">${this.parser.parseInline(tokens)}</a>`;
      },
      code: ({ lang = "", text }) => codeBlock(lang, text),
      // A field can be linked to, and found.
      listitem({ tokens, text }) {
        const [, name] = /^(?:`|\*\*)([^`*]+)(?:`|\*\*, name unknown) \(`/.exec(text) ?? [];
        return `<li${name ? rowId("field", name) : ""}>${this.parser.parse(tokens)}</li>\n`;
      },
      // A table that is wider than the screen scrolls by itself.
      table({ header, rows }) {
        const row = (cells: Tokens.TableCell[], tag: string) =>
          `<tr${cells[0]?.tokens[0]?.type === "codespan" ? rowId("row", cells[0].text) : ""}>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join("")}</tr>`;
        const body = rows.map((cells) => row(cells, "td")).join("\n");
        return `<div class="table"><table><thead>${row(header, "th")}</thead>\n<tbody>${body}</tbody></table></div>\n`;
      },
    },
    (id) => `data-unknown="${id}"${idOnce(id)}`,
  );
}

/** Code that scrolls by itself, with its language above it and room for the button that copies it. */
export const codeBlock = (language: string, code: string): string =>
  `<div class="code"${language ? ` data-language="${escapeHtml(language)}"` : ""}><pre tabindex="0"><code>${escapeHtml(code)}</code></pre></div>\n`;
