import type { Contract } from "../contract.ts";
import { relative } from "./links.ts";
import type { Page } from "./model/page.ts";
import { allOperationsFile, headingSlug } from "./places.ts";
import { methodHtml } from "./render/blocks.ts";
import { escapeHtml } from "./render/escape.ts";

/**
 * The navigation of a page: guides, the pages about the whole, and all areas. Only the page's own area lists its
 * operations, so that pages don't grow with the API; the others link to theirs.
 */
export function sidebar(contract: Contract, pages: Page[], page: Page): string {
  const link = (to: Page) =>
    `<li><a href="${relative(page.file, to.file)}"${to === page ? ' aria-current="page"' : ""}>${label(to)}</a></li>`;
  const group = (title: string, links: string[]) =>
    links.length > 0 ? `<h2>${title}</h2>\n<ul>${links.join("\n")}</ul>` : "";
  const groups = groupsOf(pages);
  const ofKind = (kind: Page["kind"]) => groups.get(kind)?.map(link) ?? [];
  const areas = contract.tags.map(({ name }) => {
    const isOpen = name === page.area && page.kind === "operation";
    const inner = isOpen ? `<ul>${groups.get(`operation ${name}`)?.map(link).join("\n") ?? ""}</ul>` : "";
    return `<li><a href="${relative(page.file, allOperationsFile)}#${headingSlug(name)}">${escapeHtml(name)}</a>${inner}</li>`;
  });
  return [
    group("Guides", ofKind("guide")),
    group("Reference", ofKind("index")),
    group("Webhooks", ofKind("webhook")),
    group("Operations", areas),
  ].join("\n");
}

/** The pages by kind, and the operations by area, too. */
function groupsOf(pages: Page[]): Map<string, Page[]> {
  const cachedGroups = cached.get(pages);
  if (cachedGroups) return cachedGroups;
  const groups = new Map<string, Page[]>();
  for (const page of pages) {
    const key = page.kind === "operation" ? `operation ${page.area}` : page.kind;
    const group = groups.get(key);
    if (group) group.push(page);
    else groups.set(key, [page]);
  }
  cached.set(pages, groups);
  return groups;
}

const cached = new WeakMap<Page[], Map<string, Page[]>>();

const label = ({ entry, title }: Page) =>
  entry ? `<span>${escapeHtml(title)}</span> ${methodHtml(entry.method)}` : escapeHtml(title);
