import { lexer, type Token, type Tokens, walkTokens } from "marked";
import type { Contract } from "../contract/document.ts";
import { createLink, type Link } from "./links.ts";
import { homeServersOf } from "./model/index-pages.ts";
import {
  type Block,
  type Field,
  markdownFileOf,
  type Page,
  type Sample,
  writeFence,
  writeTicks,
} from "./model/page.ts";
import { type PageUnknown, unknownPages } from "./model/site-map.ts";

/**
 * Creates the function that writes a page as Markdown, as a part of a file. What a link leads to,
 * but headings, gets an anchor.
 */
export function createTextWriter(
  pages: Page[],
  fileOf: (page: string) => string | undefined,
  repository?: string,
) {
  const targets = new Set<string>();
  for (const page of pages)
    markdownOf(page, (href) => {
      targets.add(href);
      return href;
    });
  return (page: Page, file = fileOf(page.file) ?? ""): string =>
    markdownOf(page, createLink(file, fileOf, repository), targets);
}

/** @param targets The addresses in the reference that some text links to. */
export function markdownOf(
  { file, title, entry, facts = [], blocks }: Page,
  link: Link,
  targets: ReadonlySet<string> = new Set(),
): string {
  const anchor = (id: string | undefined) =>
    targets.has(`/${file}#${id}`) ? `<a id="${id}"></a>` : "";

  function writeBlock(block: Block): string {
    switch (block.kind) {
      case "text":
        return resolveLinks(block.markdown.trim());
      case "heading":
        return `${"#".repeat(block.level)} ${block.title}`;
      case "unknowns":
        return writeUnknowns(block.unknowns).join("\n\n");
      case "fields":
        return block.fields.map((field) => writeField(field)).join("\n");
      case "code":
        return block.samples.map(writeSample).join("\n\n");
      case "operations":
        return block.operations
          .map(({ method, title, address, completeness, caution }) => {
            return `- \`${method}\` [${title}](${link(address)}), ${completeness}${caution ? `. **${caution}**` : ""}`;
          })
          .join("\n");
    }
  }

  /** Writes a line for each unknown that is in full here, and one with links to the others. */
  function writeUnknowns(unknowns: PageUnknown[]): string[] {
    const notes = unknowns
      .filter(({ address }) => !address)
      .map(({ name, words, id }) => `${anchor(id)}${words} (\`${name}\`)`);
    const links = linkUnknowns(unknowns, link);
    return [...notes, ...(links ? [links] : [])].map((words) => `**Unknown:** ${words}.`);
  }

  function writeField(field: Field): string {
    const {
      id,
      name,
      isNameUnknown,
      type,
      presence,
      description,
      examples = [],
      unknowns = [],
      fields = [],
    } = field;
    const details = [type && writeCodeSpan(type), presence].filter(Boolean).join(", ");
    const example = examples
      .map(
        ({ value, summary }) => `Example: ${writeCodeSpan(value)}.${summary ? ` ${summary}.` : ""}`,
      )
      .join(" ");
    const meaning = [resolveLinks(description), example].filter(Boolean).join(" ");
    const lines = [
      ...writeUnknowns(unknowns).map((line) => `- ${line}`),
      ...fields.map((inner) => writeField(inner)),
    ];
    return [
      `- ${anchor(id)}${isNameUnknown ? `**${name}**, name unknown` : writeCodeSpan(name)}${details && ` (${details})`}${meaning && `: ${indentLines(meaning)}`}`,
      ...lines.map((line) => `  ${line}`),
    ].join("\n");
  }

  /** Replaces the links in Markdown. Only the words of a link without a target stay. */
  function resolveLinks(markdown: string): string {
    // Most descriptions have no link, and parsing takes time.
    if (!markdown.includes("](")) return markdown;
    let resolved = "";
    let rest = markdown;
    for (const token of listLinksAndCode(markdown)) {
      const [before = ""] = rest.split(token.raw, 1);
      rest = rest.slice(before.length + token.raw.length);
      resolved += before + (token.type === "link" ? resolveLink(token as Tokens.Link) : token.raw);
    }
    return resolved + rest;
  }

  function resolveLink({ raw, href, text }: Tokens.Link): string {
    const target = link(href);
    if (target === href) return raw;
    return target === undefined ? text : `[${text}](${target})`;
  }

  const { method, path } = entry?.operation ?? {};
  const call = path ? [`\`${method} ${path}\``] : [];
  const glance = [...call, ...facts.map((fact) => resolveLinks(fact))].join(" · ");
  const parts = blocks.map(writeBlock);
  return `${[`# ${title}`, glance, ...parts].filter(Boolean).join("\n\n")}\n`;
}

/** Lists the links in Markdown, and the code, which may look like one. */
function listLinksAndCode(markdown: string): Token[] {
  const tokens: Token[] = [];
  walkTokens(lexer(markdown), (token) => {
    if (!["link", "code", "codespan"].includes(token.type)) return;
    tokens.push(token);
    // What is in a link is a part of it.
    if ("tokens" in token) token.tokens = [];
  });
  return tokens;
}

export const linkUnknowns = (unknowns: PageUnknown[], link: Link): string =>
  unknowns
    .flatMap(({ words, address }) => (address ? `[${words}](${link(address)})` : []))
    .join("; ");

function writeSample({ label, name, language, code }: Sample): string {
  return `${name === undefined ? `**${label}**` : `Example ${writeCodeSpan(name)}: ${label}`}\n\n${writeFence(language, code)}`;
}

/** Indents further paragraphs, so that they stay in their list item. */
const indentLines = (text: string) => text.replaceAll(/\n(?=[^\n])/g, "\n  ");

function writeCodeSpan(text: string): string {
  const ticks = writeTicks(text, 1);
  return ticks === "`" ? `\`${text}\`` : `${ticks} ${text} ${ticks}`;
}

/**
 * Writes `llms.txt`: a title, a summary and links (llmstxt.org).
 * @param addressOf Returns the address of a page's Markdown; `undefined` if only its words are
 * published.
 * @param files The titles of other files, and their addresses.
 */
export function writeIndex(
  contract: Contract,
  pages: Page[],
  addressOf: (markdownFile: string) => string | undefined,
  files: [title: string, address: string][],
): string {
  const writePage = ({ title, file, summary, entry }: Page) => {
    const address = addressOf(markdownFileOf(file));
    const operation = entry?.operation;
    const { method, path } = operation ?? {};
    const unknown = unknownPages(contract)
      .filter((entry) => operation && entry.file === file)
      .map(({ description }) => description);
    const words = unknown.length > 0 ? ` Unknown: ${unknown.join("; ")}.` : "";
    return `- ${address ? `[${title}](${address})` : title}: ${method ? `\`${method} ${path}\`. ` : ""}${summary}${words}`;
  };
  const { info } = contract;
  const servers = homeServersOf(contract).map(
    ({ url, description }) => `- ${url}${description ? `: ${description}` : ""}`,
  );
  return [
    `# ${info.title}`,
    `> ${info.summary}`,
    "The service is known in part. Unknowns are marked as `x-not-shown` in the contract, and nothing is guessed.",
    ...(servers.length > 0 ? ["## Servers", servers.join("\n")] : []),
    "## Pages",
    pages.map(writePage).join("\n"),
    "## Files",
    `${files.map(([title, address]) => `- [${title}](${address})`).join("\n")}\n`,
  ].join("\n\n");
}
