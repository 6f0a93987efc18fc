/** The script of every page. Pages are complete without it. */
import { loadScript } from "./dom.ts";

const sidebar = document.querySelector(".sidebar") as HTMLElement;
/** Scrolls the sidebar alone: `scrollIntoView` would also move the place where Tab starts. */
const showCurrentPage = () => {
  const current = sidebar.querySelector<HTMLElement>("[aria-current]");
  if (current) sidebar.scrollTop = current.offsetTop - sidebar.clientHeight / 2;
};
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
const { root = "" } = searchButton.dataset;
let hasSearch = false;
function openSearch(): void {
  // `showModal` keeps the focus inside.
  if (!dialog.open) dialog.showModal();
  dialog.querySelector("input")?.select();
  if (hasSearch) return;
  hasSearch = true;
  loadScript(`${root}search.js`).catch(() => {
    hasSearch = false;
    (dialog.querySelector("p") as HTMLElement).textContent = "Can't load the search.";
  });
}
// Until its script has loaded, this remembers whether Enter was the last key.
dialog.addEventListener("keydown", ({ key }) => {
  dialog.dataset["key"] = key;
});
addEventListener("click", ({ target }) => {
  const button = (target as Element).closest<HTMLElement>("[data-search]");
  // Safari doesn't focus a clicked button, and the focus has to return here.
  button?.focus();
  if (button) openSearch();
});
const keys = searchButton.querySelector("kbd");
if (keys && /Mac|iP/.test(navigator.platform)) keys.textContent = "⌘K";
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

// The copy buttons, of code blocks, of the path of an operation and of the page as Markdown.
addEventListener("click", async ({ target }) => {
  const button = (target as Element).closest<HTMLButtonElement>(".copy");
  if (!button) return;
  const label = [...button.childNodes];
  button.textContent = await copyText(button).catch(() => "Can't copy");
  setTimeout(() => button.replaceChildren(...label), 2000);
});

declare global {
  /** The Markdown of all pages, by file, as a script: a page from disk can't read another file. */
  var pageTexts: Record<string, string> | undefined;
}

/**
 * Copies the text of a button: that of the file in `data-file`, or else of the element before the
 * button.
 */
async function copyText({
  dataset: { file },
  previousElementSibling,
}: HTMLElement): Promise<string> {
  if (file && !globalThis.pageTexts) await loadScript(`${root}texts.js`);
  const text = file ? globalThis.pageTexts?.[file] : previousElementSibling?.textContent;
  await navigator.clipboard.writeText(text ?? "");
  return "Copied";
}

// A filter hides the lines that lack one of its words. Browsers restore its text when the reader
// comes back.
const filter = document.querySelector<HTMLInputElement>(".filter");
const filterLines = (filter: HTMLInputElement) => {
  const words = filter.value.toLowerCase().split(/\s+/);
  const lines = [...document.querySelectorAll<HTMLElement>(".prose ul:not([role]) > li")];
  for (const line of lines) {
    const area = line.parentElement?.previousElementSibling;
    const text = `${area?.textContent} ${line.textContent}`.toLowerCase();
    line.hidden = !words.every((word) => text.includes(word));
  }
  const count = lines.filter(({ hidden }) => !hidden).length;
  (filter.nextElementSibling as HTMLElement).textContent =
    filter.value && `${count} of ${lines.length} unknowns`;
  (filter.parentElement?.querySelector("[data-search]") as HTMLElement).hidden = count > 0;
};
if (filter)
  for (const event of ["input", "pageshow"]) addEventListener(event, () => filterLines(filter));

// The playground's script loads once the reader does something.
if (document.querySelector(".playground")) {
  const waiting = new AbortController();
  const load = () => {
    waiting.abort();
    loadScript(`${root}playground.js`);
  };
  for (const event of ["pointermove", "pointerdown", "keydown", "scroll"])
    addEventListener(event, load, { signal: waiting.signal });
}

// The list of headings marks the one that is read: the one that the reader chose, while it's in
// sight at the top or at the end of the page, or else the last above what is read.
const links = [...document.querySelectorAll<HTMLAnchorElement>(".on-this-page a")];
function markHeading(): void {
  const isAtEnd = scrollY + innerHeight >= document.body.scrollHeight - 1;
  const end = isAtEnd ? innerHeight : 120;
  const passed = links.flatMap((link) => {
    const heading = document.getElementById(link.hash.slice(1));
    const { top = end } = heading?.getBoundingClientRect() ?? {};
    return top < end ? { link, isChosen: top > 0 && heading?.matches(":target") } : [];
  });
  const current = passed.find(({ isChosen }) => isChosen) ?? passed.at(-1);
  for (const link of links) link.ariaCurrent = link === current?.link ? "true" : null;
}
if (links.length > 0)
  for (const event of ["scroll", "hashchange", "load"]) addEventListener(event, markHeading);
