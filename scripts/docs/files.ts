import { readFileSync } from "node:fs";
import type { Contract } from "../contract.ts";
import { type Guide, readGuides } from "./guides.ts";
import { wholePage } from "./html.ts";
import { derivedPages } from "./pages.ts";
import { slug } from "./places.ts";
import { catalogueText, operationTexts, overviewText } from "./text.ts";

/** The files of the reference by name. */
export async function referenceFiles(contract: Contract, source: string, site: URL): Promise<Record<string, string>> {
  const guides = readGuides();
  const pages = derivedPages(contract, guides);
  const texts = textFiles(contract, guides, pages);
  const full = Object.values(texts).join("\n\n");
  const files = {
    "index.html": await wholePage(contract, guides, pages, full),
    "openapi.yaml": readFileSync(source, "utf8"),
    "openapi.json": `${JSON.stringify(contract, null, 2)}\n`,
    "llms.txt": index(contract, texts),
    "llms-full.txt": full,
    ...texts,
  };
  return { ...files, "sitemap.xml": sitemap(Object.keys(files), site) };
}

function textFiles(contract: Contract, guides: Guide[], pages: Guide[]): Record<string, string> {
  const file = (folder: string, { title, text }: Guide) => [`${folder}${slug(title)}.md`, `# ${title}\n\n${text}\n`];
  return {
    "overview.md": overviewText(contract),
    ...Object.fromEntries(guides.map((guide) => file("guides/", guide))),
    ...Object.fromEntries(pages.map((page) => file("", page))),
    "all-operations.md": catalogueText(contract),
    ...Object.fromEntries(operationTexts(contract).map(([id, text]) => [`operations/${id}.md`, text])),
  };
}

/** What `llms.txt` is to be: a title, a summary and links (llmstxt.org). */
function index({ info }: Contract, texts: Record<string, string>): string {
  const links = Object.entries(texts).map(([name, text]) => `- [${text.match(/^# (.+)$/m)?.[1]}](${name})`);
  return [
    `# ${info.title}`,
    `> ${info.summary}`,
    "The reference of a service that is known in part. What is not known is marked, and nothing is guessed.",
    "## Pages",
    links.join("\n"),
    "## Whole",
    "- [The contract](openapi.yaml)\n- [All pages as one text](llms-full.txt)\n",
  ].join("\n\n");
}

function sitemap(names: string[], site: URL): string {
  const urls = names.map((name) => `  <url><loc>${new URL(name === "index.html" ? "." : name, site)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`;
}
