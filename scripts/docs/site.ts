import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Contract, knownOperations, webhooksOf } from "../contract.ts";
import { root } from "../run.ts";
import { apiPages } from "./api.ts";
import { readGuides } from "./guides.ts";
import { text, withIds } from "./model/blocks.ts";
import { allOperations, forMachines, homePage, whatIsNotKnown } from "./model/index-pages.ts";
import { nameOnlyPage } from "./model/name-only.ts";
import { operationPage, webhookPage } from "./model/operation.ts";
import { type Page, summaryOf } from "./model/page.ts";
import { slug } from "./places.ts";

/** Builds the pages of the guides, in order. */
export const guidePages = (): Page[] =>
  readGuides().map(({ title, text: markdown }) => ({
    ...{ kind: "guide", file: `guides/${slug(title)}.html`, title, summary: summaryOf(markdown) },
    blocks: withIds(text(markdown)),
  }));

/** Builds all pages, in reading order. */
export function sitePages(contract: Contract, hasSitemap = false): Page[] {
  const pages = [
    homePage(contract),
    ...guidePages(),
    ...apiPages(contract),
    allOperations(contract),
    whatIsNotKnown(contract),
    changelog(),
    forMachines(hasSitemap),
    ...knownOperations(contract).map((entry) =>
      entry.pathOperation ? operationPage(contract, entry, entry.pathOperation) : nameOnlyPage(contract, entry),
    ),
    ...webhooksOf(contract).map((webhook) => webhookPage(contract, webhook)),
  ];
  const files = new Set<string>();
  for (const { file, title } of pages) {
    if (files.has(file.toLowerCase())) throw new Error(`Two pages would be ${file}. Rename "${title}".`);
    files.add(file.toLowerCase());
  }
  return pages;
}

function changelog(): Page {
  const [, ...lines] = readFileSync(join(root, "CHANGELOG.md"), "utf8").split("\n");
  return {
    kind: "index",
    file: "changelog.html",
    title: "Changelog",
    summary: "What changed in each version of the contract and the package.",
    blocks: withIds(text(lines.join("\n"))),
  };
}
