import type { OperationCall } from "../samples/call.ts";
import { type Block, type BlockSource, createBlocks } from "./blocks.ts";
import type { IndexedPage } from "./site-map.ts";

/**
 * A page of the reference. Its HTML, its Markdown and its rows in the search are rendered from it.
 */
export interface Page {
  kind: "home" | "guide" | "package" | "index" | "area" | "operation" | "webhook";
  /** Its HTML file, from the root of the reference. Its Markdown file is in the same folder. */
  file: string;
  title: string;
  summary: string;
  blocks: Block[];
  /** Facts at a glance, each as plain words and `code`. */
  facts?: string[];
  /** The call that the samples and the playground make, if it's an operation with a path. */
  call?: OperationCall;
  entry?: IndexedPage;
}

export const createPage = (
  kind: Page["kind"],
  file: string,
  title: string,
  summary: string,
  parts: BlockSource[],
): Page => ({
  kind,
  file,
  title,
  summary,
  blocks: createBlocks(parts, file),
});

export const markdownFileOf = (file: string): string => file.replace(/html$/, "md");

/** Returns the first sentence of the first paragraph of prose, without markup. */
export function summaryOf(markdown = ""): string {
  const paragraph =
    markdown.split("\n\n").find((block) => /^[A-Z*[`]/.test(block) && /\w\.(\s|$)/.test(block)) ??
    "";
  const text = toPlainText(paragraph);
  return /^.*?\.(?=\s|$)/.exec(text)?.[0] ?? text;
}

/**
 * Returns the words of Markdown on one line: without HTML, links, emphasis and the marks of code.
 */
export const toPlainText = (markdown: string): string =>
  markdown
    // Code is kept, with its asterisks and angle brackets.
    .replaceAll(/(`[^`]*`)|<\/?[a-z][\w-]*(?:\s[^>]*)?\/?>|\*+(?=\S)|(?<=\S)\*+/gi, "$1")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll("`", "")
    .replaceAll(/\s+/g, " ");
