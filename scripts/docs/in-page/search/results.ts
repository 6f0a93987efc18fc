import { element } from "../dom.ts";
import { type Group, groups, type Row, type SearchResults, wordsOf } from "./engine.ts";

const maxPerGroup = 5;

/** Creates the results in their groups, the best group first. Each result is a link and an option of the list. */
export function showResults({ rows, words }: SearchResults, link: (address: string) => string): HTMLElement[] {
  const order = [...new Set(rows.map(({ group }) => group))].slice(0, groups.length);
  let count = 0;
  return order.map((group) => {
    const shownRows = rows.filter((row) => row.group === group).slice(0, maxPerGroup);
    const title = element("div", { class: "search-group", id: headingId(group) }, group);
    const options = shownRows.map((row) => createOption(row, words, link(row.address), count++));
    return element("div", { role: "group", "aria-labelledby": title.id }, title, ...options);
  });
}

/** Creates links to the pages that answer most questions, for a query that finds nothing. */
export function showSuggestions(link: (address: string) => string): HTMLElement[] {
  const options = suggestions.map(([address, title, words], index) => {
    const parts = [element("span", { class: "search-title" }, title), element("span", { class: "search-text" }, words)];
    return element(
      "a",
      { role: "option", id: `search-option-${index}`, href: link(address), tabindex: "-1" },
      ...parts,
    );
  });
  return [element("div", { role: "group", "aria-label": "Suggestions" }, ...options)];
}

const suggestions: [address: string, title: string, words: string][] = [
  ["all-operations.html", "All operations", "Every operation by its name, with how much is known of it"],
  ["what-is-not-known.html", "What isn't known", "Every unknown, such as limits, error codes and signatures"],
  ["guides/get-started.html", "Get started", "Install the client and call the mock"],
  ["for-machines.html", "For machines", "The OpenAPI file, and every page as Markdown"],
];

const headingId = (group: Group) => `search-${group.toLowerCase().replaceAll(" ", "-")}`;

function createOption({ title, page, text }: Row, words: string[], href: string, number: number): HTMLElement {
  const pageLabel = page === title ? [] : [element("span", { class: "search-page" }, page)];
  const parts = [element("span", { class: "search-title" }, ...markWords(title, words)), ...pageLabel];
  const textExcerpt = excerptOf(text, words);
  if (textExcerpt) parts.push(element("span", { class: "search-text" }, ...markWords(textExcerpt, words)));
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
