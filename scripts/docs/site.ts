import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Contract, knownOperations, webhooksOf } from "../contract.ts";
import { root } from "../run.ts";
import { createApiPages } from "./api.ts";
import { readGuides } from "./guides.ts";
import { createText, withIds } from "./model/blocks.ts";
import { createFilesPage, createHomePage, createOperationsPage, createUnknownsPage } from "./model/index-pages.ts";
import { createNameOnlyPage } from "./model/name-only.ts";
import { createOperationPage, createWebhookPage } from "./model/operation.ts";
import { type Page, summaryOf } from "./model/page.ts";
import { toSlug } from "./places.ts";

/** Builds the pages of the guides, in order. */
export const createGuidePages = (): Page[] =>
  readGuides().map(({ title, text: markdown }) => ({
    ...{ kind: "guide", file: `guides/${toSlug(title)}.html`, title, summary: summaryOf(markdown) },
    blocks: withIds(createText(markdown)),
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
    ...knownOperations(contract).map((entry) =>
      entry.pathOperation
        ? createOperationPage(contract, entry, entry.pathOperation)
        : createNameOnlyPage(contract, entry),
    ),
    ...webhooksOf(contract).map((webhook) => createWebhookPage(contract, webhook)),
  ];
  const files = new Set<string>();
  for (const { file, title } of pages) {
    if (files.has(file.toLowerCase())) throw new Error(`Two pages would be ${file}. Rename "${title}".`);
    files.add(file.toLowerCase());
  }
  return pages;
}

function createChangelogPage(): Page {
  const [, ...lines] = readFileSync(join(root, "CHANGELOG.md"), "utf8").split("\n");
  return {
    kind: "index",
    file: "changelog.html",
    title: "Changelog",
    summary: "What changed in each version of the contract and the package.",
    blocks: withIds(createText(lines.join("\n"))),
  };
}
