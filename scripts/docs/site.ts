import { type Contract, type IndexedOperation, knownOperations, type Webhook, webhooksOf } from "../contract.ts";
import { apiPages } from "./api.ts";
import { readGuides } from "./guides.ts";
import { nameOnlyText } from "./name-only.ts";
import { derivedPages } from "./pages.ts";
import { entryAddress, entrySlug, operationAddress, overviewAddress, slug, tagAddress } from "./places.ts";
import { operationText, overviewText, webhookText } from "./text.ts";

/** A page of the reference. Everything that is published of it follows from this. */
export interface Page {
  kind: "home" | "guide" | "index" | "operation" | "webhook";
  /** What texts link to, such as `#/errors`; wherever it is published, a linker puts the file in its place. */
  address: string;
  /** Its HTML file. Its Markdown file lies beside it. */
  file: string;
  title: string;
  /** Markdown. Its first line is `# ` and a title. */
  text: string;
  /** Its area, if it has one. */
  area?: string;
  entry?: IndexedOperation;
  webhook?: Webhook;
}

/** All pages, in the order in which one would read them. */
export function sitePages(contract: Contract): Page[] {
  const guides = readGuides();
  const named = (kind: "guide" | "index", folder: string) => (page: { title: string; text: string }) => ({
    kind,
    address: tagAddress(page.title),
    file: `${folder}${slug(page.title)}.html`,
    title: page.title,
    text: `# ${page.title}\n\n${page.text}\n`,
  });
  const pages: Page[] = [
    {
      kind: "home",
      address: overviewAddress,
      file: "index.html",
      title: contract.info.title,
      text: overviewText(contract),
    },
    ...guides.map(named("guide", "guides/")),
    ...apiPages(contract).map(named("index", "")),
    ...derivedPages(contract, guides).map(named("index", "")),
    ...knownOperations(contract).map((entry) => operationPage(contract, entry)),
    ...webhooksOf(contract).map((webhook) => ({
      kind: "webhook" as const,
      address: operationAddress(webhook),
      file: `webhooks/${webhook.name}.html`,
      title: webhook.operation.summary,
      text: webhookText(contract, webhook),
      area: webhook.operation.tags[0],
      webhook,
    })),
  ];
  const files = new Set<string>();
  for (const { file, title } of pages) {
    if (files.has(file.toLowerCase())) throw new Error(`Two pages would be ${file}. Rename "${title}".`);
    files.add(file.toLowerCase());
  }
  return pages;
}

function operationPage(contract: Contract, entry: IndexedOperation): Page {
  const { located, area, method, name } = entry;
  const stem = entrySlug(contract, entry);
  // Where several share a name, the title tells them apart as well.
  const ownName = stem === slug(name) ? name : `${name} (${method})`;
  return {
    kind: "operation",
    address: entryAddress(contract, entry),
    file: `operations/${located?.operation.operationId ?? stem}.html`,
    title: located?.operation.summary ?? ownName,
    text: located ? operationText(contract, located) : nameOnlyText(contract, entry),
    area,
    entry,
  };
}

/** The Markdown file of a page. */
export const textFile = (file: string): string => file.replace(/html$/, "md");
