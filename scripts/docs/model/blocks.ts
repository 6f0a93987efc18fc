import { lexer, type Token, type Tokens } from "marked";
import { toHeadingSlug } from "../places.ts";

/** A part of a page. Pages are rendered from these as HTML, as Markdown and as rows of the search. */
export type Block = Text | Heading | Unknowns | Fields | Rows | Code | Operations;

/** Markdown, such as a guide or a description in the contract. */
interface Text {
  kind: "text";
  markdown: string;
}

export interface Heading {
  kind: "heading";
  level: 2 | 3;
  /** Plain words, and `code` between backticks. */
  title: string;
  id?: string;
}

/** Facts that are unknown. */
interface Unknowns {
  kind: "unknowns";
  unknowns: UnknownNote[];
}

/** An unknown as a page shows it: in full, or as a link to the page that shows it in full. */
export interface UnknownNote {
  /** Its id in the contract. */
  name: string;
  words: string;
  /** The address of the page that shows it in full, if that is another page. */
  address?: string;
  /** Its id in the page: its name, if it is the first of several notes. */
  id?: string;
}

/** The fields of a body, parameters or headers. */
interface Fields {
  kind: "fields";
  fields: Field[];
}

export interface Field {
  /** The path from the top, such as `rooms[].roomId`; its title, if its name is unknown. */
  name: string;
  /** Whether the contract names it. */
  isNamed: boolean;
  type: string;
  /** Such as "required" or "optional, in one alternative"; empty if its presence is unknown. */
  presence: string;
  /** Markdown. */
  description: string;
  /** Values as JSON, or texts. */
  examples: string[];
  unknowns: UnknownNote[];
  id?: string;
}

/** Options, members or kinds of error, from the source of the package. */
interface Rows {
  kind: "rows";
  rows: Row[];
}

export interface Row {
  name: string;
  type?: string;
  optional?: boolean;
  /** Markdown on one line, with the sentence that names the default. */
  meaning: string;
  /** Rows below it, such as the fields of a kind of error. */
  rows?: Row[];
  id?: string;
}

/** Code in several languages, or several examples: one is shown at a time. */
export interface Code {
  kind: "code";
  title: string;
  samples: Sample[];
  /** Whether the samples are in several languages. The reader's choice of a language applies to all pages. */
  languages?: boolean;
}

export interface Sample {
  label: string;
  /** The name of an example in the contract. */
  name?: string;
  language: string;
  code: string;
}

/** A list of operations, with how much is known of each. */
export interface Operations {
  kind: "operations";
  operations: { method: string; title: string; address: string; completeness: string; caution?: string }[];
}

export const createText = (...parts: (string | undefined | false)[]): Block[] => {
  const markdown = parts.filter(Boolean).join("\n\n");
  return markdown ? [{ kind: "text", markdown }] : [];
};

export const createHeading = (title: string, level: 2 | 3 = 2): Heading => ({ kind: "heading", level, title });

export const createUnknowns = (unknowns: UnknownNote[]): Block[] =>
  unknowns.length > 0 ? [{ kind: "unknowns", unknowns }] : [];

export const createFields = (fields: Field[]): Block[] => (fields.length > 0 ? [{ kind: "fields", fields }] : []);

export const createRows = (rows: Row[]): Block[] => (rows.length > 0 ? [{ kind: "rows", rows }] : []);

/** Adds ids to headings, fields, rows and unknowns, each id once. Headings in texts become blocks. */
export function withIds(blocks: Block[]): Block[] {
  const ids = new Set<string>();
  const claimId = (id: string) => {
    if (id === "" || ids.has(id)) return {};
    ids.add(id);
    return { id };
  };
  let section = "";
  const claimIdInSection = (name: string) => claimId([section, nameId(name)].filter(Boolean).join("."));
  const withNoteId = (unknown: UnknownNote): UnknownNote =>
    unknown.address ? unknown : { ...unknown, ...claimId(unknown.name) };
  const withRowIds = (row: Row): Row => ({
    ...row,
    ...claimIdInSection(row.name),
    ...(row.rows && { rows: row.rows.map(withRowIds) }),
  });
  const withFieldIds = (field: Field): Field => ({
    ...field,
    ...(field.isNamed && claimIdInSection(field.name)),
    unknowns: field.unknowns.map(withNoteId),
  });
  return blocks.flatMap(splitAtHeadings).map((block): Block => {
    if (block.kind === "heading") {
      section = toHeadingSlug(block.title);
      // A second heading with the same words is numbered.
      for (let count = 2; ids.has(section); count++) section = `${toHeadingSlug(block.title)}-${count}`;
      return { ...block, ...claimId(section) };
    }
    if (block.kind === "unknowns") return { ...block, unknowns: block.unknowns.map(withNoteId) };
    if (block.kind === "fields") return { ...block, fields: block.fields.map(withFieldIds) };
    return block.kind === "rows" ? { ...block, rows: block.rows.map(withRowIds) } : block;
  });
}

const nameId = (name: string): string => name.replaceAll("[]", "").replaceAll(/[^\w.$-]+/g, "-");

/** Splits a text at its headings of the second and third level. */
function splitAtHeadings(block: Block): Block[] {
  if (block.kind !== "text") return [block];
  const blocks: Block[] = [];
  let rest = "";
  const endText = () => {
    blocks.push(...createText(rest.trim()));
    rest = "";
  };
  for (const token of lexer(block.markdown)) {
    if (isHeading(token)) {
      endText();
      blocks.push(createHeading(token.text, token.depth === 2 ? 2 : 3));
    } else rest += token.raw;
  }
  endText();
  return blocks;
}

const isHeading = (token: Token): token is Tokens.Heading =>
  token.type === "heading" && (token["depth"] === 2 || token["depth"] === 3);
