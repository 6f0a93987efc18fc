import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { marked } from "marked";
import { type Contract, documentedOperations } from "../contract.ts";
import { readGuides } from "./guides.ts";
import { derivedPages } from "./pages.ts";
import { operationAddress, slug, tagAddress } from "./places.ts";
import { presentation } from "./presentation.ts";
import { renderPage } from "./redocly.ts";
import { catalogueText, operationTexts, overviewText } from "./text.ts";

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const dataUri = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** The files of the reference by name. */
export async function referenceFiles(contract: Contract, source: string, site: URL): Promise<Record<string, string>> {
  const guides = readGuides();
  const pages = derivedPages(contract, guides);
  const texts = textFiles(contract, guides, pages);
  const full = Object.values(texts).join("\n\n");
  const mark = readFileSync(here("mark.svg"), "utf8").trim();
  const parts: Record<string, string> = {
    summary: contract.info.summary,
    icon: dataUri(mark),
    mark: mark.replace("<svg", '<svg aria-hidden="true"'),
    theme: readFileSync(here("theme.css"), "utf8"),
    text: withAddresses(contract, [...guides, ...pages], await marked(full)).replaceAll(
      /<(p|li)><strong>Not shown/g,
      '<$1 class="not-shown"><strong>Not shown',
    ),
    script: await pageScript(),
  };
  const rendered = await renderPage(presentation(contract, guides, pages));
  const [prerendered = "", ...script] = rendered.split('<script type="module">');
  // Redoc prerenders links to paths that only its script would answer, and then renders hashes.
  const linked = prerendered.replaceAll(/(<a [^>]*href=")(\/[\w/-]*")/g, "$1#$2");
  const page = [linked, ...script]
    .join('<script type="module">')
    // Redoc asks another host for its logo. Its name is kept, as text.
    .replaceAll(/https:\/\/cdn\.redoc\.ly\/[\w./-]+\.svg/g, dataUri(redocName))
    .replaceAll(/<!--(\w+)-->/g, (comment, name: string) => parts[name] ?? comment);
  const files = {
    "index.html": page,
    "openapi.yaml": readFileSync(source, "utf8"),
    "openapi.json": `${JSON.stringify(contract, null, 2)}\n`,
    "llms.txt": index(contract, texts),
    "llms-full.txt": full,
    ...texts,
  };
  return { ...files, "sitemap.xml": sitemap(Object.keys(files), site) };
}

type Page = ReturnType<typeof readGuides>[number];

function textFiles(contract: Contract, guides: Page[], pages: Page[]): Record<string, string> {
  return {
    "overview.md": overviewText(contract),
    ...Object.fromEntries(guides.map(({ title, text }) => [`guides/${slug(title)}.md`, `# ${title}\n\n${text}\n`])),
    ...Object.fromEntries(pages.map(({ title, text }) => [`${slug(title)}.md`, `# ${title}\n\n${text}\n`])),
    "all-operations.md": catalogueText(contract),
    ...Object.fromEntries(operationTexts(contract).map(([id, text]) => [`operations/${id}.md`, text])),
  };
}

/** Gives the headings the addresses that links within the page use, so that the links work without a script, too. */
function withAddresses(contract: Contract, pages: Page[], html: string): string {
  const addresses = new Map([
    ...contract.tags.map(({ name }) => [name, tagAddress(name)] as const),
    ...pages.map(({ title }) => [title, tagAddress(title)] as const),
    ...documentedOperations(contract).map((each) => [each.operation.summary, operationAddress(each)] as const),
  ]);
  return html.replaceAll(/<(h[12])>([^<]+)</g, (heading, level: string, title: string) => {
    const address = addresses.get(title);
    return address ? `<${level} id="${address.slice(1)}">${title}<` : heading;
  });
}

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

const redocName =
  '<svg xmlns="http://www.w3.org/2000/svg" width="44" height="14"><text y="12" font-family="sans-serif" font-size="13" fill="#77827e">Redoc</text></svg>';

async function pageScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [here("page.ts")],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}
