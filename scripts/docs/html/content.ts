import type { Contract } from "../../contract/document.ts";
import { capitalize } from "../../contract/words.ts";
import { type Html, html } from "../../tools/html.ts";
import { createLink, toRelativePath } from "../links.ts";
import { areaOf, type IndexedPage, toSlug, unknownsFile } from "../model/addresses.ts";
import type { Block, Heading } from "../model/blocks.ts";
import { markdownFileOf, type Page } from "../model/page.ts";
import {
  blockRenderer,
  copyButton,
  renderInlineCode,
  renderMethod,
  textRenderer,
} from "./blocks.ts";
import { type Frame, type PageOptions, renderPage } from "./frame.ts";
import { renderHome } from "./home.ts";
import { renderPlayground } from "./playground.ts";

/** Renders the content of a page. Each is complete without a script. */
export function renderContent(
  contract: Contract,
  page: Page,
  { repository, mockUrl }: PageOptions = {},
): Html {
  const render = blockRenderer(createLink(page.file, undefined, repository));
  if (page.kind === "home") return renderHome(contract, html`${page.blocks.map(render)}`, mockUrl);
  const { file, title, entry, call, facts = [], blocks } = page;
  const introduction = blocks.slice(0, Math.max(0, blocks.findIndex(isSection)));
  const rest = blocks.slice(introduction.length);
  const isText = page.kind !== "operation" && page.kind !== "webhook";
  const contents = renderContents([
    ...rest.filter(isSection),
    ...(call ? [{ id: "try-it", title: "Try it" }] : []),
  ]);
  const factList = facts.map((fact) => html`<li>${renderInlineCode(capitalize(fact))}</li>`);
  const filter =
    file === unknownsFile &&
    html`<input type="search" class="filter" placeholder="Filter the unknowns" aria-label="Filter the unknowns"><p role="status"></p>`;
  const actions = renderActions(page);
  return html`<article class="${isText ? "text" : "operation"}${isText && contents && " columns"}">
<header><h1>${renderInlineCode(title)}</h1>
${entry && renderEndpoint(entry)}
${facts.length > 0 && html`<ul class="facts row" role="list">${factList}</ul>`}
<div class="prose">${introduction.map(render)}</div></header>
${contents}
${isText ? html`<div class="prose">${filter}${rest.map(render)}${actions}</div>` : splitSections(rest).map((part) => renderSection(part, render))}
${call && renderPlayground(call, entry?.operation?.responses ?? [], toRelativePath(file, "test-server.js"))}
${!isText && actions}
${call && html`<script defer src="${toRelativePath(file, "playground.js")}"></script>`}
</article>`;
}

const isSection = (block: Block): block is Heading => block.kind === "heading" && block.level === 2;

function renderEndpoint({ method, operation }: IndexedPage): Html {
  const path = operation
    ? html`<code>${operation.path.split(/(?<=\/)/).map((part) => html`${part}<wbr>`)}</code>${copyButton}`
    : html`<small>path unknown</small>`;
  return html`<div class="endpoint box row">${renderMethod(method)}${path}</div>`;
}

function renderActions({ file, entry }: Page): Html {
  const operation = entry?.operation;
  const redoc =
    operation &&
    `${toRelativePath(file, "redoc.html")}#/${toSlug(areaOf(operation))}/${toSlug(operation.id)}`;
  const markdown = toRelativePath(file, markdownFileOf(file));
  return html`<p class="actions row">${redoc !== undefined && html`<a class="button" href="${redoc}">Open in Redoc</a>`}<button type="button" class="copy" data-source="${markdown}">Copy as Markdown</button><a class="button" href="${markdown}">View as Markdown</a></p>`;
}

/** Renders the links to the sections of a page, if they are several. */
function renderContents(sections: Pick<Heading, "id" | "title">[]): Html | false {
  const links = sections.map(
    ({ id, title }) => html`<li><a href="#${id}">${renderInlineCode(title)}</a></li>`,
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
    "There is no page at this address. Search the reference, or go to [the start page](/index.html) or to [all operations](/all-operations.html).";
  const page: Page = {
    kind: "index",
    file,
    title: "Page not found",
    summary: "Page not found.",
    blocks: [],
  };
  const text = textRenderer(createLink(file))(words);
  return renderPage(
    frame,
    page,
    html`<article class="text"><div class="prose"><h1>${page.title}</h1>${text}</div></article>`,
  );
}
