import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { type Contract, codegenDocument, documentedOperations, webhooksOf } from "../contract.ts";
import { type Guide, readGuides } from "./guides.ts";
import { htmlFiles } from "./html.ts";
import { derivedPages } from "./pages.ts";
import { operationAddress, slug, tagAddress } from "./places.ts";
import { operationText, overviewText, webhookText } from "./text.ts";

/** The files of the reference by name. */
export async function referenceFiles(contract: Contract, source: string, site: URL): Promise<Record<string, string>> {
  const guides = readGuides();
  const pages = derivedPages(contract, guides);
  const sections = textSections(contract, guides, pages);
  const full = sections.map(({ text }) => text).join("\n\n");
  const link = linker(contract, sections);
  const texts = Object.fromEntries(sections.map(({ file, text }) => [file, link(file, text)]));
  const files = {
    ...(await htmlFiles(contract, guides, pages, full)),
    "openapi.yaml": readFileSync(source, "utf8"),
    "openapi.json": `${JSON.stringify(contract, null, 2)}\n`,
    "openapi.codegen.json": `${JSON.stringify(codegenDocument(contract), null, 2)}\n`,
    "llms.txt": index(contract, texts),
    "llms-full.txt": link("llms-full.txt", full),
    ...texts,
  };
  return { ...files, "sitemap.xml": sitemap(Object.keys(files), site), "404.html": notFound(site) };
}

interface Section {
  /** Where the page shows it. */
  address: string;
  /** The name of its Markdown file. */
  file: string;
  text: string;
}

function textSections(contract: Contract, guides: Guide[], pages: Guide[]): Section[] {
  const section = (folder: string, { title, text }: Guide): Section => ({
    address: tagAddress(title),
    file: `${folder}${slug(title)}.md`,
    text: `# ${title}\n\n${text}\n`,
  });
  return [
    { address: "#/", file: "overview.md", text: overviewText(contract) },
    ...guides.map((guide) => section("guides/", guide)),
    ...pages.map((page) => section("", page)),
    ...documentedOperations(contract).map((located) => ({
      address: operationAddress(located),
      file: `operations/${located.operation.operationId}.md`,
      text: operationText(contract, located),
    })),
    ...webhooksOf(contract).map((webhook) => ({
      address: operationAddress(webhook),
      file: `webhooks/${webhook.name}.md`,
      text: webhookText(contract, webhook),
    })),
  ];
}

/** Turns the links of a text, which are those of the page, into links to the files beside it. */
function linker({ tags }: Contract, sections: Section[]) {
  const files = new Map([
    ...tags.map(({ name }) => [tagAddress(name), `all-operations.md#${slug(name)}`] as const),
    ...sections.map(({ address, file }) => [address, file] as const),
  ]);
  return (from: string, text: string): string =>
    text.replaceAll(/\]\((#\/[^)?]*)[^)]*\)/g, (link, address: string) => {
      const file = files.get(address);
      return file ? `](${posix.relative(posix.dirname(from), file)})` : link;
    });
}

/** What a static host shows for an unknown address, at any depth. */
const notFound = ({ pathname }: URL): string => `<!DOCTYPE html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>Not found</title>
<style>:root { color-scheme: light dark; font: 16px / 1.6 system-ui, sans-serif } body { margin: 15vh 8vw }</style>
<p>Page not found. <a href="${pathname}">Go to the API reference</a>.</p>
`;

/** `llms.txt`: a title, a summary and links (llmstxt.org). */
function index({ info }: Contract, texts: Record<string, string>): string {
  const links = Object.entries(texts).map(([name, text]) => `- [${text.match(/^# (.+)$/m)?.[1]}](${name})`);
  return [
    `# ${info.title}`,
    `> ${info.summary}`,
    "The service is known in part. Unknowns are marked, and nothing is guessed.",
    "## Pages",
    links.join("\n"),
    "## Whole",
    "- [The contract](openapi.yaml)\n- [The contract as JSON](openapi.json)\n- [The contract for code generators](openapi.codegen.json)\n- [All pages as one text](llms-full.txt)\n",
  ].join("\n\n");
}

function sitemap(names: string[], site: URL): string {
  const pages = names.filter((name) => !/\.(js|css)$/.test(name));
  const urls = pages.map((name) => `  <url><loc>${new URL(name === "index.html" ? "." : name, site)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`;
}
