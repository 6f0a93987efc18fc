import { readFileSync } from "node:fs";
import { codegenDocument } from "../contract/codegen.ts";
import { drawCoverage } from "../contract/coverage.ts";
import type { Contract } from "../contract/document.ts";
import { type Assets, bundleAssets } from "./bundle.ts";
import { renderContent, renderNotFound } from "./html/content.ts";
import { type PageOptions, publishedAddressOf, renderPage } from "./html/frame.ts";
import { createLink } from "./links.ts";
import { writeIndex } from "./llms.ts";
import { markdownOf } from "./markdown.ts";
import { markdownFileOf, type Page } from "./model/page.ts";
import { createPages } from "./model/pages.ts";
import { searchEntriesOf } from "./search.ts";

/** The state that a build passes to the next one. */
export interface BuildState {
  /** The scripts and the style, bundled once: `npm start` doesn't watch them. */
  assets?: Promise<Assets>;
  /** The pages of the last build, by their model as JSON. Those that haven't changed aren't rendered again. */
  rendered: Map<string, RenderedPage>;
}

/** A page in each form. Other pages change none of them, except that of the home page, which isn't kept. */
interface RenderedPage {
  content: string;
  markdown: string;
  fullText: string;
  searchEntries: string;
}

export const createBuildState = (): BuildState => ({ rendered: new Map() });

const fullTextFile = "llms-full.txt";

/** Builds the files of the reference, by name, except `redoc.html` and `test-server.js`. */
export async function buildFiles(
  contract: Contract,
  contractFile: string,
  options: PageOptions,
  state: BuildState = createBuildState(),
): Promise<Record<string, string>> {
  const { site, onMock = false } = options;
  state.assets ??= bundleAssets();
  const { theme, page: script, playground, search } = await state.assets;
  const pages = createPages(contract, { hasSitemap: site !== undefined, onMock });
  const forms = pages.map((page) => {
    const json = JSON.stringify(page);
    const unchanged = page.kind === "home" ? undefined : state.rendered.get(json);
    return { page, json, form: unchanged ?? render(page) };
  });
  state.rendered = new Map(forms.map(({ json, form }) => [json, form]));

  function render(page: Page): RenderedPage {
    return {
      content: renderContent(contract, page, playground),
      markdown: markdownOf(page, createLink(page.file, markdownFileOf)),
      fullText: markdownOf(page, createLink(fullTextFile, markdownFileOf)),
      searchEntries: JSON.stringify(searchEntriesOf(page)).slice(1, -1),
    };
  }

  const frame = { contract, pages, options, theme: theme.content, script: script.name };
  const locate = (file: string) => (site ? `${new URL(file, site)}` : file);
  // Name-only operations differ in little but their names, which are on the page of all operations.
  const fullTexts = forms.filter(({ page: { entry } }) => !entry || entry.pathOperation);
  return {
    ...Object.fromEntries(forms.map(({ page, form }) => [page.file, renderPage(frame, page, form.content)])),
    ...Object.fromEntries(forms.map(({ page, form }) => [markdownFileOf(page.file), form.markdown])),
    "404.html": renderNotFound(frame),
    [script.name]: script.content,
    [playground.name]: playground.content,
    // Its name has no hash: every page names it, and any change of a text changes it. To create the index in the page
    // takes less time than to load one.
    "search.js": `const searchEntries=[${forms.map(({ form }) => form.searchEntries).join()}];\n${search.content}`,
    "openapi.yaml": readFileSync(contractFile, "utf8"),
    "openapi.json": `${JSON.stringify(contract, null, 2)}\n`,
    "openapi.codegen.json": `${JSON.stringify(codegenDocument(contract), null, 2)}\n`,
    "coverage.svg": drawCoverage(contract),
    "llms.txt": writeIndex(contract, pages, locate, [
      ["The contract", locate("openapi.yaml")],
      ["The contract as JSON", locate("openapi.json")],
      ["The contract for code generators", locate("openapi.codegen.json")],
      ["All pages as one text", locate(fullTextFile)],
    ]),
    [fullTextFile]: fullTexts.map(({ form }) => form.fullText).join("\n"),
    ...(site && { "sitemap.xml": writeSitemap(pages, site) }),
  };
}

function writeSitemap(pages: Page[], site: URL): string {
  const urls = pages.map(({ file }) => `  <url><loc>${publishedAddressOf(site, file)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join("\n")}
</urlset>
`;
}
