import { type Contract, type IndexEntry, type Known, knownOperations } from "../contract.ts";
import { escapeHtml } from "./escape.ts";
import { mark, operationAddress } from "./places.ts";

export type CatalogueEntry = ReturnType<typeof catalogue>[number];

export const nameOnly =
  "Of an operation that is known by name only, the path, the parameters and the payload are not shown.";

export const words = { documented: "documented", path: "path only", name: "name only" };

/** All operations by name, each with what to beware of where the method promises what the name takes back. */
export function catalogue(contract: Contract) {
  return knownOperations(contract).map((entry) => ({
    ...entry,
    caution: removes(entry) ? "By its name, this GET deletes. Never prefetch or repeat it." : undefined,
  }));
}

/** How many operations there are of a kind. */
export const count = (entries: CatalogueEntry[], kind: Known): number =>
  entries.filter(({ known }) => known === kind).length;

/** How many operations there are of each kind. */
export const countText = (entries: CatalogueEntry[]): string =>
  `The service has ${entries.length} operations. ${count(entries, "documented")} are documented in full, ${count(entries, "path")} by its path, and ${count(entries, "name")} by name only.`;

/** A list of operations, for the page. */
export function catalogueHtml(entries: CatalogueEntry[]): string {
  return `<ul class="catalogue">${entries.map(entryHtml).join("")}</ul>`;
}

function entryHtml(entry: CatalogueEntry): string {
  const { method, known, located, caution } = entry;
  const name = escapeHtml(entry.name);
  const title = located
    ? `<a class="name" href="${operationAddress(located)}"> ${name}</a>`
    : `<span class="name"> ${name}</span>`;
  // The search puts the text of all elements together: the spaces within them keep the words apart.
  return [
    `<li><code class="method ${method.toLowerCase()}"> ${method === "unspecified" ? "?" : method}</code>${title}`,
    `<span class="known" data-known="${known}"> ${words[known]}</span>`,
    caution ? `<strong class="caution"> Caution: ${caution}</strong>` : "",
    ...Object.entries(entry["x-not-shown"] ?? {}).map(([id, sentence]) => mark(id, sentence)),
    "</li>",
  ].join("");
}

const removes = ({ method, name }: IndexEntry) => method === "GET" && /^(delete|remove|cancel)\b/i.test(name);
