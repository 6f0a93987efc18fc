import { element } from "../dom.ts";
import { type Row, type SearchResults, wordsOf } from "./engine.ts";

/** Creates the elements of the results, the best first. Each is a link and an option of the list. */
export const createResults = ({ rows, words }: SearchResults, link: (address: string) => string): HTMLElement[] =>
  rows.map((row, index) => createOption(row, words, link(row.address), index));

/** The pages that answer most questions, for a query that finds nothing. */
export const suggestions: Row[] = [
  ["all-operations.html", "All operations", "Every operation by its name, with how much is known of it"],
  ["what-is-not-known.html", "What isn't known", "Every unknown, such as limits, error codes and signatures"],
  ["guides/get-started.html", "Get started", "Install the client and call the mock"],
  ["for-machines.html", "For machines", "The OpenAPI file, and every page as Markdown"],
].map(([address = "", title = "", text = ""]) => ({ address, group: "Others", page: title, title, text }));

function createOption({ title, page, text }: Row, words: string[], href: string, number: number): HTMLElement {
  const pageLabel = page === title ? [] : [element("small", {}, page)];
  const parts = [element("strong", {}, ...markWords(title, words)), ...pageLabel];
  const textExcerpt = excerptOf(text, words);
  if (textExcerpt) parts.push(element("div", {}, ...markWords(textExcerpt, words)));
  return element("a", { role: "option", id: `search-option-${number}`, href, tabindex: "-1" }, ...parts);
}

/** Returns the part of a text around the first matching word. */
function excerptOf(text: string, words: string[]): string {
  const pieces = text.split(/(?<=\s)/);
  const first = pieces.findIndex((piece) => wordsOf(piece).some((word) => words.includes(word)));
  const start = Math.max(0, first - 6);
  const visibleText = pieces
    .slice(start, start + 26)
    .join("")
    .trim();
  return `${start > 0 ? "… " : ""}${visibleText}${start + 26 < pieces.length ? " …" : ""}`;
}

/** Marks the matching words of a text. */
const markWords = (text: string, words: string[]): (Node | string)[] =>
  text
    .split(/([\p{L}\p{N}]+)/u)
    .map((piece) => (wordsOf(piece).some((word) => words.includes(word)) ? element("mark", {}, piece) : piece));
