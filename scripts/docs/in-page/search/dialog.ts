import { element } from "../dom.ts";
import type { Result } from "./engine.ts";
import { createResult } from "./results.ts";

const hint = "Operations, fields, guides, client options and unknowns.";

/**
 * Adds the search dialog to the page, and returns the function that opens it. `showModal` keeps the focus inside.
 * @param suggestions The results of a query without results.
 */
export function createDialog(searching: Promise<(query: string) => Result[]>, suggestions: Result[]): () => void {
  const dialog = element("dialog", { class: "search-dialog box", "aria-label": "Search" });
  dialog.innerHTML = `<form method="dialog" class="search-head">
<input role="combobox" placeholder="Search the reference" aria-label="Search the reference" aria-controls="search-results"
  aria-expanded="false" aria-autocomplete="list" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="go">
<button>Close</button></form>
<p role="status"></p>
<div id="search-results" role="listbox" aria-label="Results"></div>`;
  const input = dialog.querySelector("input") as HTMLInputElement;
  const status = dialog.querySelector("p") as HTMLElement;
  const list = dialog.querySelector("div") as HTMLElement;
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
    const results = search(query);
    const count = results.length === 1 ? "1 result" : `${results.length} results`;
    const resultWords = results.length > 0 ? count : `No results for “${query}”. Try one of these:`;
    status.textContent = query ? resultWords : hint;
    if (query && results.length === 0) results.push(...suggestions);
    list.replaceChildren(...results.map(createResult));
    input.ariaExpanded = String(results.length > 0);
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
  document.body.append(dialog);
  return () => {
    if (!dialog.open) dialog.showModal();
    input.select();
    update();
  };
}
