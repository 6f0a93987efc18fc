import type { Contract } from "../../contract/document.ts";
import { emptyWords, singularWordsOf } from "../../contract/words.ts";
import { type OperationPage, operationPages } from "./addresses.ts";
import type { Block, Field } from "./blocks.ts";
import type { Page } from "./page.ts";

/** What an operation does, as opposed to what it does that to. */
const verbs = new Set(
  `add assign cancel check configure create delete fetch generate get invite list provision publish query queue remove
  rename replace restore return revert search send subscribe unassign update view`.split(/\s+/),
);

const subjectOf = (name: string) =>
  new Set(singularWordsOf(name).filter((word) => !emptyWords.has(word) && !verbs.has(word)));

/** Links to the operations of the same area whose names share more than half of the words for their subject. */
export function linkRelated(contract: Contract, { area, file, name }: OperationPage): string | false {
  const words = subjectOf(name);
  const links = operationPages(contract)
    .filter((other) => {
      const otherWords = subjectOf(other.name);
      const sharedCount = [...words].filter((word) => otherWords.has(word)).length;
      const isAlike = sharedCount > new Set([...words, ...otherWords]).size / 2;
      return isAlike && other.area === area && other.file !== file;
    })
    .map((other) => `[${other.title}](/${other.file})`);
  return links.length > 0 && `Related: ${links.join(", ")}.`;
}

/** Links each operation that a text of a page names in quotation marks, outside code. */
export function linkNames(contract: Contract, { file, blocks, ...page }: Page): Page {
  const entries = operationPages(contract);
  const files = new Map(entries.map((entry) => [entry.name, entry.file]));
  for (const entry of entries) files.set(entry.title, entry.file);
  const linkText = (markdown: string) =>
    markdown.replaceAll(/^```.*?^```|`[^`]*`|"([^"\n]+)"/gms, (text, name) => {
      const target = files.get(name);
      return target === undefined || target === file ? text : `"[${name}](/${target})"`;
    });
  const linkField = ({ description, fields, ...field }: Field): Field => ({
    ...field,
    description: linkText(description),
    ...(fields && { fields: fields.map(linkField) }),
  });
  const linkBlock = (block: Block): Block => {
    if (block.kind === "text") return { ...block, markdown: linkText(block.markdown) };
    return "fields" in block ? { ...block, fields: block.fields.map(linkField) } : block;
  };
  return { ...page, file, blocks: blocks.map(linkBlock) };
}
