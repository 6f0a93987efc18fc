import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Contract, webhooksOf } from "../contract.ts";
import { root } from "../run.ts";
import { createApiPages } from "./api.ts";
import { readGuides } from "./guides.ts";
import { createBlocks } from "./model/blocks.ts";
import {
  createFilesPage,
  createHomePage,
  createIndexPage,
  createOperationsPage,
  createUnknownsPage,
} from "./model/index-pages.ts";
import { createNameOnlyPage } from "./model/name-only.ts";
import { createOperationPage, createWebhookPage } from "./model/operation.ts";
import { type Page, summaryOf } from "./model/page.ts";
import { placedOperations, toSlug } from "./places.ts";

/** Builds the pages of the guides, in order. */
export const createGuidePages = (): Page[] =>
  readGuides().map(({ title, text: markdown }) => ({
    ...{ kind: "guide", file: `guides/${toSlug(title)}.html`, title, summary: summaryOf(markdown) },
    blocks: createBlocks([markdown]),
  }));

/** Builds all pages, in reading order. */
export function createPages(contract: Contract, hasSitemap = false): Page[] {
  const pages = [
    createHomePage(contract),
    ...createGuidePages(),
    ...createApiPages(contract),
    createOperationsPage(contract),
    createUnknownsPage(contract),
    createChangelogPage(),
    createFilesPage(hasSitemap),
    ...createOperationPages(contract),
    ...webhooksOf(contract).map((webhook) => createWebhookPage(contract, webhook)),
  ];
  const files = new Set<string>();
  for (const { file, title } of pages) {
    if (files.has(file.toLowerCase())) throw new Error(`Two pages would be ${file}. Rename "${title}".`);
    files.add(file.toLowerCase());
  }
  return pages;
}

/** The operations' pages of the last build, by their content as JSON. */
let lastPages = new Map<string, Page>();

/** Builds the pages of the operations. An unchanged one is that of the last build, which needn't be rendered again. */
function createOperationPages(contract: Contract): Page[] {
  const pages = placedOperations(contract).map((entry): [json: string, page: Page] => {
    const page = entry.pathOperation
      ? createOperationPage(contract, entry, entry.pathOperation)
      : createNameOnlyPage(contract, entry);
    const json = JSON.stringify(page);
    return [json, lastPages.get(json) ?? page];
  });
  lastPages = new Map(pages);
  return [...lastPages.values()];
}

function createChangelogPage(): Page {
  const [, ...lines] = readFileSync(join(root, "CHANGELOG.md"), "utf8").split("\n");
  const summary = "What changed in each version of the contract and the package.";
  return createIndexPage("changelog.html", "Changelog", summary, [lines.join("\n")]);
}
