/** The search, which loads when the reader opens it. The file begins with its entries. */
import { element } from "../dom.ts";
import { createSearch, type SearchEntry, type SearchResult, wordsOf } from "./engine.ts";

declare const searchEntries: SearchEntry[];

/** The address of the reference, which the addresses of entries are relative to. */
const root = (document.currentScript as HTMLScriptElement).src;

/** The pages that answer most questions, for a query that is empty or finds nothing. */
const suggestedPages = [
  "guides/get-started",
  "guides/authentication",
  "guides/errors",
  "all-operations",
  "client",
];
const suggestions = searchEntries.filter(({ address }) =>
  suggestedPages.includes(address.replace(".html", "")),
);

const dialog = document.querySelector("dialog") as HTMLDialogElement;
const input = dialog.querySelector("input") as HTMLInputElement;
const status = dialog.querySelector("p") as HTMLElement;
const list = dialog.querySelector("div[role]") as HTMLElement;
const search = createSearch(searchEntries);
let selected = 0;

function select(index: number): void {
  const options = [...list.children];
  selected = (index + options.length) % options.length;
  for (const [position, option] of options.entries())
    option.ariaSelected = String(position === selected);
  input.setAttribute("aria-activedescendant", options[selected]?.id ?? "");
  options[selected]?.scrollIntoView({ block: "nearest" });
}

function update(): void {
  const query = input.value.trim();
  const results = search(query);
  const count = results.length === 1 ? "1 result" : `${results.length} results`;
  const guess = results.every(({ guessed }) => guessed.length > 0) ? "Similar words:" : "";
  const nothing = `No results for “${query}”. ${results.length > 0 ? guess : "Try one of these:"}`;
  const resultWords = results.length > 0 && !guess ? count : nothing;
  status.textContent = query
    ? resultWords
    : "The keys / and Ctrl K open this search. Most answers are here:";
  list.replaceChildren(...(results.length > 0 ? results : suggestions).map(createResult));
  input.ariaExpanded = String(list.children.length > 0);
  // Enter would open a suggestion that nobody asked for.
  selected = -1;
  if (results.length > 0) select(0);
  else input.removeAttribute("aria-activedescendant");
}

const openSelected = () => (list.children[selected] as HTMLElement | undefined)?.click();

input.addEventListener("input", update);
input.addEventListener("keydown", (event) => {
  if (event.key === "Enter") openSelected();
  else if (event.key === "ArrowDown") select(selected + 1);
  else if (event.key === "ArrowUp") select(Math.max(selected, 0) - 1);
  else return;
  event.preventDefault();
});
// A click on the backdrop has the dialog itself as its target.
dialog.addEventListener("click", ({ target }) => {
  if (target === dialog || (target as Element).closest("a")) dialog.close();
});
update();
if (dialog.open && dialog.dataset["key"] === "Enter") openSelected();

/** Creates a result, a link and an option of the list, with the words marked that matched. */
function createResult(result: SearchEntry & Partial<SearchResult>, number: number): HTMLElement {
  const {
    title,
    page,
    text,
    address,
    isUnknown,
    terms = [],
    missing = [],
    guessed = [],
    repetitions = 0,
  } = result;
  const attributes = {
    role: "option",
    id: `option-${number}`,
    href: new URL(address, root).href,
    tabindex: "-1",
  };
  const labels = [
    ...(page === title ? [] : [repetitions > 0 ? `${page} and ${repetitions} more` : page]),
    ...(guessed.length > 0 ? [`similar to ${quote(guessed)}`] : []),
    ...(missing.length > 0 ? [`without ${quote(missing)}`] : []),
  ];
  return element(
    "a",
    attributes,
    ...(isUnknown
      ? [element("span", { class: "unknown" }, element("b", {}, "Unknown:"), " ")]
      : []),
    element("strong", {}, ...markWords(title, terms)),
    " ",
    element("small", {}, labels.join(", ")),
    ...(text ? [element("div", {}, ...excerptOf(text, terms))] : []),
  );
}

function quote(words: string[]): string {
  return words.map((word) => `“${word}”`).join(", ");
}

/** Returns the part of a text around the first matching word. */
function excerptOf(text: string, words: string[]): (Node | string)[] {
  const pieces = markWords(text, words);
  const start = Math.max(0, pieces.findIndex((piece) => typeof piece !== "string") - 12);
  const isCut = start + 52 < pieces.length;
  return [start > 0 ? "… " : "", ...pieces.slice(start, start + 52), isCut ? " …" : ""];
}

/** Splits a text between its words, and marks those that match. */
function markWords(text: string, words: string[]): (Node | string)[] {
  const pieces = text.split(/([\p{L}\p{N}]+)/u);
  return pieces.map((piece) =>
    words.includes(wordsOf(piece)[0] ?? "") ? element("mark", {}, piece) : piece,
  );
}
