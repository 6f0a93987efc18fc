/** The script of every page. Pages are complete without it. */
import { loadScript } from "./dom.ts";

const sidebar = document.querySelector(".sidebar") as HTMLElement;
const showCurrentPage = () =>
  sidebar.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
showCurrentPage();
sidebar.addEventListener("toggle", showCurrentPage);

// A button and keys open the search. Its field takes what is typed while its script and its rows
// load.
const searchButton = document.querySelector("#open-search") as HTMLElement;
document.body.insertAdjacentHTML(
  "beforeend",
  `<dialog class="search-dialog box" aria-label="Search"><div class="search-head">
<input role="combobox" placeholder="Search the reference" aria-label="Search the reference" aria-controls="search-results"
  aria-expanded="false" aria-autocomplete="list" autocomplete="off" autocapitalize="off" spellcheck="false" enterkeyhint="go">
<form method="dialog"><button>Close</button></form></div>
<p role="status">Loading …</p>
<div id="search-results" role="listbox" aria-label="Results"></div></dialog>`,
);
const dialog = document.querySelector("dialog") as HTMLDialogElement;
let hasSearch = false;
function openSearch(): void {
  // `showModal` keeps the focus inside.
  if (!dialog.open) dialog.showModal();
  dialog.querySelector("input")?.select();
  if (hasSearch) return;
  hasSearch = true;
  loadScript(searchButton.dataset["search"] ?? "").catch(() => {
    hasSearch = false;
    (dialog.querySelector("p") as HTMLElement).textContent = "Can't load the search.";
  });
}
// Until its script has loaded, this remembers whether Enter was the last key.
dialog.addEventListener("keydown", ({ key }) => {
  dialog.dataset["key"] = key;
});
searchButton.addEventListener("click", () => {
  // Safari doesn't focus a clicked button, and the focus has to return here.
  searchButton.focus();
  openSearch();
});
addEventListener("keydown", (event) => {
  const { key, ctrlKey, metaKey, target } = event;
  const isTyping = (target as Element).matches("input, select, textarea");
  if (ctrlKey || metaKey ? key.toLowerCase() !== "k" : key !== "/" || isTyping) return;
  event.preventDefault();
  openSearch();
});

// The language that the reader chose last is open on every page.
const languages = [...document.querySelectorAll<HTMLInputElement>("[data-languages] input")];
const storageKey = "reference.language";
const chosenLanguage = useStorage((storage) => storage.getItem(storageKey));
for (const input of languages) if (input.value === chosenLanguage) input.checked = true;
addEventListener("change", ({ target }) => {
  const chosen = languages.find((input) => input === target);
  if (chosen) useStorage((storage) => storage.setItem(storageKey, chosen.value));
});

/** Uses the storage, unless the reader allows none. */
function useStorage<Result>(use: (storage: Storage) => Result): Result | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}

// A page from disk can't read another file.
for (const button of document.querySelectorAll<HTMLElement>("[data-source]"))
  button.hidden = location.protocol === "file:";

// The copy buttons, of code blocks, of the path of an operation and of the page as Markdown.
addEventListener("click", async ({ target }) => {
  const button = (target as Element).closest<HTMLButtonElement>(".copy");
  if (!button) return;
  button.dataset["label"] ??= button.textContent;
  button.textContent = await copyText(button).catch(() => "Can't copy");
  setTimeout(() => {
    button.textContent = button.dataset["label"] ?? "";
  }, 2000);
});

/**
 * Copies the text of a button: that of the file in `data-source`, or else of the element before the
 * button.
 */
async function copyText({
  dataset: { source },
  previousElementSibling,
}: HTMLElement): Promise<string> {
  const text =
    source === undefined ? previousElementSibling?.textContent : await (await fetch(source)).text();
  await navigator.clipboard.writeText(text ?? "");
  return "Copied";
}

// A filter hides the lines that lack one of its words. Browsers restore its text when the reader
// comes back.
const filter = document.querySelector<HTMLInputElement>(".filter");
const filterLines = (filter: HTMLInputElement) => {
  const words = filter.value.toLowerCase().split(/\s+/);
  const lines = [...document.querySelectorAll<HTMLElement>(".prose li")];
  for (const line of lines)
    line.hidden = !words.every((word) => line.textContent?.toLowerCase().includes(word));
  const count = lines.filter(({ hidden }) => !hidden).length;
  (filter.nextElementSibling as HTMLElement).textContent =
    filter.value && `${count} of ${lines.length} unknowns`;
};
if (filter)
  for (const event of ["input", "pageshow"]) addEventListener(event, () => filterLines(filter));
