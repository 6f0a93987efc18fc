import { readFileSync } from "node:fs";
import { codegenDocument } from "../contract/codegen.ts";
import { drawCoverage } from "../contract/coverage.ts";
import type { Contract } from "../contract/document.ts";
import { bundleAssets } from "./bundle.ts";
import { renderContent, renderNotFound } from "./html/content.ts";
import { type PageOptions, publishedAddressOf, renderPage } from "./html/frame.ts";
import { createTextWriter, writeIndex } from "./markdown.ts";
import { markdownFileOf, type Page } from "./model/page.ts";
import { createPages } from "./model/pages.ts";
import { unknownPages } from "./model/site-map.ts";
import { searchEntriesOf } from "./search.ts";

const fullTextFile = "llms-full.txt";

/** Builds the files of the reference, by name, except `redoc.html` and `test-server.js`. */
export async function buildFiles(
  contract: Contract,
  contractFile: string,
  options: PageOptions,
): Promise<Record<string, string>> {
  const { site = "", repository } = options;
  const [theme = "", script = "", playground = "", search = ""] = await bundleAssets();
  const pages = createPages(contract, options);
  const frame = { contract, pages, options, theme };
  const render = (page: Page) => renderPage(frame, page, renderContent(page, pages, options));
  const writeText = createTextWriter(pages, markdownFileOf, repository);
  // Name-only operations differ in little but their names, which are on the page of all operations.
  const fullTextPages = pages.filter(({ entry }) => !entry || entry.operation);
  const texts = Object.fromEntries(
    pages.map((page) => [markdownFileOf(page.file), writeText(page)]),
  );
  return {
    ...Object.fromEntries(pages.map((page) => [page.file, render(page)])),
    ...texts,
    "404.html": renderNotFound(frame),
    "page.js": script,
    "playground.js": playground,
    // To create the index in the page takes less time than to load one.
    "search.js": `const searchEntries=${JSON.stringify(pages.flatMap(searchEntriesOf))};\n${search}`,
    "openapi.yaml": readFileSync(contractFile, "utf8"),
    "openapi.json": `${JSON.stringify(contract, null, 2)}\n`,
    "openapi.codegen.json": `${JSON.stringify(codegenDocument(contract), null, 2)}\n`,
    "coverage.svg": drawCoverage(contract),
    "texts.js": `pageTexts=${JSON.stringify(texts)};`,
    "unknowns.json": `${JSON.stringify(listUnknowns(contract), null, 2)}\n`,
    "llms.txt": writeIndex(contract, pages, (file) => site + file, [
      ["The contract", `${site}openapi.yaml`],
      ["The contract as JSON", `${site}openapi.json`],
      ["The contract for code generators", `${site}openapi.codegen.json`],
      ["All pages as one text", site + fullTextFile],
    ]),
    [fullTextFile]: fullTextPages.map((page) => writeText(page, fullTextFile)).join("\n"),
    ...(site && { "sitemap.xml": writeSitemap(pages, site) }),
  };
}

const listUnknowns = (contract: Contract) =>
  unknownPages(contract).map(({ file, ...unknown }) => ({
    ...unknown,
    page: `${file}#${unknown.id}`,
  }));

function writeSitemap(pages: Page[], site: string): string {
  const urls = pages.map(({ file }) => `  <url><loc>${publishedAddressOf(site, file)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`;
}
