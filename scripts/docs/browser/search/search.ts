/** The search, which loads when the reader opens it. The file begins with its entries. */
import { element } from "../dom.ts";
import { createSearch, type SearchEntry, wordsOf } from "./engine.ts";

declare const searchEntries: SearchEntry[];

/** The address of the reference, which the addresses of entries are relative to. */
const root = (document.currentScript as HTMLScriptElement).src;

/** The pages that answer most questions, for a query that finds nothing. */
const suggestedPages = [
  "all-operations.html",
  "what-is-not-known.html",
  "guides/get-started.html",
  "for-machines.html",
];
const suggestions = suggestedPages.flatMap((page) => searchEntries.find(({ address }) => address === page) ?? []);

document.body.insertAdjacentHTML(
  "beforeend",
  `<dialog class="search-dialog box" aria-label="Search">
<form method="dialog" class="search-head">
<input role="combobox" placeholder="Search the reference" aria-label="Search the reference" aria-controls="search-results"
  aria-expanded="false" aria-autocomplete="list" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="go">
<button>Close</button></form>
<p role="status"></p>
<div id="search-results" role="listbox" aria-label="Results"></div></dialog>`,
);
const dialog = document.querySelector("dialog") as HTMLDialogElement;
const input = dialog.querySelector("input") as HTMLInputElement;
const status = dialog.querySelector("p") as HTMLElement;
const list = dialog.querySelector("div") as HTMLElement;
const searching = createSearch(searchEntries);
const idleWords = "Operations, fields, guides, client options and unknowns. The keys / and Ctrl K open this search.";
let selected = 0;

function select(index: number): void {
  const options = [...list.children];
  selected = (index + options.length) % options.length;
  for (const [position, option] of options.entries()) option.ariaSelected = String(position === selected);
  input.setAttribute("aria-activedescendant", options[selected]?.id ?? "");
  options[selected]?.scrollIntoView({ block: "nearest" });
}

async function update(): Promise<void> {
  const search = await searching;
  const query = input.value.trim();
  const entries = search(query);
  const count = entries.length === 1 ? "1 result" : `${entries.length} results`;
  const resultWords = entries.length > 0 ? count : `No results for “${query}”. Try one of these:`;
  status.textContent = query ? resultWords : idleWords;
  list.replaceChildren(...(query && entries.length === 0 ? suggestions : entries).map(createResult));
  input.ariaExpanded = String(list.children.length > 0);
  select(0);
}

input.addEventListener("input", update);
input.addEventListener("keydown", (event) => {
  if (event.key === "Enter") (list.children[selected] as HTMLElement | undefined)?.click();
  else if (event.key === "ArrowDown") select(selected + 1);
  else if (event.key === "ArrowUp") select(selected - 1);
  else return;
  event.preventDefault();
});
// A click on the backdrop has the dialog itself as its target.
dialog.addEventListener("click", ({ target }) => {
  if (target === dialog || (target as Element).closest("a")) dialog.close();
});
addEventListener("open-search", () => {
  // `showModal` keeps the focus inside.
  if (!dialog.open) dialog.showModal();
  input.select();
  update();
});

/** Creates a result, a link and an option of the list, with the words marked that matched. */
function createResult({ title, page, text, address, terms = [] }: SearchEntry, number: number): HTMLElement {
  const attributes = { role: "option", id: `option-${number}`, href: new URL(address, root).href, tabindex: "-1" };
  const pageLabel = page === title ? [] : [" ", element("small", {}, page)];
  const excerpt = text ? [element("div", {}, ...excerptOf(text, terms))] : [];
  return element("a", attributes, element("strong", {}, ...markWords(title, terms)), ...pageLabel, ...excerpt);
}

/** Returns the part of a text around the first matching word. */
function excerptOf(text: string, words: string[]): (Node | string)[] {
  const pieces = markWords(text, words);
  const start = Math.max(0, pieces.findIndex((piece) => typeof piece !== "string") - 12);
  const isCut = start + 52 < pieces.length;
  return [start > 0 ? "… " : "", ...pieces.slice(start, start + 52), isCut ? " …" : ""];
}

/** Splits a text between its words, and marks those that match. */
const markWords = (text: string, words: string[]): (Node | string)[] =>
  text
    .split(/([\p{L}\p{N}]+)/u)
    .map((piece) => (wordsOf(piece).some((word) => words.includes(word)) ? element("mark", {}, piece) : piece));
