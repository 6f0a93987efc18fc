import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Contract } from "../../contract/document.ts";
import { Html, html, type Part, sourceOf } from "../../tools/escape.ts";
import { policySourceOf } from "../bundle.ts";
import { toRelativePath } from "../links.ts";
import { areaAddress } from "../model/addresses.ts";
import { markdownFileOf, type Page } from "../model/page.ts";
import { renderMethod } from "./blocks.ts";

const read = (name: string) => readFileSync(join(import.meta.dirname, name), "utf8");

export interface PageOptions {
  site?: URL | undefined;
  repository?: URL | undefined;
  /** Whether samples call the mock, although a server is known. */
  onMock?: boolean;
}

export type Frame = ReturnType<typeof createFrame>;

/** Creates what all pages share. Each contains the theme: if it were a file, text would wait for a second response. */
export const createFrame = (
  contract: Contract,
  pages: Page[],
  options: PageOptions,
  theme: string,
  script: string,
) => ({ contract, pages, options, theme, script, mainPages: pages.filter(({ file }) => main.includes(file)) });

const template = read("frame.html");
const mark = read("mark.svg").trim();
const main = ["guides/get-started.html", "all-operations.html", "client.html", "what-is-not-known.html"];

export function renderPage(frame: Frame, page: Page, content: Html): string {
  const { contract, pages, options, mainPages } = frame;
  const { info } = contract;
  const root = toRelativePath(page.file, "");
  const title = page.kind === "home" ? info.title : `${page.title} · ${info.title}`;
  const mainLinks = mainPages.map((target) => renderPageLink(page, target, target.title));
  const repositoryLinks = options.repository ? renderRepositoryLinks(options.repository) : [];
  const parts: Record<string, Part> = {
    root,
    content,
    script: frame.script,
    theme: policySourceOf(frame.theme),
    style: html`<style>${new Html(frame.theme)}</style>`,
    title: title,
    summary: page.summary,
    addresses: pages.includes(page) && renderAddresses(page, options.site),
    icon: `data:image/svg+xml,${encodeURIComponent(mark)}`,
    brand: html`<a class="brand" href="${root}index.html" aria-label="${info.title}, home">${new Html(mark.replace("<svg", '<svg aria-hidden="true"'))}<span>${info.title}</span></a>`,
    main: [...mainLinks, ...repositoryLinks.slice(0, 1)],
    sidebar: renderSidebar(contract, pages, page),
    version: info.version,
    repository: repositoryLinks,
  };
  return template.replaceAll(/<!--(\w+)-->/g, (_, name: string) => sourceOf(parts[name]));
}

function renderRepositoryLinks(repository: URL): Html[] {
  const address = `${repository}`.replace(/\/$/, "");
  return [html`<a href="${address}">Repository</a>`, html`<a href="${address}/issues/new/choose">Report an error</a>`];
}

/** Renders the other addresses of a page: its Markdown, and its absolute address in a published reference. */
function renderAddresses({ file }: Page, site: URL | undefined): Html {
  const markdown = html`<link rel="alternate" type="text/markdown" title="This page as Markdown" href="${toRelativePath(file, markdownFileOf(file))}">`;
  if (!site) return markdown;
  return html`${markdown}\n  <link rel="canonical" href="${publishedAddressOf(site, file)}">`;
}

export const publishedAddressOf = (site: URL, file: string): string =>
  `${new URL(file === "index.html" ? "." : file, site)}`;

const renderLink = (page: Page, file: string, content: Part, attributes?: Html) =>
  html`<a href="${toRelativePath(page.file, file)}"${attributes}>${content}</a>`;

const renderPageLink = (page: Page, target: Page, content: Part) =>
  renderLink(page, target.file, content, target === page ? html` aria-current="page"` : undefined);

/**
 * Renders the navigation of a page: guides, reference pages, webhooks and all areas. Only the page's area lists its
 * operations, so that pages don't grow with the API.
 */
function renderSidebar(contract: Contract, pages: Page[], page: Page): Part {
  const link = (target: Page) => html`<li>${renderPageLink(page, target, renderLabel(target))}</li>`;
  const group = (title: string, links: Html[]) =>
    links.length > 0 && html`<h2>${title}</h2><ul role="list">${links}</ul>`;
  const linksOfKind = (...kinds: Page["kind"][]) => pages.filter(({ kind }) => kinds.includes(kind)).map(link);
  const areas = contract.tags.map(({ name }) => {
    const inner =
      name === page.entry?.area &&
      html`<ul role="list">${pages.filter(({ entry }) => entry?.area === name).map(link)}</ul>`;
    return html`<li>${renderLink(page, areaAddress(name).slice(1), name)}${inner}</li>`;
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
