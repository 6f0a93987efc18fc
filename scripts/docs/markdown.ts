import { Marked, type RendererObject, type Tokens } from "marked";

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

/**
 * Markdown as a page of its own, whose headings have the addresses given for their titles, in this order where two
 * agree. Its links lead where `link` says.
 */
export function pageHtml(
  markdown: string,
  addresses: (readonly [title: string, address: string])[],
  link: (href: string) => string,
): string {
  const byTitle = new Map<string, string[]>();
  for (const [title, address] of addresses) byTitle.set(title, [...(byTitle.get(title) ?? []), address]);
  const taken = new Set<string>();
  const idOnce = (id = "") => {
    if (id === "" || taken.has(id)) return "";
    taken.add(id);
    return ` id="${id}"`;
  };
  const page = htmlRenderer(
    {
      heading({ tokens, depth, text }) {
        return `<h${depth}${idOnce(byTitle.get(text)?.shift()?.slice(1))}>${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        return `<a href="${link(href)}">${this.parser.parseInline(tokens)}</a>`;
      },
    },
    (id) => `data-unknown="${id}"${idOnce(`unknown=${id}`)}`,
  );
  return page.parse(markdown, { async: false });
}
