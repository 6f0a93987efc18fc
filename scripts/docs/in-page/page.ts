/** The script of every page. Pages are complete without it. */

import { addSearch } from "./search/open.ts";
import { keepOneOpen } from "./tabs.ts";

addSearch();
keepOneOpen();
document.querySelector(".sidebar [aria-current]")?.scrollIntoView({ block: "nearest" });

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

/** Copies the text of a button: that of the file in `data-source`, or else of the element before the button. */
async function copyText({ dataset: { source }, previousElementSibling }: HTMLElement): Promise<string> {
  const text = source === undefined ? previousElementSibling?.textContent : await (await fetch(source)).text();
  await navigator.clipboard.writeText(text ?? "");
  return "Copied";
}

// The current section is marked in the contents of the page, also while the reader scrolls.
const links = [...document.querySelectorAll<HTMLAnchorElement>(".on-this-page a")];
const headings = links.flatMap(({ hash }) => document.getElementById(hash.slice(1)) ?? []);
const markCurrentSection = () => {
  const current = headings.findLast((heading) => heading.getBoundingClientRect().top < innerHeight / 3);
  for (const link of links) link.ariaCurrent = link.hash === `#${current?.id}` ? "true" : null;
};
// The sections in sight change only when a heading enters or leaves the upper third of the window.
const observer = new IntersectionObserver(markCurrentSection, { rootMargin: "0px 0px -66% 0px" });
for (const heading of headings) observer.observe(heading);
