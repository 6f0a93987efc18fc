import { readFileSync } from "node:fs";
import { type Contract, codegenDocument } from "../contract.ts";
import { coverageSvg } from "./coverage.ts";
import { htmlFiles } from "./html.ts";
import { linkText, textLinks } from "./links.ts";
import { type Page, sitePages, textFile } from "./site.ts";
import { summaryOf } from "./summary.ts";

/** The files of the reference by name. */
export async function referenceFiles(
  contract: Contract,
  source: string,
  site: URL | undefined,
): Promise<Record<string, string>> {
  const pages = sitePages(contract);
  const links = textLinks(contract, pages);
  const linked = (from: string, text: string) => linkText(text, (href) => links(from, href));
  // Name-only operations differ in little but their names, which stand on the page of all operations.
  const full = pages
    .filter(({ entry }) => !entry || entry.located)
    .map(({ text }) => text)
    .join("\n\n");
  return {
    ...(await htmlFiles(contract, pages, site)),
    ...Object.fromEntries(pages.map(({ file, text }) => [textFile(file), linked(file, text)])),
    "openapi.yaml": readFileSync(source, "utf8"),
    "openapi.json": `${JSON.stringify(contract, null, 2)}\n`,
    "openapi.codegen.json": `${JSON.stringify(codegenDocument(contract), null, 2)}\n`,
    "coverage.svg": coverageSvg(contract),
    "llms.txt": index(contract, pages, site),
    "llms-full.txt": linked("llms-full.txt", full),
    "sitemap.xml": sitemap(pages, site ?? new URL("http://127.0.0.1:4010/")),
  };
}

/** `llms.txt`: a title, a summary and links (llmstxt.org). */
function index({ info }: Contract, pages: Page[], site: URL | undefined): string {
  const address = (file: string) => (site ? `${new URL(file, site)}` : file);
  const links = pages.map(({ title, file, text }) => `- [${title}](${address(textFile(file))}): ${summaryOf(text)}`);
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

function sitemap(pages: Page[], site: URL): string {
  const urls = pages.map(({ file }) => `  <url><loc>${new URL(file === "index.html" ? "." : file, site)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`;
}
