import { element } from "../element.ts";
import { type Found, type Group, groups, type Row, wordsOf } from "./engine.ts";

const mostOfGroup = 5;

/** The results in their groups, that of the best first. Each is a link and an option of the list. */
export function showResults({ rows, words }: Found, link: (address: string) => string): HTMLElement[] {
  const order = [...new Set(rows.map(({ group }) => group))].slice(0, groups.length);
  let count = 0;
  return order.map((group) => {
    const shown = rows.filter((row) => row.group === group).slice(0, mostOfGroup);
    const title = element("div", { class: "search-group", id: headingId(group) }, group);
    const options = shown.map((row) => option(row, words, link(row.address), count++));
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
  ["what-is-not-known.html", "What is not known", "Every unknown, such as limits, error codes and signatures"],
  ["guides/get-started.html", "Get started", "Install the client and call the mock"],
  ["for-machines.html", "For machines", "The OpenAPI file, and every page as Markdown"],
];

const headingId = (group: Group) => `search-${group.toLowerCase().replaceAll(" ", "-")}`;

function option({ title, page, text }: Row, words: string[], href: string, number: number): HTMLElement {
  const where = page === title ? [] : [element("span", { class: "search-page" }, page)];
  const parts = [element("span", { class: "search-title" }, ...marked(title, words)), ...where];
  const about = excerpt(text, words);
  if (about) parts.push(element("span", { class: "search-text" }, ...marked(about, words)));
  return element("a", { role: "option", id: `search-option-${number}`, href, tabindex: "-1" }, ...parts);
}

/** The part of a text that has the first of the words. */
function excerpt(text: string, words: string[]): string {
  const pieces = text.split(/(?<=\s)/);
  const first = pieces.findIndex((piece) => wordsOf(piece).some((word) => words.includes(word)));
  const from = Math.max(0, first - 6);
  const shown = pieces
    .slice(from, from + 26)
    .join("")
    .trim();
  return `${from > 0 ? "… " : ""}${shown}${from + 26 < pieces.length ? " …" : ""}`;
}

/** A text whose words that matched are marked. */
const marked = (text: string, words: string[]): (Node | string)[] =>
  text
    .split(/([\p{L}\p{N}]+)/u)
    .map((piece) => (wordsOf(piece).some((word) => words.includes(word)) ? element("mark", {}, piece) : piece));
