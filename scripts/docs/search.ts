import { cachePerDocument } from "../contract.ts";
import type { Row } from "./browser/search/engine.ts";
import { bundle } from "./bundle.ts";
import type { Field, PageUnknown } from "./model/blocks.ts";
import { type Page, toPlainText } from "./model/page.ts";

/** Builds the script of the search, with its rows. To create the index in the page takes less time than to load one. */
export async function buildSearchScript(pages: Page[]): Promise<string> {
  const { content } = await bundle("search.js", "browser/search/search.ts");
  return `const searchRows=${JSON.stringify(pages.flatMap(searchRowsOf))};\n${content}`;
}

const searchRowsOf = cachePerDocument((page: Page): Row[] => {
  // The parts of these pages repeat other pages.
  const repeats = page.entry?.knowledge === "name" || page.file === "what-is-not-known.html";
  return rowsOf(page).slice(0, repeats ? 1 : undefined);
});

/** Lists the search's rows for a page: the page, its headings, fields, options and unknowns. */
export function rowsOf({ file, title, entry, facts = [], blocks }: Page): Row[] {
  // This page is for programs, so it ranks below operations.
  const pageWeight = file === "for-machines.html" ? 0.7 : 1;
  const row = (id: string | undefined, name: string, words: (string | undefined)[], weight = pageWeight): Row[] =>
    id === undefined
      ? []
      : [{ address: `${file}#${id}`, page: title, title: plain(name), text: words.filter(Boolean).join(". "), weight }];
  const unknownsOf = (notes: PageUnknown[] = []) => notes.flatMap(({ id, words }) => row(id, words, [id], 0.6));
  const optionsOf = (fields: Field[] = []): Row[] =>
    fields.flatMap(({ id, name, type, presence, description, unknowns, fields: inner }) => [
      ...row(id, name, [[type, presence].filter(Boolean).join(", "), textOf(description)]),
      ...unknownsOf(unknowns),
      ...optionsOf(inner),
    ]);

  const call = entry?.pathOperation ? [`${entry.method} ${entry.pathOperation.path}`] : [];
  const names = [...call, ...facts.filter((fact) => fact.startsWith("operation id")).map(plain)];
  const text = names.map((words) => `${words}.`).join(" ");
  let section: Row = { address: file, page: title, title: plain(title), text, weight: 1.8 * pageWeight };
  const rows = [section];
  for (const block of blocks) {
    if (block.kind === "heading") {
      rows.push(...row(block.id, block.title, []));
      section = rows.at(-1) ?? section;
    } else if (block.kind === "text") section.text = `${section.text} ${textOf(block.markdown)}`.trim();
    else if (block.kind === "fields") rows.push(...optionsOf(block.fields).map(addName));
    else if (block.kind === "table") rows.push(...optionsOf(block.fields));
    else if (block.kind === "unknowns") rows.push(...unknownsOf(block.unknowns));
  }
  return rows;
}

/** Adds the name of a field, without those of its parents. A search for it finds the field before anything else. */
const addName = (row: Row): Row => ({ ...row, name: row.title.split(/[.[\]]+/).at(-1) ?? "" });

const plain = (words: string): string => words.replaceAll("`", "");

/** Returns the words of Markdown on one line, without code blocks, which repeat the text in several languages. */
const textOf = (markdown: string): string =>
  toPlainText(markdown.replaceAll(codeAndMarks, " ").replaceAll("\\|", "|")).trim();

/** Code blocks, and the marks of lists, headings and tables. A `|` outside a table's row is a part of the text. */
const codeAndMarks = /^ *```.*?^ *```$|^ *(?:-|\d+\.) |^#+ |^\|[-|: ]+\|$|^\||(?<=^\|[^\n]*)(?<!\\)\|/gms;
