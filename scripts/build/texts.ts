import { basename } from "node:path";
import { codegenDocument } from "../contract/codegen.ts";
import { readContract } from "../contract/document.ts";
import { createLink } from "../docs/links.ts";
import { writeIndex } from "../docs/llms.ts";
import { markdownOf } from "../docs/markdown.ts";
import { toHeadingSlug } from "../docs/model/addresses.ts";
import { markdownFileOf } from "../docs/model/page.ts";
import { createPages } from "../docs/model/pages.ts";

/** Creates the package's texts: the contract as JSON, `llms.txt`, the guides and the API pages, by path below dist/. */
export function createPackageTexts(): Record<string, string> {
  const contract = readContract();
  const pages = createPages(contract);
  const shippedPages = pages.filter(({ kind }) => kind === "guide" || kind === "package");
  const files = new Map(shippedPages.map(({ file }) => [file, fileOf(file)]));
  const guides = shippedPages.map((page) => {
    // A link to a page that isn't in the package becomes its words.
    const link = createLink(fileOf(page.file), (target) => files.get(target));
    return [fileOf(page.file), markdownOf(page, link)];
  });
  const shippedFiles = new Set(files.values());
  const headings = new Map(guides.map(([file, text]) => [basename(file as string), headingsOf(text as string)]));
  return {
    "openapi.json": `${JSON.stringify(contract)}\n`,
    "openapi.codegen.json": `${JSON.stringify(codegenDocument(contract))}\n`,
    "llms.txt": writeIndex(contract, pages, (file) => (shippedFiles.has(fileOf(file)) ? fileOf(file) : undefined), [
      ["README: what the package contains, and how to use each part", "../README.md"],
      ["The contract", "../openapi/openapi.yaml"],
      ["The contract as JSON", "openapi.json"],
      ["The contract for code generators", "openapi.codegen.json"],
    ]),
    ...Object.fromEntries(guides.map(([file, text]) => [file, dropDeadAnchors(text as string, headings)])),
  };
}

const headingsOf = (markdown: string) =>
  [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, words = ""]) => toHeadingSlug(words));

/** Leaves out the anchors that only the pages have: those of options and other members. The link leads to the file. */
const dropDeadAnchors = (markdown: string, headings: ReadonlyMap<string, string[]>): string =>
  markdown.replace(/\]\(((?:[\w./-]+\/)?([\w-]+\.md))#([\w.-]+)\)/g, (link, path, file, anchor) =>
    headings.get(file)?.includes(anchor) ? link : `](${path})`,
  );

/** Returns the file of a guide or of an API page in the package, which has all of them in one folder. */
const fileOf = (page: string) => `guides/${markdownFileOf(page).replace("guides/", "")}`;
