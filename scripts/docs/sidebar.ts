import { type Contract, knownOperations } from "../contract.ts";
import { escapeHtml } from "./escape.ts";
import { relative } from "./links.ts";
import { slug } from "./places.ts";
import type { Page } from "./site.ts";

/**
 * The navigation of a page: guides, the pages about the whole, and all areas. Only its own area lists its operations
 * here, so that pages don't grow with the API; the script adds those of the others.
 */
export function sidebar(contract: Contract, pages: Page[], page: Page): string {
  const link = (to: Page) =>
    `<li><a href="${relative(page.file, to.file)}"${to === page ? ' aria-current="page"' : ""}>${label(to)}</a></li>`;
  const group = (title: string, links: string[]) =>
    links.length > 0 ? `<h2>${title}</h2>\n<ul>${links.join("\n")}</ul>` : "";
  const groups = groupsOf(pages);
  const of = (kind: Page["kind"]) => groups.get(kind)?.map(link) ?? [];
  const areas = contract.tags.map(({ name }) => {
    const own = name === page.area && page.kind === "operation";
    const inner = own ? `<ul>${groups.get(`operation ${name}`)?.map(link).join("\n") ?? ""}</ul>` : "";
    return `<li data-area="${escapeHtml(name)}"><a href="${relative(page.file, "all-operations.html")}#${slug(name)}">${escapeHtml(name)}</a>${inner}</li>`;
  });
  return [
    group("Guides", of("guide")),
    group("Reference", of("index")),
    group("Webhooks", of("webhook")),
    group("Operations", areas),
  ].join("\n");
}

/** The pages by kind, and the operations by area, too. */
function groupsOf(pages: Page[]): Map<string, Page[]> {
  const known = grouped.get(pages);
  if (known) return known;
  const groups = new Map<string, Page[]>();
  for (const page of pages) {
    const key = page.kind === "operation" ? `operation ${page.area}` : page.kind;
    const group = groups.get(key);
    if (group) group.push(page);
    else groups.set(key, [page]);
  }
  grouped.set(pages, groups);
  return groups;
}

const grouped = new WeakMap<Page[], Map<string, Page[]>>();

const label = ({ entry, title }: Page) =>
  entry
    ? `<span>${escapeHtml(title)}</span> <span class="method ${entry.method.toLowerCase()}">${methodWord(entry.method)}</span>`
    : escapeHtml(title);

/** What stands for a method where there is little room. */
const methodWord = (method: string): string => ({ DELETE: "DEL", unspecified: "?" })[method] ?? method;

/** The operations for the script: what the navigation and the coverage map show. */
export function operationIndex(contract: Contract, pages: Page[]): (string | number)[][] {
  const areas = knownOperations(contract);
  return pages
    .filter(({ kind }) => kind === "operation")
    .map(({ area = "", file, title, entry }, at) => [
      area,
      file,
      title,
      entry?.method ?? "",
      areas[at]?.known ?? "name",
    ]);
}
