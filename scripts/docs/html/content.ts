import { memoizeByRef } from "../../../src/openapi/cache.ts";
import { type Html, html } from "../../tools/html.ts";
import { createLink, toRelativePath } from "../links.ts";
import { deletesByName } from "../model/name-only.ts";
import { type Block, createPage, type Heading, markdownFileOf, type Page } from "../model/page.ts";
import { areaOf, type IndexedPage, toSlug, unknownsFile } from "../model/site-map.ts";
import { searchEntriesOf } from "../search.ts";
import {
  blockRenderer,
  copyButton,
  createRenderer,
  renderInlineCode,
  renderMethod,
} from "./blocks.ts";
import { type Frame, type PageOptions, renderPage } from "./frame.ts";
import { renderPlayground, tryIt } from "./playground.ts";

/** Renders the content of a page. Each is complete without a script. */
export function renderContent(
  page: Page,
  pages: Page[] = [],
  { repository }: PageOptions = {},
): Html {
  const link = createLink(page.file, undefined, repository);
  const render = blockRenderer(link, page.kind === "package" ? typeAddresses(pages) : undefined);
  const { file, title, entry, call, facts = [], blocks } = page;
  const introduction = blocks.slice(0, Math.max(0, blocks.findIndex(isSection)));
  const rest = blocks.slice(introduction.length);
  const layout = layouts[page.kind] ?? "text";
  const isText = layout === "text";
  const headings = rest.filter((block) => block.kind === "heading");
  const contents = renderContents([
    ...(isText ? headings : headings.filter(isSection)),
    ...(call ? [tryIt] : []),
  ]);
  const prose = html`<div class="prose">${introduction.map(render)}</div>`;
  const { renderInline } = createRenderer(link);
  const factList = facts.map((fact) => html`<li>${renderInline(fact)}</li>`);
  const filter =
    file === unknownsFile &&
    html`<input type="search" class="filter" placeholder="Filter the unknowns" aria-label="Filter the unknowns"><p role="status"></p><button type="button" data-search hidden>Search the reference</button>`;
  const actions = renderActions(page);
  const sequence = renderSequence(page, pages);
  return html`<article class="${layout}${isText && contents && " columns"}">
<header><div class="row"><h1>${renderInlineCode(title)}</h1><button type="button" class="copy" data-file="${markdownFileOf(file)}">Copy as Markdown</button></div>
${entry && renderEndpoint(entry)}
${facts.length > 0 && html`<ul class="facts row" role="list">${factList}</ul>`}
${prose}</header>
${contents}
${isText ? html`<div class="prose">${filter}${rest.map(render)}${actions}${sequence}</div>` : splitSections(rest).map((part) => renderSection(part, render))}
${call && renderPlayground(call, entry?.operation?.responses ?? [], toRelativePath(file, "test-server.js"))}
${!isText && html`${actions}${sequence}`}
</article>`;
}

/** The addresses of the types that the pages of the package describe, by name. */
const typeAddresses = memoizeByRef(
  (pages: Page[]) =>
    new Map(
      pages
        .filter(({ kind }) => kind === "package")
        .flatMap(searchEntriesOf)
        .map(({ title, address }) => [title, `/${address}`] as const)
        .filter(([title]) => /^[A-Z]\w+$/.test(title))
        .reverse(),
    ),
);

/** Pages whose code is beside what it shows. All others are texts. */
const layouts: { [Kind in Page["kind"]]?: string } = {
  home: "home",
  operation: "operation",
  webhook: "operation",
};

const isSection = (block: Block): block is Heading => block.kind === "heading" && block.level === 2;

function renderEndpoint(entry: IndexedPage): Html {
  const { method, operation } = entry;
  const path = operation
    ? html`<code>${operation.path.split(/(?<=\/)/).map((part) => html`${part}<wbr>`)}</code>${copyButton("the path")}`
    : html`<small>path unknown</small>`;
  return html`<div class="endpoint box row">${renderMethod(method, deletesByName(entry))}${path}</div>`;
}

function renderActions({ file, entry }: Page): Html {
  const operation = entry?.operation;
  const redoc =
    operation &&
    toRelativePath(file, "redoc.html") + redocFragment(areaOf(operation), operation.id);
  const markdown = toRelativePath(file, markdownFileOf(file));
  return html`<p class="actions row">${redoc !== undefined && html`<a class="button" href="${redoc}">Open in Redoc</a>`}<a class="button" href="${markdown}">View as Markdown</a></p>`;
}

/** Renders the links to the pages before and after a page, in reading order. */
function renderSequence(page: Page, pages: Page[]): Html {
  const index = pages.indexOf(page);
  const links = [
    [pages[index - 1], "Previous", "prev"],
    [pages[index + 1], "Next", "next"],
  ] as const;
  return html`<nav class="sequence" aria-label="Previous and next page">${links.map(
    ([target, words, rel]) =>
      target &&
      html`<a href="${toRelativePath(page.file, target.file)}" rel="${rel}"><small>${words}</small> ${renderInlineCode(target.title)}</a>`,
  )}</nav>`;
}

/** Of an area whose slug Redoc may write in another way, its page opens at the top. */
const redocFragment = (area: string, id: string): string =>
  /^[A-Za-z0-9]+([ &-]+[A-Za-z0-9]+)*$/.test(area) ? `#/${toSlug(area)}/${toSlug(id)}` : "";

/** Renders the links to the headings of a page, if they are several. */
function renderContents(sections: Heading[]): Html | false {
  const links = sections.map(
    ({ id, title, level }) =>
      html`<li${level > 2 && html` class="inner"`}><a href="#${id}">${renderInlineCode(title)}</a></li>`,
  );
  return (
    links.length > 3 &&
    html`<nav class="on-this-page" aria-labelledby="on-this-page"><h2 id="on-this-page">On this page</h2><ul role="list">${links}</ul></nav>`
  );
}

function splitSections(blocks: Block[]): Block[][] {
  const starts = blocks.flatMap((block, index) => (isSection(block) || index === 0 ? [index] : []));
  return starts.map((start, index) => blocks.slice(start, starts[index + 1]));
}

/** Renders a section of an operation: its heading, then what it says, and its code beside that. */
function renderSection(blocks: Block[], render: (block: Block) => Html): Html {
  const [code, words] = [blocks.filter(isCode), blocks.filter((block) => !isCode(block))];
  if (code.length === 0) return html`<section>${words.map(render)}</section>`;
  const [heading, ...others] = words;
  return html`<section class="columns">${heading && render(heading)}<div>${others.map(render)}</div><div>${code.map(render)}</div></section>`;
}

const isCode = ({ kind }: Block) => kind === "code";

/**
 * Renders the page for an unknown address at any depth: its links begin at the root of the site.
 */
export function renderNotFound(frame: Frame): string {
  const file = new URL("404.html", frame.options.site ?? "http://localhost/").pathname;
  const words =
    "There is no page at this address. Go to [the start page](/index.html) or to [all operations](/all-operations.html).";
  const page = createPage("index", file, "Page not found", "Page not found.", []);
  const text = createRenderer(createLink(file)).renderText(words);
  return renderPage(
    frame,
    page,
    html`<article class="text"><div class="prose"><h1>${page.title}</h1>${text}<p><button type="button" data-search>Search the reference</button></p></div></article>`,
  );
}
