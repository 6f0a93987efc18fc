import { codegenDocument } from "../contract/codegen.ts";
import { readContract } from "../contract/document.ts";
import { createTextWriter, writeIndex } from "../docs/markdown.ts";
import { markdownFileOf } from "../docs/model/page.ts";
import { createPages } from "../docs/model/pages.ts";

/**
 * Creates the package's texts: the contract as JSON, `llms.txt`, the guides and the API pages, by
 * path below dist/.
 */
export function createPackageTexts(): Record<string, string> {
  const contract = readContract();
  const pages = createPages(contract);
  const shippedPages = pages.filter(({ kind }) => kind === "guide" || kind === "package");
  const files = new Map(shippedPages.map(({ file }) => [file, fileOf(file)]));
  // A link to a page that isn't in the package becomes its words.
  const writeText = createTextWriter(shippedPages, (page) => files.get(page));
  const shippedFiles = new Set(files.values());
  return {
    "openapi.json": `${JSON.stringify(contract)}\n`,
    "openapi.codegen.json": `${JSON.stringify(codegenDocument(contract))}\n`,
    "llms.txt": writeIndex(
      contract,
      pages,
      (file) => (shippedFiles.has(fileOf(file)) ? fileOf(file) : undefined),
      [
        ["README: what the package contains, and how to use each part", "../README.md"],
        ["The contract", "../openapi/openapi.yaml"],
        ["The contract as JSON", "openapi.json"],
        ["The contract for code generators", "openapi.codegen.json"],
      ],
    ),
    ...Object.fromEntries(shippedPages.map((page) => [fileOf(page.file), writeText(page)])),
  };
}

/**
 * Returns the file of a guide or of an API page in the package, which has all of them in one
 * folder.
 */
const fileOf = (page: string) => `guides/${markdownFileOf(page).replace("guides/", "")}`;
