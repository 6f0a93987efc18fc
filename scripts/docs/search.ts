import type { SearchEntry } from "./browser/search/engine.ts";
import { type Field, type Page, toPlainText } from "./model/page.ts";
import { type PageUnknown, unknownsFile } from "./model/site-map.ts";

/**
 * Lists the entries of a page: itself, its headings, fields, options and unknowns. If it repeats
 * others, its summary.
 */
export function searchEntriesOf(page: Page): SearchEntry[] {
  const repeats =
    page.entry?.knowledge === "name" ||
    page.kind === "area" ||
    [unknownsFile, "changelog.html"].includes(page.file);
  const entries = listEntries(page);
  return repeats ? entries.slice(0, 1).map((entry) => ({ ...entry, text: page.summary })) : entries;
}

function listEntries({ file, title, entry, blocks }: Page): SearchEntry[] {
  const createEntries = (id = "", name: string, text: string, weight = 1): SearchEntry[] =>
    id === "" ? [] : [{ address: `${file}#${id}`, page: title, title: plain(name), text, weight }];
  const unknownsOf = (notes: PageUnknown[] = []) =>
    notes.flatMap(({ id = "", words }) =>
      createEntries(id, words, id, 0.75).map((entry) => ({ ...entry, isUnknown: true })),
    );
  const optionsOf = (fields: Field[] = []): SearchEntry[] =>
    fields.flatMap(({ id, name, type, presence, description, unknowns = [], fields: inner }) => {
      const details = [type, presence].filter(Boolean).join(", ");
      const words = unknowns.map((unknown) => `Unknown: ${plain(unknown.words)}`);
      const text = [details, ...words, textOf(description)].filter(Boolean).join(". ");
      return [...createEntries(id, name, text), ...unknownsOf(unknowns), ...optionsOf(inner)];
    });

  const { method, path, id: operationId } = entry?.operation ?? {};
  const text = operationId ? `${method} ${path}. operation id ${operationId}.` : "";
  let section: SearchEntry = { address: file, page: title, title: plain(title), text, weight: 1.8 };
  const entries = [section];
  for (const block of blocks) {
    if (block.kind === "heading") {
      entries.push(...createEntries(block.id, block.title, "", 1.2));
      section = entries.at(-1) ?? section;
    } else if (block.kind === "text") {
      section.text = `${section.text} ${textOf(block.markdown)}`.trim();
      const names = namesInCode(block.markdown);
      if (names.length > 0) section.code = names.join(" ");
    } else if (block.kind === "fields") entries.push(...optionsOf(block.fields));
    else if (block.kind === "unknowns") entries.push(...unknownsOf(block.unknowns));
  }
  return entries;
}

/** Returns the identifiers in code blocks, and the modules that they import, each once. */
function namesInCode(markdown: string): string[] {
  const code = (markdown.match(/^ *```.*?^ *```$/gms) ?? []).join("\n");
  return [...new Set(code.match(/(?<=from ")[^"]+|\b[a-z]+[A-Z]\w+|\b(?:[A-Z][a-z]+){2,}/g) ?? [])];
}

const plain = (words: string): string => words.replaceAll("`", "");

/**
 * Returns the words of Markdown on one line, without code blocks, which repeat the text in several
 * languages.
 */
const textOf = (markdown: string): string =>
  toPlainText(markdown.replaceAll(codeAndMarks, " ").replaceAll("\\|", "|")).trim();

/**
 * Code blocks, and the marks of lists, headings and tables. A `|` outside a table's row is a part
 * of the text.
 */
const codeAndMarks =
  /^ *```.*?^ *```$|^ *(?:-|\d+\.) |^#+ |^\|[-|: ]+\|$|^\||(?<!\\)\|(?<=^\|[^\n]*)/gms;
