import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Contract } from "../contract.ts";
import { escapeHtml } from "./escape.ts";
import { relative } from "./links.ts";
import { sidebar } from "./sidebar.ts";
import { type Page, textFile } from "./site.ts";
import { summaryOf } from "./summary.ts";

const here = (name: string) => readFileSync(fileURLToPath(new URL(name, import.meta.url)), "utf8");

export interface Shell {
  contract: Contract;
  pages: Page[];
  /** The names of the style and of the scripts that every page loads. */
  theme: string;
  scripts: string[];
  /** The name of the script that searches. It loads as the reader opens the search. */
  search: string;
  /** Where the reference is published, if that is known. */
  site: URL | undefined;
}

const template = here("page.html");
const mark = here("mark.svg").trim();
const main = ["#/get-started", "#/all-operations", "#/client", "#/what-is-not-known"];

/** A page with all that stands around its content. */
export function pageWith(
  { contract, pages, theme, scripts, search, site }: Shell,
  page: Page,
  content: string,
): string {
  const { info } = contract;
  const root = relative(page.file, "x").slice(0, -1);
  const summary = page.kind === "home" ? info.summary : summaryOf(page.text);
  const parts: Record<string, string> = {
    root,
    theme,
    search,
    content,
    kind: page.kind,
    api: escapeHtml(info.title),
    heading: escapeHtml(page.title),
    title: escapeHtml(page.kind === "home" ? info.title : `${page.title} · ${info.title}`),
    summary: escapeHtml(summary),
    version: escapeHtml(info.version),
    published: site ? published(site, page) : "",
    icon: `data:image/svg+xml,${encodeURIComponent(mark)}`,
    brand: `<a class="brand" href="${root}index.html" aria-label="${escapeHtml(info.title)}, home">${mark.replace("<svg", '<svg aria-hidden="true"')}<span>${escapeHtml(info.title)}</span></a>`,
    markdown: relative(page.file, textFile(page.file)),
    colours,
    scripts: scripts.map((name) => `<script defer src="${root}${name}"></script>`).join("\n  "),
    main: main
      .flatMap((address) => pages.filter((each) => each.address === address))
      .map((to) => `<a href="${relative(page.file, to.file)}"${current(to, page)}>${escapeHtml(to.title)}</a>`)
      .join("\n      "),
    sidebar: sidebar(contract, pages, page),
    neighbours: neighbours(pages, page),
  };
  return template.replaceAll(/<!--(\w+)-->/g, (comment, name: string) => parts[name] ?? comment);
}

const current = (to: Page, page: Page) => (to === page ? ' aria-current="page"' : "");

/** What only a published page can say: absolute addresses. */
function published(site: URL, { file }: Page): string {
  const address = escapeHtml(`${new URL(file === "index.html" ? "." : file, site)}`);
  return [`<link rel="canonical" href="${address}">`, `<meta property="og:url" content="${address}">`].join("\n  ");
}

/** The pages before and after this one. */
function neighbours(pages: Page[], page: Page): string {
  const at = pages.indexOf(page);
  const link = (to: Page | undefined, rel: string, words: string) =>
    to
      ? `<a rel="${rel}" href="${relative(page.file, to.file)}"><span>${words}</span> ${escapeHtml(to.title)}</a>`
      : "";
  const links = [link(pages[at - 1], "prev", "Previous"), link(pages[at + 1], "next", "Next")].join("");
  return page.kind === "home" ? "" : `<nav class="neighbours" aria-label="Neighbouring pages">${links}</nav>`;
}

/** The colours that the reader chose, before anything is painted. Redoc reads the choice under this key, too. */
const colours = `<script>(() => {
    const root = document.documentElement.classList;
    root.add("scripted");
    try {
      const chosen = localStorage.getItem("redoc.colorMode");
      const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
      root.add(/^(light|dark)$/.test(chosen) ? chosen : system);
    } catch {}
  })();</script>`;
