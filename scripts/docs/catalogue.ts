import {
  type Contract,
  documentedOperations,
  type IndexEntry,
  isKnownByPathOnly,
  type LocatedOperation,
} from "../contract.ts";
import { mark, operationAddress } from "./places.ts";

export interface CatalogueEntry extends IndexEntry {
  /** What is known of it. */
  known: "documented" | "path" | "name";
  located?: LocatedOperation;
  /** What to beware of, where the method promises what the name takes back. */
  caution?: string;
}

const words = { documented: "documented", path: "path only", name: "name only" };

/** All operations by name, in the contract's order, each with what is known of it. */
export function catalogue(contract: Contract): CatalogueEntry[] {
  const byId = new Map(documentedOperations(contract).map((located) => [located.operation.operationId, located]));
  return contract["x-operation-index"].map((indexed) => {
    const entry = {
      ...indexed,
      ...(removes(indexed) && { caution: "This GET deletes. Never prefetch or repeat it." }),
    };
    const located = entry.operationId === undefined ? undefined : byId.get(entry.operationId);
    if (!located) return { ...entry, known: "name" };
    return { ...entry, known: isKnownByPathOnly(located.operation) ? "path" : "documented", located };
  });
}

/** A list of operations, for the page. */
export function catalogueHtml(entries: CatalogueEntry[]): string {
  return `<ul class="catalogue">${entries.map(entryHtml).join("")}</ul>`;
}

function entryHtml(entry: CatalogueEntry): string {
  const { method, name, known, located, caution } = entry;
  const title = located
    ? `<a class="name" href="${operationAddress(located)}"> ${name}</a>`
    : `<span class="name"> ${name}</span>`;
  return [
    `<li><code class="method ${method.toLowerCase()}">${method === "unspecified" ? "?" : method}</code> ${title}`,
    ` <span class="known" data-known="${known}"> ${words[known]}</span>`,
    caution ? `<strong class="caution"> Caution: ${caution}</strong>` : "",
    ...Object.entries(entry["x-not-shown"] ?? {}).map(([id, sentence]) => mark(id, sentence)),
    "</li>",
  ].join("");
}

const removes = ({ method, name }: IndexEntry) => method === "GET" && /^(delete|remove|cancel)\b/i.test(name);
