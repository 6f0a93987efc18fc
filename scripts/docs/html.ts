import type { Contract } from "../contract.ts";
import { type Asset, bundled } from "./assets.ts";
import { describedContract } from "./described.ts";
import { homeHtml } from "./home.ts";
import { linkFrom, relative } from "./links.ts";
import type { Block, Heading } from "./model/blocks.ts";
import { markdownFile, type Page } from "./model/page.ts";
import { slug } from "./places.ts";
import { playground } from "./playground.ts";
import { redocPage } from "./redocly.ts";
import { blockRenderer, methodHtml } from "./render/blocks.ts";
import { escapeHtml } from "./render/escape.ts";
import { inlineCode } from "./render/text.ts";
import { searchScript } from "./search.ts";
import { type PageOptions, pageWith, type Shell } from "./shell.ts";
import { testServerScript } from "./test-server.ts";

/** The pages as HTML, each complete without a script, and what they load. */
export async function htmlFiles(
  contract: Contract,
  pages: Page[],
  options: PageOptions = {},
): Promise<Record<string, string>> {
  const [redoc, theme, script, tryIt, testServer, search] = await Promise.all([
    redocPage(describedContract(contract)),
    bundled("theme.css", "theme/index.css"),
    bundled("page.js", "in-page/page.ts"),
    bundled("playground.js", "in-page/playground/playground.ts"),
    testServerScript(contract),
    searchScript(pages),
  ]);
  const names = { theme: theme.name, script: script.name, search: search.name };
  const shell: Shell = { contract, pages, options, ...names };
  const contentOf = (page: Page): string => {
    const render = blockRenderer(linkFrom(page.file));
    if (page.kind === "home") return homeHtml(contract, pages, page.blocks.map(render).join("\n"));
    if (page.kind !== "operation") return textArticle(page, render);
    const from = ({ name }: Asset) => relative(page.file, name);
    const form = page.entry?.pathOperation
      ? `${playground(contract, page.entry.pathOperation, from(testServer))}<script defer src="${from(tryIt)}"></script>`
      : "";
    return operationArticle(page, render, form);
  };
  const assets = [theme, script, tryIt, testServer, search];
  return {
    ...Object.fromEntries(pages.map((page) => [page.file, pageWith(shell, page, contentOf(page))])),
    "404.html": notFoundPage(shell),
    "redoc.html": redoc,
    ...Object.fromEntries(assets.map(({ name, content }) => [name, content])),
  };
}

/** Renders the actions on a page as a whole. */
function actions({ file, entry }: Page): string {
  const { operation } = entry?.pathOperation ?? {};
  const place = operation && `#/${slug(operation.tags[0])}/${slug(operation.operationId)}`;
  return `<p class="actions">${place ? `<a href="${relative(file, "redoc.html")}${place}">Open in Redoc</a>` : ""}<button type="button" class="copy copy-page">Copy as Markdown</button><a href="${relative(file, markdownFile(file))}">View as Markdown</a></p>`;
}

function textArticle(page: Page, render: (block: Block) => string): string {
  const sections = page.blocks.filter((block): block is Heading => block.kind === "heading" && block.level === 2);
  const links = sections.map(({ id, title }) => `<li><a href="#${id}">${inlineCode(title)}</a></li>`);
  const contents =
    links.length > 3
      ? `<nav class="on-this-page" aria-labelledby="on-this-page"><h2 id="on-this-page">On this page</h2><ul>${links.join("\n")}</ul></nav>`
      : "";
  return `<article class="text"><header><h1>${inlineCode(page.title)}</h1>${actions(page)}</header>
${contents}<div class="prose">${page.blocks.map(render).join("\n")}</div></article>`;
}

/** An operation: what it does, then what goes in and what comes out on the left, and code on the right. */
function operationArticle(page: Page, render: (block: Block) => string, form: string): string {
  const { title, endpoint, facts = [], blocks } = page;
  const html = (part: Block[]) => part.map(render).join("\n");
  const isCode = ({ kind }: Block) => kind === "code";
  const firstHeading = blocks.findIndex(({ kind }) => kind === "heading");
  const code = blocks.filter(isCode);
  const isCall = (block: Block) => block.kind === "code" && block.languages === true;
  const right = `${html(code.filter(isCall))}${form}${html(code.filter((block) => !isCall(block)))}`;
  const path = endpoint?.path === undefined ? "<span>path unknown</span>" : `<code>${escapeHtml(endpoint.path)}</code>`;
  return `<article class="operation${right ? " columns" : ""}">
<header><h1>${inlineCode(title)}</h1>
<p class="endpoint" data-copy="${escapeHtml(endpoint?.path ?? "")}">${methodHtml(endpoint?.method ?? "")}${path}${endpoint?.path === undefined ? "" : '<button type="button" class="copy">Copy</button>'}</p>
<ul class="facts">${facts.map((fact) => `<li>${inlineCode(fact.charAt(0).toUpperCase() + fact.slice(1))}</li>`).join("")}</ul>
${actions(page)}
${html(blocks.slice(0, firstHeading))}</header>
${right ? `<div class="right">${right}</div>` : ""}
<div class="definition">${html(blocks.slice(firstHeading).filter((block) => !isCode(block)))}</div>
</article>`;
}

/** The page that a host shows for an unknown address, at any depth: its links begin at the root of the site. */
function notFoundPage(shell: Shell): string {
  const page: Page = {
    kind: "index",
    file: "404.html",
    title: "Page not found",
    summary: "Page not found.",
    blocks: [],
  };
  const content = `<article class="text"><div class="prose"><h1>Page not found</h1><p>Nothing has this address. Search, or go to <a href="index.html">the first page</a> or <a href="all-operations.html">all operations</a>.</p></div></article>`;
  const root = shell.options.site?.pathname ?? "/";
  return pageWith({ ...shell, options: { ...shell.options, site: undefined } }, page, content)
    .replace(/\s*<link rel="alternate" type="text\/markdown".*/, "")
    .replaceAll(/((?:href|src|data-[a-z]+)=")(?![a-z]+:|#|\/|")/g, `$1${root}`);
}
