import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type Contract, documentedOperations, webhooksOf } from "../contract.ts";
import { bundled, hashed } from "./assets.ts";
import { escapeHtml } from "./escape.ts";
import type { Guide } from "./guides.ts";
import { pageHtml } from "./markdown.ts";
import { operationAddress, tagAddress } from "./places.ts";
import { presentation } from "./presentation.ts";
import { redocScript, renderScript } from "./redocly.ts";
import { overviewText } from "./text.ts";

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The page that has the whole text, for readers without a script and for print. */
const wholeFile = "whole.html";

/**
 * The pages and what they load. `index.html` holds the text that does not grow with the API, and Redoc takes over with
 * the rest; `whole.html` holds all of it.
 */
export async function htmlFiles(
  contract: Contract,
  guides: Guide[],
  pages: Guide[],
  text: string,
): Promise<Record<string, string>> {
  const theme = await bundled("theme.css", "theme/index.css");
  const scripts = [
    hashed("redoc.js", await redocScript()),
    hashed("definition.js", renderScript(presentation(contract, guides, pages))),
    await bundled("page.js", "in-page/page.ts"),
  ];
  const page = (parts: Record<string, string>) => pageOf(contract, { theme: theme.name, ...parts });
  const { first, whole } = texts(contract, guides, pages, text);
  return {
    "index.html": page({
      home: "",
      text: first,
      // Deferred scripts run in this order, after the text stands.
      scripts: scripts.map(({ name }) => `<script defer src="${name}"></script>`).join("\n  "),
    }),
    [wholeFile]: page({ home: "index.html", text: whole, scripts: "" }),
    ...Object.fromEntries([theme, ...scripts].map(({ name, content }) => [name, content])),
  };
}

function pageOf({ info }: Contract, given: Record<string, string>): string {
  const mark = readFileSync(here("mark.svg"), "utf8").trim();
  const parts: Record<string, string> = {
    title: escapeHtml(info.title),
    summary: escapeHtml(info.summary),
    icon: `data:image/svg+xml,${encodeURIComponent(mark)}`,
    mark: mark.replace("<svg", '<svg aria-hidden="true"'),
    colours,
    ...given,
  };
  return readFileSync(here("page.html"), "utf8").replaceAll(
    /<!--(\w+)-->/g,
    (comment, name: string) => parts[name] ?? comment,
  );
}

/** The colours that the reader chose, before anything is painted. Redoc's switch stores the choice under this key. */
const colours = `<script>(() => {
    const root = document.documentElement.classList;
    root.add("scripted");
    try {
      const chosen = localStorage.getItem("redoc.colorMode");
      const system = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
      root.add(/^(light|dark)$/.test(chosen) ? chosen : system);
    } catch {}
  })();</script>`;

/** The text of the first page and the whole one, each with its contents first. Headings have the addresses that links use. */
function texts(contract: Contract, guides: Guide[], pages: Guide[], text: string): { first: string; whole: string } {
  const titled = (all: Guide[]) => all.map(({ title }) => [title, tagAddress(title)] as const);
  const operations = [...documentedOperations(contract), ...webhooksOf(contract)].map(
    (each) => [each.operation.summary, operationAddress(each)] as const,
  );
  const areas = contract.tags.map(({ name }) => [name, tagAddress(name)] as const);
  const list = (entries: (readonly [title: string, address: string])[]) =>
    entries.map(([title, address]) => `- [${title}](${address})`).join("\n");
  const contents = [...titled(guides), ...titled(pages), ...operations];
  const own = new Set(["#/", ...titled(guides).map(([, address]) => address)]);
  const start = [
    list([...titled(guides), ...titled(pages), ...areas]),
    overviewText(contract),
    ...guides.map((guide) => `# ${guide.title}\n\n${guide.text}`),
  ].join("\n\n");
  return {
    first: pageHtml(start, titled(guides), (href) =>
      href.startsWith("#/") && !own.has(href) ? `${wholeFile}${withoutSection(href)}` : href,
    ),
    whole: pageHtml(`${list(contents)}\n\n${text}`, [...areas, ...contents], withoutSection),
  };
}

/** Without a script a mark is reached by its own id, not through its section. */
const withoutSection = (href: string) => href.replace(/^#[^?]*\?/, "#");
