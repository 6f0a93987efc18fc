import { lexer, type Token, type Tokens } from "marked";
import type { Group, Row } from "../in-page/search/engine.ts";
import type { Block, Field, Row as OptionRow, UnknownNote } from "../model/blocks.ts";
import type { Page } from "../model/page.ts";

/** Lists the search's rows for a page: the page, its headings, fields, options and unknowns. */
export function rowsOf(page: Page, group: Group): Row[] {
  const { file, title, endpoint, facts = [] } = page;
  const call = endpoint?.path ? [`${endpoint.method} ${endpoint.path}`] : [];
  const id = facts.filter((fact) => fact.startsWith("operation id"));
  const row = (id: string | undefined, rowGroup: Group, name: string, text: string): Row => ({
    ...{ address: id ? `${file}#${id}` : file, group: rowGroup, page: title, title: plain(name), text },
  });
  const unknownsOf = (notes: UnknownNote[]) =>
    notes.flatMap(({ id, words }) => (id ? [row(id, "Unknowns", words, id)] : []));
  const optionsOf = ({ id, name, type, meaning, rows = [] }: OptionRow): Row[] => [
    row(id, group, name, [type, textOf(meaning)].filter(Boolean).join(". ")),
    ...rows.flatMap(optionsOf),
  ];
  const fieldsOf = ({ id, name, type, presence, description, unknowns }: Field): Row[] => [
    ...(id ? [row(id, "Fields", name, [type, presence, textOf(description)].filter(Boolean).join(", "))] : []),
    ...unknownsOf(unknowns),
  ];

  const rows: Row[] = [row(undefined, group, title, [...call, ...id.map(plain)].map((words) => `${words}.`).join(" "))];
  let section = rows[0] as Row;
  const add = (text: string) => {
    section.text = [section.text, text].filter(Boolean).join(" ");
  };
  for (const block of page.blocks) {
    if (block.kind === "heading" && block.id) {
      section = row(block.id, group, block.title, "");
      rows.push(section);
    } else if (block.kind === "fields") rows.push(...block.fields.flatMap(fieldsOf));
    else if (block.kind === "rows") rows.push(...block.rows.flatMap(optionsOf));
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
const textOf = (markdown: string): string => wordsIn(lexer(markdown)).replaceAll(/\s+/g, " ").trim();

function wordsIn(tokens: Token[]): string {
  return tokens
    .map((token): string => {
      if (token.type === "code" || token.type === "html") return " ";
      if (token.type === "list") return (token as Tokens.List).items.map(({ tokens }) => wordsIn(tokens)).join(" ");
      if (token.type === "table") {
        const { header, rows } = token as Tokens.Table;
        return [header, ...rows]
          .flat()
          .map(({ tokens }) => wordsIn(tokens))
          .join(" ");
      }
      if ("tokens" in token && token.tokens) return `${wordsIn(token.tokens)}${token.type === "paragraph" ? " " : ""}`;
      return "text" in token ? decode(String(token.text)) : token.type === "space" ? " " : "";
    })
    .join("");
}

const decode = (text: string): string =>
  text.replaceAll(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => characters[name] ?? "");
const characters: Record<string, string> = { lt: "<", gt: ">", quot: '"', "#39": "'", amp: "&" };
