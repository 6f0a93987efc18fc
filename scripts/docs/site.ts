import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Contract, collectTargets, webhooksOf } from "../contract.ts";
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
import { fileOfUnknown, placedOperations, toSlug } from "./places.ts";
import { resultOf } from "./signature.ts";

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

/** The operations' pages of the last build, by all that they show, and what all of them have in common. */
let last = { commonParts: "", pages: new Map<string, Page>() };

/** Builds the pages of the operations. One that shows the same as in the last build is the same page again. */
function createOperationPages(contract: Contract): Page[] {
  const commonParts = JSON.stringify([
    contract["x-not-shown"],
    contract.components.securitySchemes,
    [...fileOfUnknown(contract)],
  ]);
  const previousPages = last.commonParts === commonParts ? last.pages : new Map<string, Page>();
  const pages = placedOperations(contract).map((placedOperation): [key: string, Page] => {
    const { pathOperation, ...entry } = placedOperation;
    const key = JSON.stringify([
      entry,
      pathOperation && [
        ...[pathOperation.method, pathOperation.path, pathOperation.operation, resultOf(contract, pathOperation)],
        ...collectTargets(contract, pathOperation.unresolved),
      ],
    ]);
    const page =
      previousPages.get(key) ??
      (pathOperation
        ? createOperationPage(contract, placedOperation, pathOperation)
        : createNameOnlyPage(contract, placedOperation));
    return [key, page];
  });
  last = { commonParts, pages: new Map(pages) };
  return pages.map(([, page]) => page);
}

function createChangelogPage(): Page {
  const [, ...lines] = readFileSync(join(root, "CHANGELOG.md"), "utf8").split("\n");
  const summary = "What changed in each version of the contract and the package.";
  return createIndexPage("changelog.html", "Changelog", summary, [lines.join("\n")]);
}
