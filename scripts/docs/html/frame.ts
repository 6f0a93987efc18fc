import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Contract } from "../../contract/document.ts";
import { escapeHtml } from "../../tools/escape.ts";
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

export function renderPage(frame: Frame, page: Page, content: string): string {
  const { contract, pages, options, mainPages } = frame;
  const { info } = contract;
  const root = toRelativePath(page.file, "");
  const title = page.kind === "home" ? info.title : `${page.title} · ${info.title}`;
  const mainLinks = mainPages.map((target) => renderPageLink(page, target, escapeHtml(target.title)));
  const repositoryLinks = options.repository ? renderRepositoryLinks(options.repository) : [];
  const parts: Record<string, string> = {
    root,
    content,
    script: frame.script,
    theme: policySourceOf(frame.theme),
    style: `<style>${frame.theme}</style>`,
    api: escapeHtml(info.title),
    heading: escapeHtml(page.title),
    title: escapeHtml(title),
    summary: escapeHtml(page.summary),
    addresses: pages.includes(page) ? renderAddresses(page, options.site) : "",
    icon: `data:image/svg+xml,${encodeURIComponent(mark)}`,
    brand: `<a class="brand" href="${root}index.html" aria-label="${escapeHtml(info.title)}, home">${mark.replace("<svg", '<svg aria-hidden="true"')}<span>${escapeHtml(info.title)}</span></a>`,
    main: [...mainLinks, ...repositoryLinks.slice(0, 1)].join("\n      "),
    sidebar: renderSidebar(contract, pages, page),
    neighbors: renderNeighbors(pages, page),
    version: escapeHtml(info.version),
    repository: repositoryLinks.map((link) => `\n          ${link}`).join(""),
  };
  return template.replaceAll(/<!--(\w+)-->/g, (comment, name: string) => parts[name] ?? comment);
}

function renderRepositoryLinks(repository: URL): string[] {
  const address = escapeHtml(`${repository}`.replace(/\/$/, ""));
  return [`<a href="${address}">Repository</a>`, `<a href="${address}/issues/new/choose">Report an error</a>`];
}

/** Renders the other addresses of a page: its Markdown, and its absolute address in a published reference. */
function renderAddresses({ file }: Page, site: URL | undefined): string {
  const markdown = `<link rel="alternate" type="text/markdown" title="This page as Markdown" href="${toRelativePath(file, markdownFileOf(file))}">`;
  if (!site) return markdown;
  const address = escapeHtml(publishedAddressOf(site, file));
  return `${markdown}\n  <link rel="canonical" href="${address}">\n  <meta property="og:url" content="${address}">`;
}

export const publishedAddressOf = (site: URL, file: string): string =>
  `${new URL(file === "index.html" ? "." : file, site)}`;

const renderLink = (page: Page, file: string, html: string, attributes = "") =>
  `<a href="${toRelativePath(page.file, file)}"${attributes}>${html}</a>`;

const renderPageLink = (page: Page, target: Page, html: string) =>
  renderLink(page, target.file, html, target === page ? ' aria-current="page"' : "");

/**
 * Renders the navigation of a page: guides, reference pages, webhooks and all areas. Only the page's area lists its
 * operations, so that pages don't grow with the API.
 */
function renderSidebar(contract: Contract, pages: Page[], page: Page): string {
  const link = (target: Page) => `<li>${renderPageLink(page, target, renderLabel(target))}</li>`;
  const group = (title: string, links: string[]) =>
    links.length > 0 ? `<h2>${title}</h2>\n<ul role="list">${links.join("\n")}</ul>` : "";
  const linksOfKind = (...kinds: Page["kind"][]) => pages.filter(({ kind }) => kinds.includes(kind)).map(link);
  const areas = contract.tags.map(({ name }) => {
    const listOperations = () => pages.filter(({ entry }) => entry?.area === name).map(link);
    const inner = name === page.entry?.area ? `<ul role="list">${listOperations().join("\n")}</ul>` : "";
    return `<li>${renderLink(page, areaAddress(name).slice(1), escapeHtml(name))}${inner}</li>`;
  });
  return [
    group("Guides", linksOfKind("guide")),
    group("Reference", linksOfKind("package", "index")),
    group("Webhooks", linksOfKind("webhook")),
    group("Operations", areas),
  ].join("\n");
}

const renderLabel = ({ entry, title }: Page) =>
  entry ? `<span>${escapeHtml(title)}</span> ${renderMethod(entry.method)}` : escapeHtml(title);

function renderNeighbors(pages: Page[], page: Page): string {
  const index = pages.indexOf(page);
  if (page.kind === "home" || index < 0) return "";
  const link = (neighbor: Page | undefined, rel: string, words: string) =>
    neighbor &&
    renderLink(page, neighbor.file, `<small>${words}</small> ${escapeHtml(neighbor.title)}`, ` rel="${rel}"`);
  const links = [link(pages[index - 1], "prev", "Previous"), link(pages[index + 1], "next", "Next")];
  return `<nav class="neighbors row" aria-label="Neighboring pages">${links.join("")}</nav>`;
}
