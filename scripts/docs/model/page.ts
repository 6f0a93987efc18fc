import { lexer } from "marked";
import type { OperationCall } from "../samples/call.ts";
import { type IndexedPage, type PageUnknown, toHeadingSlug } from "./site-map.ts";

/**
 * A page of the reference. Its HTML, its Markdown and its rows in the search are rendered from it.
 */
export interface Page {
  kind: "home" | "guide" | "package" | "index" | "area" | "operation" | "webhook";
  /** Its HTML file, from the root of the reference. Its Markdown file is in the same folder. */
  file: string;
  title: string;
  summary: string;
  blocks: Block[];
  /** Facts at a glance, each as plain words and `code`. */
  facts?: string[];
  /** The call that the samples and the playground make, if it's an operation with a path. */
  call?: OperationCall;
  entry?: IndexedPage;
}

export const createPage = (
  kind: Page["kind"],
  file: string,
  title: string,
  summary: string,
  parts: BlockSource[],
): Page => ({
  kind,
  file,
  title,
  summary,
  blocks: createBlocks(parts, file),
});

export const markdownFileOf = (file: string): string => file.replace(/html$/, "md");

/** Returns the first sentence of the first paragraph of prose, without markup. */
export function summaryOf(markdown = ""): string {
  const paragraph =
    markdown
      .split("\n\n")
      .find((block) => /^[A-Z*[`]/.test(block) && /[\w`)]\.(\s|$)/.test(block)) ?? "";
  const text = toPlainText(paragraph);
  return /^.*?\.(?=\s|$)/.exec(text)?.[0] ?? text;
}

/**
 * Returns the words of Markdown on one line: without HTML, links, emphasis and the marks of code.
 */
export const toPlainText = (markdown: string): string =>
  markdown
    // Code is kept, with its asterisks and angle brackets.
    .replaceAll(/(`[^`]*`)|<\/?[a-z][\w-]*(?:\s[^>]*)?\/?>|\*+(?=\S)|(?<=\S)\*+/gi, "$1")
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll("`", "")
    .replaceAll(/\s+/g, " ");

/** Writes a code block in Markdown. */
export function writeFence(language: string, code: string): string {
  const ticks = writeTicks(code, 3);
  return `${ticks}${language}\n${code}\n${ticks}`;
}

/** Writes more backticks than are together anywhere in a text. */
export const writeTicks = (text: string, minimum: number): string =>
  "`".repeat(Math.max(minimum, ...(text.match(/`+/g) ?? []).map(({ length }) => length + 1)));

/**
 * A part of a page. Pages are rendered from these as HTML, as Markdown and as rows of the search.
 */
export type Block =
  | { kind: "text"; markdown: string }
  | Heading
  | { kind: "unknowns"; unknowns: PageUnknown[] }
  /** Fields of a body, parameters, headers, options, members or kinds of error. */
  | { kind: "fields"; fields: Field[] }
  | Code
  | Operations;

export interface Heading {
  kind: "heading";
  level: number;
  /** Plain words, and `code` between backticks. */
  title: string;
  id?: string;
}

export interface Field {
  /** The path from the top, such as `rooms[].roomId`; its title, if its name is unknown. */
  name: string;
  isNameUnknown?: boolean;
  type?: string;
  /** Such as "required" or "optional in one alternative"; empty if its presence is unknown. */
  presence?: string;
  /** Markdown, with the sentence that names the default. */
  description: string;
  /** Values as JSON, or texts, and what each is. */
  examples?: { value: string; summary?: string | undefined }[];
  unknowns?: PageUnknown[];
  /** Fields below it, such as those of a kind of error. */
  fields?: Field[];
  id?: string;
}

/** Samples in several languages, or several examples: one is shown at a time. */
export interface Code {
  kind: "code";
  title: string;
  /** The group of the tabs, unlike that of any other in the page. */
  group?: string;
  samples: { label: string; name?: string; language: string; code: string }[];
  /**
   * Whether the samples are in several languages. The reader's choice of a language applies to all
   * pages.
   */
  languages?: boolean;
}

export type Sample = Code["samples"][number];

export interface Operations {
  kind: "operations";
  operations: {
    method: string;
    title: string;
    address: string;
    completeness: string;
    caution?: string;
  }[];
}

/** A block, Markdown with headings, or nothing. */
export type BlockSource = Block | string | false | undefined;

/**
 * Creates the blocks of a page without empty ones. Headings, fields and unknowns get ids, each id
 * once.
 */
export function createBlocks(parts: BlockSource[], file = ""): Block[] {
  const ids = new Set<string>();
  const claimId = (id: string) => {
    if (ids.has(id)) return {};
    ids.add(id);
    return { id };
  };
  let section = "";
  const withNoteId = ({ address, ...unknown }: PageUnknown): PageUnknown =>
    address && !address.startsWith(`/${file}#`)
      ? { ...unknown, address }
      : { ...unknown, ...claimId(unknown.name) };
  const withFieldIds = (field: Field, parent: string): Field => {
    const id = [parent, nameId(field.name)].filter(Boolean).join(".");
    return {
      ...field,
      ...(!field.isNameUnknown && claimId(id)),
      ...(field.unknowns && { unknowns: field.unknowns.map(withNoteId) }),
      ...(field.fields && { fields: field.fields.map((inner) => withFieldIds(inner, id)) }),
    };
  };
  return parts.flatMap(toBlocks).map((block): Block => {
    if (block.kind === "heading") {
      section = toHeadingSlug(block.title);
      // A second heading with the same words is numbered.
      for (let count = 2; ids.has(section); count++)
        section = `${toHeadingSlug(block.title)}-${count}`;
      return { ...block, ...claimId(section) };
    }
    if (block.kind === "code")
      return { ...block, group: toHeadingSlug(`${section} ${block.title}`) };
    if (block.kind === "unknowns") return { ...block, unknowns: block.unknowns.map(withNoteId) };
    return "fields" in block
      ? { ...block, fields: block.fields.map((field) => withFieldIds(field, section)) }
      : block;
  });
}

/** Of a method, its name without the arguments. */
const nameId = (name: string): string =>
  name
    .replace(/\(.*/, "")
    .replaceAll("[]", "")
    .replaceAll(/[^\w.$-]+/g, "-");

function toBlocks(part: BlockSource): Block[] {
  if (typeof part === "string") return splitAtHeadings(part);
  const isEmpty =
    !part || Object.values(part).some((value) => Array.isArray(value) && value.length === 0);
  return isEmpty ? [] : [part];
}

function splitAtHeadings(markdown: string): Block[] {
  const blocks: Block[] = [];
  for (const token of lexer(markdown)) {
    const last = blocks.at(-1);
    if (token.type === "heading" && (token["depth"] === 2 || token["depth"] === 3))
      blocks.push({ kind: "heading", level: token["depth"], title: token["text"] });
    else if (last?.kind === "text") last.markdown += token.raw;
    else if (token.type !== "space") blocks.push({ kind: "text", markdown: token.raw });
  }
  return blocks;
}
