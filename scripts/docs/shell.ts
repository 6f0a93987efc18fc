import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Contract } from "../contract.ts";
import { policySourceOf } from "./assets.ts";
import { toRelativePath } from "./links.ts";
import { markdownFileOf, type Page } from "./model/page.ts";
import { allOperationsFile, toHeadingSlug } from "./places.ts";
import { renderMethod } from "./render/blocks.ts";
import { escapeHtml } from "./render/escape.ts";

const read = (name: string) => readFileSync(fileURLToPath(new URL(name, import.meta.url)), "utf8");

export interface PageOptions {
  /** The address of the published reference, if it is known. */
  site?: URL | undefined;
  /** The project's repository on the web, if that is known. */
  repository?: URL | undefined;
}

export interface Shell {
  contract: Contract;
  pages: Page[];
  options: PageOptions;
  /** The style, which each page contains: if it were a file, text would wait for a second response. */
  theme: string;
  /** The Content Security Policy of every page. */
  policy: string;
  /** The name of the script that every page loads. */
  script: string;
  /** The name of the script that searches, loaded when the reader opens the search. */
  search: string;
}

const template = read("page.html");
const mark = read("mark.svg").trim();
const main = ["guides/get-started.html", "all-operations.html", "client.html", "what-is-not-known.html"];

/** Renders a page: its content, and the bar, navigation and footer around it. */
export function renderPage(shell: Shell, page: Page, content: string): string {
  const { contract, pages, options } = shell;
  const { info } = contract;
  const root = toRelativePath(page.file, "");
  const title = page.kind === "home" ? info.title : `${page.title} · ${info.title}`;
  const link = (file: string, words: string, attributes = "") =>
    `<a href="${toRelativePath(page.file, file)}"${attributes}>${escapeHtml(words)}</a>`;
  const mainLinks = main
    .flatMap((file) => pages.find((candidate) => candidate.file === file) ?? [])
    .map((target) => link(target.file, target.title, target === page ? ' aria-current="page"' : ""));
  const repositoryLinks = options.repository ? renderRepositoryLinks(options.repository) : [];
  const parts: Record<string, string> = {
    ...{ root, content, search: shell.search, script: shell.script },
    policy: shell.policy,
    style: `<style>${shell.theme}</style>`,
    api: escapeHtml(info.title),
    heading: escapeHtml(page.title),
    title: escapeHtml(title),
    summary: escapeHtml(page.summary),
    published: options.site ? renderPublishedLinks(options.site, page) : "",
    icon: `data:image/svg+xml,${encodeURIComponent(mark)}`,
    brand: `<a class="brand" href="${root}index.html" aria-label="${escapeHtml(info.title)}, home">${mark.replace("<svg", '<svg aria-hidden="true"')}<span>${escapeHtml(info.title)}</span></a>`,
    markdown: toRelativePath(page.file, markdownFileOf(page.file)),
    main: [...mainLinks, ...repositoryLinks.slice(0, 1)].join("\n      "),
    sidebar: renderSidebar(contract, pages, page),
    neighbors: renderNeighbors(pages, page),
    about: `Version ${escapeHtml(info.version)} of the contract. Unofficial: written by the phone-agent-api authors, not by the operator of the service.`,
    links: [
      `<a href="${root}openapi.yaml" download>Download OpenAPI</a>`,
      link("changelog.html", "Changelog"),
      link("redoc.html", "Redoc"),
      link("for-machines.html", "For machines"),
      link("guides/contribute-a-fact.html", "Contribute a fact"),
      ...repositoryLinks,
    ].join("\n          "),
  };
  return template.replaceAll(/<!--(\w+)-->/g, (comment, name: string) => parts[name] ?? comment);
}

function renderRepositoryLinks(repository: URL): string[] {
  const address = escapeHtml(`${repository}`.replace(/\/$/, ""));
  return [`<a href="${address}">Repository</a>`, `<a href="${address}/issues/new/choose">Report an error</a>`];
}

/** Renders the absolute addresses of a page in a published reference. */
function renderPublishedLinks(site: URL, { file }: Page): string {
  const address = escapeHtml(`${new URL(file === "index.html" ? "." : file, site)}`);
  return [`<link rel="canonical" href="${address}">`, `<meta property="og:url" content="${address}">`].join("\n  ");
}

/**
 * Renders the navigation of a page: guides, reference pages, webhooks and all areas. Only the page's area lists its
 * operations, so that pages don't grow with the API.
 */
function renderSidebar(contract: Contract, pages: Page[], page: Page): string {
  const link = (target: Page) =>
    `<li><a href="${toRelativePath(page.file, target.file)}"${target === page ? ' aria-current="page"' : ""}>${renderLabel(target)}</a></li>`;
  const group = (title: string, links: string[]) =>
    links.length > 0 ? `<h2>${title}</h2>\n<ul role="list">${links.join("\n")}</ul>` : "";
  const linksOfKind = (kind: Page["kind"]) => pages.filter((candidate) => candidate.kind === kind).map(link);
  const areas = contract.tags.map(({ name }) => {
    const isOpen = name === page.entry?.area;
    const operations = isOpen ? pages.filter(({ entry }) => entry?.area === name) : [];
    const inner = isOpen ? `<ul role="list">${operations.map(link).join("\n")}</ul>` : "";
    return `<li><a href="${toRelativePath(page.file, allOperationsFile)}#${toHeadingSlug(name)}">${escapeHtml(name)}</a>${inner}</li>`;
  });
  return [
    group("Guides", linksOfKind("guide")),
    group("Reference", linksOfKind("index")),
    group("Webhooks", linksOfKind("webhook")),
    group("Operations", areas),
  ].join("\n");
}

const renderLabel = ({ entry, title }: Page) =>
  entry ? `<span>${escapeHtml(title)}</span> ${renderMethod(entry.method)}` : escapeHtml(title);

/** Renders the links to the pages before and after this one. */
function renderNeighbors(pages: Page[], page: Page): string {
  const index = pages.indexOf(page);
  const link = (neighbor: Page | undefined, rel: string, words: string) =>
    neighbor
      ? `<a rel="${rel}" href="${toRelativePath(page.file, neighbor.file)}"><small>${words}</small> ${escapeHtml(neighbor.title)}</a>`
      : "";
  const links = [link(pages[index - 1], "prev", "Previous"), link(pages[index + 1], "next", "Next")].join("");
  return page.kind === "home" || index < 0
    ? ""
    : `<nav class="neighbors row" aria-label="Neighboring pages">${links}</nav>`;
}

/** Writes the policy of pages: scripts and pictures are files of the reference, also when it is opened from disk. */
export const writePolicy = (theme: string): string =>
  [
    "default-src 'none'",
    "script-src 'self' file:",
    `style-src ${policySourceOf(theme)}`,
    "img-src 'self' file: data:",
    "connect-src 'self' file:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
