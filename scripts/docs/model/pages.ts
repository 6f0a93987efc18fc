import { join } from "node:path";
import { webhooksOf } from "../../../src/openapi/operations.ts";
import type { Contract } from "../../contract/document.ts";
import { root } from "../../tools/run.ts";
import type { PageOptions } from "../html/frame.ts";
import { indexedPages } from "./addresses.ts";
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
    ...indexedPages(contract).map((entry) =>
      entry.operation
        ? createOperationPage(contract, entry, entry.operation, mockUrl)
        : createNameOnlyPage(contract, entry),
    ),
    ...webhooksOf(contract).map((webhook) => createWebhookPage(contract, webhook)),
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
