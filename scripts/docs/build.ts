import { readFileSync } from "node:fs";
import { codegenDocument } from "../contract/codegen.ts";
import { drawCoverage } from "../contract/coverage.ts";
import type { Contract } from "../contract/document.ts";
import { bundleAssets } from "./bundle.ts";
import { renderContent } from "./html/content.ts";
import { renderPage } from "./html/frame.ts";
import { writeIndex } from "./llms.ts";
import { createTextWriter } from "./markdown.ts";
import { markdownFileOf, type Page } from "./model/page.ts";
import { createPages } from "./model/pages.ts";
import { searchEntriesOf } from "./search.ts";

const fullTextFile = "llms-full.txt";

/**
 * Builds the files of the reference, by name, except `redoc.html` and `test-server.js`.
 * @param onMock Whether samples call the mock, although a server is known.
 */
export async function buildFiles(
  contract: Contract,
  contractFile: string,
  repository?: string,
  onMock?: boolean,
): Promise<Record<string, string>> {
  const [theme = "", script = "", playground = "", search = ""] = await bundleAssets();
  const pages = createPages(contract, onMock);
  const frame = { contract, pages, repository, theme };
  const render = (page: Page) => renderPage(frame, page, renderContent(contract, page, repository));
  const writeText = createTextWriter(pages, markdownFileOf, repository);
  // Name-only operations differ in little but their names, which are on the page of all operations.
  const fullTextPages = pages.filter(({ entry }) => !entry || entry.pathOperation);
  return {
    ...Object.fromEntries(pages.map((page) => [page.file, render(page)])),
    ...Object.fromEntries(pages.map((page) => [markdownFileOf(page.file), writeText(page)])),
    "page.js": script,
    "playground.js": playground,
    // To create the index in the page takes less time than to load one.
    "search.js": `const searchEntries=${JSON.stringify(pages.flatMap(searchEntriesOf))};\n${search}`,
    "openapi.yaml": readFileSync(contractFile, "utf8"),
    "openapi.json": `${JSON.stringify(contract, null, 2)}\n`,
    "openapi.codegen.json": `${JSON.stringify(codegenDocument(contract), null, 2)}\n`,
    "coverage.svg": drawCoverage(contract),
    "llms.txt": writeIndex(contract, pages, (file) => file, [
      ["The contract", "openapi.yaml"],
      ["The contract as JSON", "openapi.json"],
      ["The contract for code generators", "openapi.codegen.json"],
      ["All pages as one text", fullTextFile],
    ]),
    [fullTextFile]: fullTextPages.map((page) => writeText(page, fullTextFile)).join("\n"),
  };
}
