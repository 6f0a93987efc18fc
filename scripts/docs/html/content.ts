import type { Contract } from "../../contract/document.ts";
import { capitalize } from "../../contract/words.ts";
import { escapeHtml } from "../../tools/escape.ts";
import type { Asset } from "../bundle.ts";
import { createLink, toRelativePath } from "../links.ts";
import { toSlug } from "../model/addresses.ts";
import type { Block, Heading } from "../model/blocks.ts";
import { markdownFileOf, type Page } from "../model/page.ts";
import { blockRenderer, renderMethod } from "./blocks.ts";
import { type Frame, renderPage } from "./frame.ts";
import { renderHome } from "./home.ts";
import { renderPlayground } from "./playground.ts";
import { copyButton, renderInlineCode, textRenderer } from "./text.ts";

/** Renders the content of a page. Each is complete without a script. */
export function renderContent(contract: Contract, page: Page, playground: Asset): string {
  const render = blockRenderer(createLink(page.file));
  if (page.kind === "home") return renderHome(contract, page.blocks.map(render).join("\n"));
  if (page.kind !== "operation" && page.kind !== "webhook") return renderTextPage(page, render);
  const addressOf = (file: string) => toRelativePath(page.file, file);
  const responses = page.entry?.pathOperation?.responses ?? [];
  const form = page.call
    ? `${renderPlayground(page.call, responses, addressOf("test-server.js"))}<script defer src="${addressOf(playground.name)}"></script>`
    : "";
  return renderOperation(page, render, form);
}

function renderActions({ file, entry }: Page): string {
  const { operation } = entry?.pathOperation ?? {};
  const place = operation && `#/${toSlug(operation.tags[0])}/${toSlug(operation.operationId)}`;
  const markdown = toRelativePath(file, markdownFileOf(file));
  return `<p class="actions row">${place ? `<a class="button" href="${toRelativePath(file, "redoc.html")}${place}">Open in Redoc</a>` : ""}<button type="button" class="copy" data-source="${markdown}">Copy as Markdown</button><a class="button" href="${markdown}">View as Markdown</a></p>`;
}

function renderTextPage(page: Page, render: (block: Block) => string): string {
  const firstHeading = page.blocks.findIndex(({ kind }) => kind === "heading");
  const introduction = page.blocks.slice(0, Math.max(0, firstHeading));
  const sections = page.blocks.filter((block): block is Heading => block.kind === "heading" && block.level === 2);
  const links = sections.map(({ id, title }) => `<li><a href="#${id}">${renderInlineCode(title)}</a></li>`);
  const contents =
    links.length > 3
      ? `<nav class="on-this-page aside" aria-labelledby="on-this-page"><h2 id="on-this-page">On this page</h2><ul role="list">${links.join("\n")}</ul></nav>`
      : "";
  return `<article class="text${contents ? " columns" : ""}"><header><h1>${renderInlineCode(page.title)}</h1>
<div class="prose">${introduction.map(render).join("\n")}</div>
${renderActions(page)}</header>
${contents}<div class="prose">${page.blocks.slice(introduction.length).map(render).join("\n")}</div></article>`;
}

/** Renders an operation or a webhook: its description, then its inputs and responses on the left, and code on the right. */
function renderOperation(page: Page, render: (block: Block) => string, form: string): string {
  const { title, entry, facts = [], blocks } = page;
  const html = (part: Block[]) => part.map(render).join("\n");
  const isCode = ({ kind }: Block) => kind === "code";
  const firstHeading = blocks.findIndex(({ kind }) => kind === "heading");
  const [samples, ...examples] = blocks.filter(isCode);
  const right = samples ? `${render(samples)}${form}${html(examples)}` : "";
  const path = entry?.pathOperation
    ? `<code>${escapeHtml(entry.pathOperation.path).replaceAll("/", "/<wbr>")}</code>${copyButton}`
    : "<small>path unknown</small>";
  const endpoint = entry ? `<div class="endpoint box row">${renderMethod(entry.method)}${path}</div>` : "";
  const factList = facts.map((fact) => `<li>${renderInlineCode(capitalize(fact))}</li>`);
  return `<article class="${right ? "columns" : "text"}">
<header><h1>${renderInlineCode(title)}</h1>
${endpoint}
${facts.length > 0 ? `<ul class="facts row" role="list">${factList.join("")}</ul>` : ""}
${html(blocks.slice(0, firstHeading))}
${renderActions(page)}</header>
${right ? `<div class="aside">${right}</div>` : ""}
<div class="definition">${html(blocks.slice(firstHeading).filter((block) => !isCode(block)))}</div>
</article>`;
}

/** Renders the page for an unknown address at any depth: its links begin at the root of the site. */
export function renderNotFound(frame: Frame): string {
  const file = `${frame.options.site?.pathname ?? "/"}404.html`;
  const words =
    "Nothing has this address. Search, or go to [the first page](/index.html) or [all operations](/all-operations.html).";
  const page: Page = { kind: "index", file, title: "Page not found", summary: "Page not found.", blocks: [] };
  const text = textRenderer(createLink(file))(words);
  return renderPage(
    frame,
    page,
    `<article class="text"><div class="prose"><h1>${page.title}</h1>${text}</div></article>`,
  );
}
