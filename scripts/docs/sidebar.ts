import type { Contract } from "../contract.ts";
import { relative } from "./links.ts";
import type { Page } from "./model/page.ts";
import { allOperationsFile, headingSlug } from "./places.ts";
import { renderMethod } from "./render/blocks.ts";
import { escapeHtml } from "./render/escape.ts";

/**
 * Renders the navigation of a page: guides, reference pages, webhooks and all areas. Only the page's area lists its
 * operations, so that pages don't grow with the API.
 */
export function renderSidebar(contract: Contract, pages: Page[], page: Page): string {
  const link = (target: Page) =>
    `<li><a href="${relative(page.file, target.file)}"${target === page ? ' aria-current="page"' : ""}>${renderLabel(target)}</a></li>`;
  const group = (title: string, links: string[]) =>
    links.length > 0 ? `<h2>${title}</h2>\n<ul>${links.join("\n")}</ul>` : "";
  const linksOfKind = (kind: Page["kind"]) => pages.filter((candidate) => candidate.kind === kind).map(link);
  const areas = contract.tags.map(({ name }) => {
    const isOpen = name === page.area && page.kind === "operation";
    const operations = isOpen ? pages.filter(({ kind, area }) => kind === page.kind && area === name) : [];
    const inner = isOpen ? `<ul>${operations.map(link).join("\n")}</ul>` : "";
    return `<li><a href="${relative(page.file, allOperationsFile)}#${headingSlug(name)}">${escapeHtml(name)}</a>${inner}</li>`;
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
