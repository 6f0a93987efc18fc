import type { Contract } from "../contract.ts";
import { bundled, hashed } from "./assets.ts";
import { contentsHtml } from "./contents.ts";
import { escapeHtml } from "./escape.ts";
import { homeHtml } from "./home.ts";
import { pageLinks, relative, wholeId, wholeLinks } from "./links.ts";
import { pageMarkdown } from "./markdown.ts";
import { operationHtml } from "./operation-page.ts";
import { slug } from "./places.ts";
import { playgroundRequest } from "./playground.ts";
import { definitionOf } from "./presentation.ts";
import { redocScript } from "./redocly.ts";
import { pageWith, type Shell } from "./shell.ts";
import { operationIndex } from "./sidebar.ts";
import { type Page, textFile } from "./site.ts";

/** The pages as HTML, each complete before any script, and what they load. */
export async function htmlFiles(
  contract: Contract,
  pages: Page[],
  site: URL | undefined,
): Promise<Record<string, string>> {
  const [theme, script, redoc] = await Promise.all([
    bundled("theme.css", "theme/index.css"),
    bundled("page.js", "in-page/page.ts"),
    redocScript().then((code) => hashed("redoc.js", code)),
  ]);
  const operations = hashed(
    "operations.js",
    `var referenceOperations = ${JSON.stringify(operationIndex(contract, pages))};\n`,
  );
  const shell: Shell = { contract, pages, theme: theme.name, scripts: [operations.name, script.name], site };
  const link = pageLinks(contract, pages);
  const article = (page: Page) => {
    const linked = (href: string) => link(page.file, href);
    const marked = pageMarkdown({ link: linked, heading: headingId() });
    if (page.kind === "home") return homeHtml(contract, pages, marked.parse(page.text, { async: false }));
    if (page.entry?.located)
      return operationArticle(contract, page, operationHtml(page.text, marked), redoc.name, linked);
    const html = marked.parse(page.text, { async: false });
    const contents = contentsHtml(page.text, marked, headingId());
    return `<article class="text">${actions(page)}${html.replace("</h1>\n", (end) => end + contents)}</article>`;
  };
  return {
    ...Object.fromEntries(pages.map((page) => [page.file, pageWith(shell, page, article(page))])),
    "whole.html": wholePage(shell),
    ...Object.fromEntries([theme, operations, script, redoc].map(({ name, content }) => [name, content])),
  };
}

/** The ids of headings below the title, each once. */
function headingId() {
  const ids = new Set<string>();
  return (text: string, depth: number) => {
    const id = slug(text.replaceAll(/[`*]/g, "")).replaceAll(/^-|-$/g, "");
    if (depth === 1 || ids.has(id)) return undefined;
    ids.add(id);
    return id;
  };
}

/** What a reader can do with a page as a whole. */
const actions = ({ file }: Page) =>
  `<div class="actions"><button type="button" class="copy-page" hidden>Copy as Markdown</button><a href="${relative(file, textFile(file))}">View as Markdown</a></div>`;

/** An operation: what it does and how to call it, the playground, and what goes in and comes out, which Redoc takes over. */
function operationArticle(
  contract: Contract,
  page: Page,
  { head, parts }: ReturnType<typeof operationHtml>,
  redoc: string,
  link: (href: string) => string,
): string {
  const located = page.entry?.located;
  if (!located) return "";
  const definition = JSON.stringify(definitionOf(contract, located, link)).replaceAll("<", "\\u003c");
  const request = escapeHtml(JSON.stringify(playgroundRequest(contract, located)));
  return `<article class="operation">
${actions(page)}
${head}
<section class="playground" data-request="${request}"></section></div></div>
<section class="definition" data-redoc="${relative(page.file, redoc)}"><div class="static">
${parts}
</div><script type="application/json">${definition}</script></section>
</article>`;
}

/** All pages in one, for print and for searching the whole. */
function wholePage(shell: Shell): string {
  const { contract, pages } = shell;
  const link = wholeLinks(contract, pages);
  const ids = new Set<string>();
  const sections = pages.map((page) => {
    const marked = pageMarkdown({
      link: (href) => link(page.file, href),
      heading: (text, depth) => wholeId(page.file, depth === 1 ? undefined : slug(text)),
      ids,
    });
    return `<section>${marked.parse(page.text, { async: false })}</section>`;
  });
  const contents = pages.map(({ file, title }) => `<li><a href="#${wholeId(file)}">${escapeHtml(title)}</a></li>`);
  const page: Page = {
    kind: "index",
    address: "#/whole",
    file: "whole.html",
    title: "All on one page",
    text: `# All on one page\n\nThe whole reference on one page.`,
  };
  const content = `<article class="text whole"><h1>${escapeHtml(contract.info.title)}</h1>\n<ul class="contents">${contents.join("\n")}</ul>\n${sections.join("\n")}</article>`;
  return pageWith(shell, page, content).replaceAll('href="whole.md"', 'href="llms-full.txt"');
}
