import { element } from "../dom.ts";
import type { SearchResults } from "./engine.ts";
import { createResults, suggestions } from "./results.ts";

/** Adds the search dialog to the page, and returns the function that opens it. `showModal` keeps the focus inside. */
export function createDialog(search: (query: string) => Promise<SearchResults>, link: (address: string) => string) {
  const input = element("input", {
    type: "text",
    role: "combobox",
    placeholder: "Search the reference",
    "aria-label": "Search the reference",
    "aria-controls": "search-results",
    "aria-expanded": "false",
    "aria-autocomplete": "list",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    enterkeyhint: "go",
  });
  const close = element("button", { type: "button" }, "Close");
  const status = element("p", { role: "status" }, hint);
  const results = element("div", { id: "search-results", role: "listbox", "aria-label": "Results" });
  const head = element("div", { class: "search-head" }, input, close);
  const dialog = element("dialog", { class: "search-dialog box", "aria-label": "Search" }, head, status, results);

  const options = () => [...results.querySelectorAll<HTMLAnchorElement>("[role='option']")];
  const selectedOf = (candidates: HTMLElement[]) => candidates.findIndex(({ ariaSelected }) => ariaSelected === "true");
  const select = (option?: HTMLElement) => {
    for (const candidate of options()) candidate.ariaSelected = String(candidate === option);
    if (option) input.setAttribute("aria-activedescendant", option.id);
    else input.removeAttribute("aria-activedescendant");
    option?.scrollIntoView({ block: "nearest" });
  };

  async function update(): Promise<void> {
    const query = input.value.trim();
    const searchResults = await search(query);
    // Another key press has started a newer search.
    if (query !== input.value.trim()) return;
    const count = searchResults.rows.length;
    const shownResults = query !== "" && count === 0 ? { rows: suggestions, words: [] } : searchResults;
    results.replaceChildren(...createResults(shownResults, link));
    status.textContent =
      query === ""
        ? hint
        : count === 0
          ? `No results for “${query}”. Try one of these:`
          : count === 1
            ? "1 result"
            : `${count} results`;
    input.ariaExpanded = String(options().length > 0);
    select(options()[0]);
  }

  input.addEventListener("input", update);
  input.addEventListener("keydown", (event) => {
    const candidates = options();
    const index = selectedOf(candidates);
    if (event.key === "Enter") candidates[index]?.click();
    else if (event.key === "ArrowDown") select(candidates[(index + 1) % candidates.length]);
    else if (event.key === "ArrowUp") select(candidates.at(index - 1));
    else return;
    event.preventDefault();
  });
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", ({ target }) => {
    const option = (target as Element).closest("a");
    // A click on the backdrop has the dialog itself as its target.
    if (target === dialog || option) dialog.close();
  });
  document.body.append(dialog);
  return () => {
    if (!dialog.open) dialog.showModal();
    input.select();
    update();
  };
}

const hint = "Operations, fields, guides, client options and unknowns.";
