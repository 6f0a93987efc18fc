import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { marked } from "marked";
import type { Contract } from "../contract.ts";
import { readGuides } from "./guides.ts";
import { derivedPages } from "./pages.ts";
import { slug } from "./places.ts";
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
    text: (await marked(full)).replaceAll(/<(p|li)><strong>Not shown/g, '<$1 class="not-shown"><strong>Not shown'),
    script: await pageScript(),
  };
  const rendered = await renderPage(presentation(contract, guides, pages));
  const page = rendered
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
  const notKnown = pages.filter(({ title }) => title === "What is not known");
  return {
    "overview.md": overviewText(contract),
    ...Object.fromEntries(guides.map(({ title, text }) => [`guides/${slug(title)}.md`, `# ${title}\n\n${text}\n`])),
    "operations.md": catalogueText(contract),
    ...Object.fromEntries(notKnown.map(({ title, text }) => [`${slug(title)}.md`, `# ${title}\n\n${text}\n`])),
    ...Object.fromEntries(operationTexts(contract).map(([id, text]) => [`operations/${id}.md`, text])),
  };
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
