import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { type Contract, documentedOperations } from "../contract.ts";
import { escapeHtml } from "./escape.ts";
import type { Guide } from "./guides.ts";
import { pageHtml } from "./markdown.ts";
import { operationAddress, tagAddress } from "./places.ts";
import { presentation } from "./presentation.ts";
import { renderPage } from "./redocly.ts";

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const dataUri = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** `index.html`: what Redocly renders, in our template, with our theme, our script and the whole text. */
export async function wholePage(contract: Contract, guides: Guide[], pages: Guide[], text: string): Promise<string> {
  const [rendered, script] = await Promise.all([renderPage(presentation(contract, guides, pages)), pageScript()]);
  const mark = readFileSync(here("mark.svg"), "utf8").trim();
  const parts: Record<string, string> = {
    summary: escapeHtml(contract.info.summary),
    icon: dataUri(mark),
    mark: mark.replace("<svg", '<svg aria-hidden="true"'),
    theme: readFileSync(here("theme.css"), "utf8"),
    text: textHtml(contract, [...guides, ...pages], text),
    script,
  };
  return withoutStrangers(rendered).replaceAll(/<!--(\w+)-->/g, (comment, name: string) => parts[name] ?? comment);
}

/** Redoc prerenders links that only its script can follow, and loads its logo from another host. It has no option for either. */
function withoutStrangers(rendered: string): string {
  const start = '<script type="module">';
  const [prerendered = "", ...script] = rendered.split(start);
  // The script renders the same links as hashes.
  const linked = prerendered.replaceAll(/(<a [^>]*href=")(\/[\w/-]*")/g, "$1#$2");
  return [linked, ...script].join(start).replaceAll(/https:\/\/cdn\.redoc\.ly\/[\w./-]+\.svg/g, dataUri(redocName));
}

const redocName =
  '<svg xmlns="http://www.w3.org/2000/svg" width="44" height="14"><text y="12" font-family="sans-serif" font-size="13" fill="#77827e">Redoc</text></svg>';

/** The whole text, its contents first. Its headings have the addresses that links use. */
function textHtml(contract: Contract, pages: Guide[], text: string): string {
  const contents = [
    ...pages.map(({ title }) => [title, tagAddress(title)] as const),
    ...documentedOperations(contract).map((each) => [each.operation.summary, operationAddress(each)] as const),
  ];
  const areas = contract.tags.map(({ name }) => [name, tagAddress(name)] as const);
  const list = contents.map(([title, address]) => `- [${title}](${address})`).join("\n");
  return pageHtml(`${list}\n\n${text}`, [...areas, ...contents]);
}

async function pageScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [here("in-page/page.ts")],
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}
