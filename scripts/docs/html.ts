import type { Contract } from "../contract.ts";
import { type Asset, bundled, hashed } from "./assets.ts";
import { contentsHtml } from "./contents.ts";
import { describedContract } from "./described.ts";
import { escapeHtml } from "./escape.ts";
import { homeHtml } from "./home.ts";
import { pageLinks, relative, wholeId, wholeLinks } from "./links.ts";
import { pageMarkdown } from "./markdown.ts";
import { operationHtml } from "./operation-page.ts";
import { headingSlug } from "./places.ts";
import { playground } from "./playground.ts";
import { redocPage } from "./redocly.ts";
import { searchScript } from "./search.ts";
import { pageWith, type Shell } from "./shell.ts";
import { operationIndex } from "./sidebar.ts";
import { type Page, textFile } from "./site.ts";
import { testServerScript } from "./test-server.ts";

/** The pages as HTML, each complete before any script, and what they load. */
export async function htmlFiles(
  contract: Contract,
  pages: Page[],
  site: URL | undefined,
): Promise<Record<string, string>> {
  const [theme, script, redoc, tryIt, testServer] = await Promise.all([
    bundled("theme.css", "theme/index.css"),
    bundled("page.js", "in-page/page.ts"),
    redocPage(describedContract(contract)),
    bundled("playground.js", "in-page/playground/playground.ts"),
    testServerScript(contract),
  ]);
  const operations = hashed(
    "operations.js",
    `var referenceOperations = ${JSON.stringify(operationIndex(contract, pages))};\n`,
  );
  const link = pageLinks(contract, pages);
  const contentOf = (page: Page): Content => {
    const linked = (href: string) => link(page.file, href);
    const marked = pageMarkdown({ link: linked, heading: headingId() });
    const located = page.entry?.located;
    if (located) {
      const parts = operationHtml(page.text, marked);
      const from = ({ name }: Asset) => relative(page.file, name);
      const form = `${playground(contract, located, from(testServer))}<script defer src="${from(tryIt)}"></script>`;
      const html = operationArticle(page, parts, form);
      return { page, html, text: `${parts.introduction}${parts.definition}` };
    }
    const text = marked.parse(page.text, { async: false });
    if (page.kind === "home") {
      const html = homeHtml(contract, pages, text);
      return { page, html, text: html };
    }
    const contents = contentsHtml(page.text, marked, headingId());
    const html = text.replace("</h1>\n", (end) => end + contents);
    return { page, html: `<article class="text">${actions(page)}${html}</article>`, text };
  };
  const contents = pages.map(contentOf);
  const search = await searchScript(contents);
  const shell: Shell = {
    ...{ contract, pages, site, theme: theme.name, search: search.name },
    scripts: [operations.name, script.name],
  };
  const assets = [theme, operations, script, tryIt, testServer, search];
  return {
    ...Object.fromEntries(contents.map(({ page, html }) => [page.file, pageWith(shell, page, html)])),
    "whole.html": wholePage(shell),
    "404.html": notFoundPage(shell),
    "redoc.html": redoc,
    ...Object.fromEntries(assets.map(({ name, content }) => [name, content])),
  };
}

/** The content of a page, and the part of it that a search looks through. */
interface Content {
  page: Page;
  html: string;
  text: string;
}

/** The ids of headings below the title, each once. */
function headingId() {
  const ids = new Set<string>();
  return (text: string, depth: number) => {
    const id = headingSlug(text);
    if (depth === 1 || ids.has(id)) return undefined;
    ids.add(id);
    return id;
  };
}

/** What a reader can do with a page as a whole. */
const actions = ({ file, address, entry }: Page) =>
  `<div class="actions">${entry?.located ? `<a href="${relative(file, "redoc.html")}${address}">Open in Redoc</a>` : ""}<button type="button" class="copy-page" hidden>Copy as Markdown</button><a href="${relative(file, textFile(file))}">View as Markdown</a></div>`;

/** An operation: what it does, how to call it, a playground, and what goes in and comes out. */
function operationArticle(
  page: Page,
  { introduction, calls, definition, examples }: ReturnType<typeof operationHtml>,
  form: string,
): string {
  return `<article class="operation"><div class="columns">
<div class="introduction">${actions(page)}${introduction}</div>
<div class="right">${calls}${form}${examples}</div>
<div class="definition">${definition}</div>
</div></article>`;
}

/** All pages in one, for print and for searching the whole. */
function wholePage(shell: Shell): string {
  const { contract, pages } = shell;
  const link = wholeLinks(contract, pages);
  const ids = new Set<string>();
  const sections = pages.map((page) => {
    const marked = pageMarkdown({
      link: (href) => link(page.file, href),
      heading: (text, depth) => wholeId(page.file, depth === 1 ? undefined : headingSlug(text)),
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

/** What a host shows for an address that nothing has, at any depth: its links begin at the root of the site. */
function notFoundPage(shell: Shell): string {
  const page: Page = {
    kind: "index",
    address: "#/404",
    file: "404.html",
    title: "Page not found",
    text: "# Page not found",
  };
  const content = `<article class="text"><h1>Page not found</h1><p>Nothing has this address. Search, or go to <a href="index.html">the first page</a> or <a href="all-operations.html">all operations</a>.</p></article>`;
  return pageWith({ ...shell, site: undefined }, page, content)
    .replace(/\s*<link rel="alternate" type="text\/markdown".*/, "")
    .replaceAll(/((?:href|src|data-root|data-search)=")(?![a-z]+:|#|\/)/g, `$1${shell.site?.pathname ?? "/"}`);
}
