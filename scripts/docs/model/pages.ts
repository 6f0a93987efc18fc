import { join } from "node:path";
import type { Contract } from "../../contract/document.ts";
import { documentedWebhooks } from "../../contract/operations.ts";
import { root } from "../../tools/run.ts";
import type { PageOptions } from "../html/frame.ts";
import { operationPages } from "./addresses.ts";
import { createGuidePages, readTitledText } from "./guides.ts";
import {
  createFilesPage,
  createHomePage,
  createOperationsPage,
  createUnknownsPage,
} from "./index-pages.ts";
import { createNameOnlyPage } from "./name-only.ts";
import { createOperationPage, createWebhookPage } from "./operation.ts";
import { createApiPages } from "./package.ts";
import { createPage, type Page } from "./page.ts";

/** Builds all pages, in reading order. */
export function createPages(
  contract: Contract,
  { hasSitemap = false, mockUrl }: { hasSitemap?: boolean } & Pick<PageOptions, "mockUrl"> = {},
): Page[] {
  const pages = [
    createHomePage(contract),
    ...createGuidePages(contract),
    ...createApiPages(contract),
    createOperationsPage(contract),
    createUnknownsPage(contract),
    createChangelogPage(),
    createFilesPage(hasSitemap),
    ...operationPages(contract).map((entry) =>
      entry.pathOperation
        ? createOperationPage(contract, entry, entry.pathOperation, mockUrl)
        : createNameOnlyPage(contract, entry),
    ),
    ...documentedWebhooks(contract).map((webhook) => createWebhookPage(contract, webhook)),
  ];
  const files = new Set<string>();
  for (const { file, title } of pages) {
    if (files.has(file.toLowerCase()))
      throw new Error(`Two pages would be ${file}. Rename "${title}".`);
    files.add(file.toLowerCase());
  }
  return pages;
}

function createChangelogPage(): Page {
  const { title, text } = readTitledText(join(root, "CHANGELOG.md"));
  const summary = "What changed in each version of the contract and the package.";
  return createPage("index", "changelog.html", title, summary, [text]);
}
