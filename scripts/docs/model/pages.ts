import { join } from "node:path";
import { webhooksOf } from "../../../src/openapi/operations.ts";
import type { Contract } from "../../contract/document.ts";
import { root } from "../../tools/run.ts";
import type { PageOptions } from "../html/frame.ts";
import { createGuidePages, readTitledText } from "./guides.ts";
import {
  createAreaPages,
  createHomePage,
  createOperationsPage,
  createUnknownsPage,
} from "./index-pages.ts";
import { createNameOnlyPage } from "./name-only.ts";
import { createOperationPage, createWebhookPage } from "./operation.ts";
import { createApiPages } from "./package.ts";
import { createPage, type Page, summaryOf } from "./page.ts";
import { indexedPages } from "./site-map.ts";

/** Builds all pages, in reading order. */
export function createPages(contract: Contract, options: PageOptions = {}): Page[] {
  const { mockUrl } = options;
  const pages = [
    createHomePage(contract, mockUrl),
    ...createGuidePages(contract, options),
    ...createApiPages(contract),
    createOperationsPage(contract),
    createUnknownsPage(contract),
    createTextPage(
      "changelog.html",
      join(root, "CHANGELOG.md"),
      "What changed in each version of the contract and the package.",
    ),
    createTextPage("for-machines.html", join(import.meta.dirname, "../for-machines.md")),
    ...createAreaPages(contract),
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
  const operationFiles = new Map(
    pages.flatMap(({ entry, file, title }) => (entry ? [[title, file]] : [])),
  );
  return pages.map((page) => linkTitles(page, operationFiles));
}

/** Links the operations that a text names in quotation marks, as the contract's descriptions do. */
function linkTitles(page: Page, files: ReadonlyMap<string, string>): Page {
  const link = (text: string) =>
    text.replaceAll(/```.*?```|"([^"\n]+)"/gs, (quoted, title) => {
      const file = files.get(title);
      return file && file !== page.file ? `[${title}](/${file})` : quoted;
    });
  return {
    ...page,
    blocks: page.blocks.map((block) => {
      if (block.kind === "text") return { ...block, markdown: link(block.markdown) };
      if (block.kind !== "fields") return block;
      const fields = block.fields.map((field) => ({
        ...field,
        description: link(field.description),
      }));
      return { ...block, fields };
    }),
  };
}

/** Builds a page of a text as it is. */
function createTextPage(file: string, source: string, summary?: string): Page {
  const { title, text } = readTitledText(source);
  return createPage("index", file, title, summary ?? summaryOf(text), [text]);
}
