import { readFileSync } from "node:fs";
import { type Contract, cachePerDocument, codegenDocument, drawCoverage } from "../contract.ts";
import { addressOf, type PageOptions } from "./html/frame.ts";
import { buildHtml } from "./html/html.ts";
import { createLink } from "./links.ts";
import { markdownOf } from "./markdown.ts";
import { markdownFileOf, type Page } from "./model/page.ts";
import { createPages } from "./model/pages.ts";

const writeMarkdown = cachePerDocument((page: Page) => markdownOf(page, createLink(page.file, markdownFileOf)));

const fullTextFile = "llms-full.txt";
const writeForFullText = cachePerDocument((page: Page) => markdownOf(page, createLink(fullTextFile, markdownFileOf)));

/** Builds the files of the reference, by name, except `redoc.html` and `test-server.js`. */
export async function buildFiles(
  contract: Contract,
  contractFile: string,
  options: PageOptions,
): Promise<Record<string, string>> {
  const { site } = options;
  const pages = createPages(contract, site !== undefined);
  // Name-only operations differ in little but their names, which are on the page of all operations.
  const fullPages = pages.filter(({ entry }) => !entry || entry.pathOperation);
  return {
    ...(await buildHtml(contract, pages, options)),
    ...Object.fromEntries(pages.map((page) => [markdownFileOf(page.file), writeMarkdown(page)])),
    "openapi.yaml": readFileSync(contractFile, "utf8"),
    "openapi.json": `${JSON.stringify(contract, null, 2)}\n`,
    "openapi.codegen.json": `${JSON.stringify(codegenDocument(contract), null, 2)}\n`,
    "coverage.svg": drawCoverage(contract),
    "llms.txt": writeIndex(contract, pages, site),
    [fullTextFile]: fullPages.map(writeForFullText).join("\n"),
    ...(site && { "sitemap.xml": writeSitemap(pages, site) }),
  };
}

/** Writes `llms.txt`: a title, a summary and links (llmstxt.org). */
function writeIndex({ info }: Contract, pages: Page[], site: URL | undefined): string {
  const address = (file: string) => (site ? `${new URL(file, site)}` : file);
  const links = pages.map(({ title, file, summary }) => `- [${title}](${address(markdownFileOf(file))}): ${summary}`);
  return [
    `# ${info.title}`,
    `> ${info.summary}`,
    "The service is known in part. Unknowns are marked, and nothing is guessed.",
    "## Pages",
    links.join("\n"),
    "## Whole",
    [
      `- [The contract](${address("openapi.yaml")})`,
      `- [The contract as JSON](${address("openapi.json")})`,
      `- [The contract for code generators](${address("openapi.codegen.json")})`,
      `- [All pages as one text](${address("llms-full.txt")})\n`,
    ].join("\n"),
  ].join("\n\n");
}

function writeSitemap(pages: Page[], site: URL): string {
  const urls = pages.map(({ file }) => `  <url><loc>${addressOf(site, file)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`;
}
