import type { Contract } from "../../contract/document.ts";
import { Html, html, type Part } from "../../tools/html.ts";
import { policySourceOf } from "../bundle.ts";
import { toRelativePath } from "../links.ts";
import { markdownFileOf, type Page } from "../model/page.ts";
import { renderMethod } from "./blocks.ts";

export interface PageOptions {
  /**
   * The address of the published reference; where pages are rendered, with a slash at its end.
   * Default: unknown, and every link is relative.
   */
  site?: string | undefined;
  /** The address of the project's repository on the web. */
  repository?: string | undefined;
  /** The address of the mock that serves the pages: samples call it, although a server is known. */
  mockUrl?: string | undefined;
}

/**
 * What all pages share. Each contains the theme: if it were a file, text would wait for a second
 * response.
 */
export interface Frame {
  contract: Contract;
  pages: Page[];
  options: PageOptions;
  theme: string;
}

/** A signal whose last wave is broken: part of it isn't known. */
const mark = html`<svg xmlns="http://www.w3.org/2000/svg" aria-hidden="true" viewBox="0 0 32 32" width="32" height="32" fill="none" stroke="#0f766e" stroke-width="3.5" stroke-linecap="round">
  <circle cx="8" cy="24" r="4" fill="#0f766e" stroke="none"/>
  <path d="M8 14a10 10 0 0 1 10 10"/>
  <path d="M8 5a19 19 0 0 1 19 19" stroke="#b45309" stroke-dasharray="4.5 7.4"/>
</svg>`;
const mainFiles = [
  "guides/get-started.html",
  "all-operations.html",
  "client.html",
  "what-is-not-known.html",
];

export function renderPage(
  { contract, pages, options, theme }: Frame,
  page: Page,
  content: Html,
): string {
  const { info } = contract;
  const { site, repository } = options;
  /** The page for an unknown address is none of them. */
  const isListed = pages.includes(page);
  const root = toRelativePath(page.file, "");
  const mainPages = pages.filter(({ file }) => mainFiles.includes(file));
  const mainLinks = mainPages.map((target) => renderPageLink(page, target, target.title));
  const repositoryLink = repository && html`<a href="${repository}">Repository</a>`;
  return html`<!DOCTYPE html>
<html lang="en">

<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'self' file:; style-src ${policySourceOf(theme)}; img-src 'self' file: data:; connect-src 'self' file:; base-uri 'none'; form-action 'none'">
  <title>${page.kind !== "home" && `${page.title} · `}${info.title}</title>
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="description" content="${page.summary}">
  ${isListed && html`<link rel="alternate" type="text/markdown" title="This page as Markdown" href="${root}${markdownFileOf(page.file)}">`}
  ${isListed && site && html`<link rel="canonical" href="${publishedAddressOf(site, page.file)}">`}
  <link rel="icon" type="image/svg+xml" href="data:image/svg+xml,${encodeURI(mark.source).replaceAll("#", "%23")}">
  <style>${new Html(theme)}</style>
  <script defer src="${root}page.js"></script>
</head>

<body>
  <a class="skip" href="#content">Skip to the content</a>
  <header class="bar">
    <button type="button" class="menu" popovertarget="menu" aria-label="Menu">
      <svg aria-hidden="true" viewBox="0 0 20 20" fill="none" stroke="currentcolor" stroke-width="1.6" stroke-linecap="round"><path d="M3 5h14M3 10h14M3 15h14" /></svg>
    </button>
    <a class="brand" href="${root}index.html" aria-label="${info.title}, home">${mark}<strong>${info.title}</strong></a>
    <nav aria-label="Main">${mainLinks}${repositoryLink}</nav>
    <button type="button" class="search" id="open-search" data-search data-root="${root}" aria-keyshortcuts="Control+K /">Search <kbd>Ctrl K</kbd></button>
  </header>
  <div class="frame">
    <nav class="sidebar" id="menu" popover aria-label="Reference">
      <a class="skip" href="#content">Skip the navigation</a>
      ${renderSidebar(pages, page)}
    </nav>
    <main id="content" tabindex="-1">
      ${content}
      <footer>
        <p>Version ${info.version} of the contract. Unofficial: written by the phone-agent-api authors, not by the operator of the service.</p>
        <p>Download: <a href="${root}openapi.codegen.json" download>OpenAPI for code generators</a> or <a href="${root}openapi.yaml" download>the contract</a>, with <code>2XX</code> and unknowns.</p>
        <p class="row"><a href="${root}changelog.html">Changelog</a>
          <a href="${root}redoc.html">Redoc</a>
          <a href="${root}for-machines.html">For machines</a>
          <a href="${root}guides/contribute-a-fact.html">Contribute a fact</a>${repositoryLink}${repository && html`<a href="${repository}/issues/new/choose">Report an error</a>`}</p>
      </footer>
    </main>
  </div>
</body>

</html>
`.source;
}

export const publishedAddressOf = (site: string, file: string): string =>
  site + file.replace(/^index\.html$/, "");

const renderPageLink = (page: Page, target: Page, content: Part) =>
  html`<a href="${toRelativePath(page.file, target.file)}"${target === page && html` aria-current="page"`}>${content}</a>`;

/**
 * Renders the navigation of a page: guides, reference pages, webhooks and all areas. Only the
 * page's area lists its operations, so that pages don't grow with the API.
 */
function renderSidebar(pages: Page[], page: Page): Part {
  const link = (target: Page) =>
    html`<li>${renderPageLink(page, target, renderLabel(target))}</li>`;
  const group = (title: string, links: Html[]) =>
    links.length > 0 && html`<h2>${title}</h2><ul role="list">${links}</ul>`;
  const linksOfKind = (...kinds: Page["kind"][]) =>
    pages.filter(({ kind }) => kinds.includes(kind)).map(link);
  const areas = pages
    .filter(({ kind }) => kind === "area")
    .map((area) => {
      const operations = pages.filter(({ entry }) => entry?.area === area.title);
      const isOpen = area === page || operations.includes(page);
      return html`<li>${renderPageLink(page, area, area.title)}${isOpen && html`<ul role="list">${operations.map(link)}</ul>`}</li>`;
    });
  return [
    group("Guides", linksOfKind("guide")),
    group("Reference", linksOfKind("package", "index")),
    group("Webhooks", linksOfKind("webhook")),
    group("Operations", areas),
  ];
}

const renderLabel = ({ entry, title }: Page) =>
  entry ? html`<span>${title}</span> ${renderMethod(entry.method)}` : title;
