import { cachePerDocument } from "../contract.ts";
import { type Asset, bundle } from "./assets.ts";
import type { Group, Row } from "./in-page/search/engine.ts";
import type { Block, Field, UnknownNote } from "./model/blocks.ts";
import type { Page } from "./model/page.ts";
import { textRenderer } from "./render/text.ts";

/**
 * Builds the script of the search, with its rows. The page creates the index from them, which takes less time than
 * loading one.
 */
export async function buildSearchScript(pages: Page[]): Promise<Asset> {
  const { content } = await bundle("search.js", "in-page/search/search.ts");
  // Its name has no hash: every page names this file, and any change of a text changes it.
  return { name: "search.js", content: `const searchRows=${JSON.stringify(pages.flatMap(searchRowsOf))};\n${content}` };
}

const searchRowsOf = cachePerDocument((page: Page): Row[] => {
  const [pageRow, ...partRows] = rowsOf(page, page.file === "for-machines.html" ? "Files" : "Others");
  // The parts of these pages repeat other pages.
  const repeats = page.entry?.known === "name" || page.file === "what-is-not-known.html";
  return pageRow ? [pageRow, ...(repeats ? [] : partRows)] : [];
});

/** Lists the search's rows for a page: the page, its headings, fields, options and unknowns. */
export function rowsOf(page: Page, group: Group): Row[] {
  const { file, title, entry, facts = [] } = page;
  const call = entry?.pathOperation ? [`${entry.method} ${entry.pathOperation.path}`] : [];
  const id = facts.filter((fact) => fact.startsWith("operation id"));
  const row = (id: string | undefined, rowGroup: Group, name: string, text: string): Row => ({
    ...{ address: id ? `${file}#${id}` : file, group: rowGroup, page: title, title: plain(name), text },
  });
  const unknownsOf = (notes: UnknownNote[] = []) =>
    notes.flatMap(({ id, words }) => (id ? [row(id, "Unknowns", words, id)] : []));
  const fieldsOf = (fields: Field[] = [], fieldGroup: Group): Row[] =>
    fields.flatMap(({ id, name, type, presence, description, unknowns, fields: inner }) => [
      ...(id ? [row(id, fieldGroup, name, [type, presence, textOf(description)].filter(Boolean).join(", "))] : []),
      ...unknownsOf(unknowns),
      ...fieldsOf(inner, fieldGroup),
    ]);

  const rows: Row[] = [row(undefined, group, title, [...call, ...id.map(plain)].map((words) => `${words}.`).join(" "))];
  let section = rows[0] as Row;
  const add = (text: string) => {
    section.text = [section.text, text].filter(Boolean).join(" ");
  };
  for (const block of page.blocks) {
    if (block.kind === "heading" && block.id) {
      section = row(block.id, group, block.title, "");
      rows.push(section);
    } else if (block.kind === "fields") rows.push(...fieldsOf(block.fields, "Fields"));
    else if (block.kind === "table") rows.push(...fieldsOf(block.fields, group));
    else if (block.kind === "unknowns") rows.push(...unknownsOf(block.unknowns));
    else add(textIn(block));
  }
  return rows;
}

const textIn = (block: Block): string =>
  block.kind === "text"
    ? textOf(block.markdown)
    : block.kind === "operations"
      ? block.operations.map(({ title }) => plain(title)).join(". ")
      : "";

const plain = (words: string): string => words.replaceAll("`", "");

/** Returns the words of Markdown on one line, without code blocks, which repeat the text in several languages. */
const textOf = (markdown: string): string =>
  renderWithoutLinks(markdown)
    .replaceAll(/<div class="code box".*?<\/div>/gs, "")
    .replaceAll(/<\/(p|li|h\d|t[dh])>/g, " ")
    .replaceAll(/<[^>]*>/g, "")
    .replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => characters[name] ?? "")
    .replaceAll(/\s+/g, " ")
    .trim();

const renderWithoutLinks = textRenderer(() => undefined);
const characters: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };
