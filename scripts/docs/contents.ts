import type { Marked } from "marked";

/** The contents of a page with more than three sections, from its Markdown. `id` is that of a heading. */
export function contentsHtml(
  markdown: string,
  marked: Marked,
  id: (text: string, depth: number) => string | undefined,
): string {
  const sections = marked
    .lexer(markdown)
    .flatMap((token) => (token.type === "heading" && token["depth"] === 2 ? [token] : []));
  if (sections.length <= 3) return "";
  const links = sections.map(
    ({ text }) => `<li><a href="#${id(text, 2)}">${marked.parseInline(text, { async: false })}</a></li>`,
  );
  return `<nav class="on-this-page" aria-label="On this page"><ul>${links.join("\n")}</ul></nav>\n`;
}
