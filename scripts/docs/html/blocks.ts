import { escapeHtml } from "../../tools/escape.ts";
import type { Link } from "../links.ts";
import { linkUnknowns } from "../markdown.ts";
import type { Block, Code, Field, Heading, Operations, PageUnknown } from "../model/blocks.ts";
import { renderCodeBlock, renderInlineCode, renderScrollable, textRenderer } from "./text.ts";

export function blockRenderer(link: Link): (block: Block) => string {
  const renderText = textRenderer(link);
  const address = (href: string) => escapeHtml(link(href) ?? "");

  /** Renders an unknown. The last one of a field or of a section asks the reader, once for all. */
  function renderNote({ words, name, id }: PageUnknown, index: number, notes: PageUnknown[]): string {
    const share = `<a href="#${name}" title="Link to this unknown">${name}</a>`;
    const question = notes.length > 1 ? "Know one?" : "Know it?";
    const ask = `&nbsp;· <a href="${address("/guides/contribute-a-fact.html")}">${question}</a>`;
    return `<p class="unknown"${idAttribute(id)}><b>Unknown:</b> ${renderInlineCode(words)}. ${share}${index === notes.length - 1 ? ask : ""}</p>`;
  }

  /** Renders unknowns, folded if they are more than two lines. */
  function renderUnknowns(unknowns: PageUnknown[] = []): string {
    const links = linkUnknowns(unknowns, link);
    const lines = [
      ...unknowns.filter((note) => !note.address).map(renderNote),
      ...(links ? [`<p class="unknown"><b>Unknown:</b> ${renderInline(links)}.</p>`] : []),
    ];
    if (lines.length <= 2) return lines.join("\n");
    return `<details class="unknowns"><summary>${lines.length} unknowns</summary>${lines.join("\n")}</details>`;
  }

  function renderField({ name, isNameUnknown, type, presence, id, ...field }: Field): string {
    const parents = /^(.*[.\]])?/.exec(name)?.[0] ?? "";
    const depth = Math.min(parents.split(".").length - 1, 3);
    const parentPath = parents.endsWith("]") ? "" : parents;
    const words = isNameUnknown
      ? `<strong>${renderInlineCode(name)}</strong> name unknown,`
      : `<code>${parentPath ? `<span>${escapeHtml(parentPath)}</span>` : ""}${escapeHtml(name.slice(parentPath.length))}</code>`;
    const examples = field.examples?.map((value) => `<code>${escapeHtml(value)}</code>`).join(", ");
    return `<li${idAttribute(id)}${depth > 0 ? ` class="depth-${depth}"` : ""}><div class="field">${words} <span>${escapeHtml([type, presence].filter(Boolean).join(", "))}</span></div>${renderText(field.description)}${examples ? `<p>Example: ${examples}</p>` : ""}${renderUnknowns(field.unknowns)}</li>`;
  }

  const renderFields = (fields: Field[] = []) =>
    fields.length > 0 ? `<ul class="fields" role="list">${fields.map(renderField).join("\n")}</ul>` : "";

  function renderFieldTable(fields: Field[]): string {
    const rows = fields.map((field) => ({ ...field, ...splitDefault(field.description) }));
    const columns: [title: string, cell: (row: (typeof rows)[number]) => string][] = [
      ["Name", ({ name }) => `<code>${escapeHtml(name)}</code>`],
      ["Type", ({ type }) => (type ? `<code>${escapeHtml(type)}</code>` : "")],
      ["Default", ({ value }) => renderInline(value)],
      ["Meaning", ({ description, fields: inner }) => `${renderInline(description)}${renderFields(inner)}`],
    ];
    const usedColumns = columns.filter(([, cell]) => rows.some(cell));
    const cells = (row: (typeof rows)[number]) =>
      usedColumns.map(([title, cell]) => `<td${title === "Default" ? " data-default" : ""}>${cell(row)}</td>`).join("");
    const head = usedColumns.map(([title]) => `<th scope="col">${title}</th>`).join("");
    const body = rows.map((row) => `<tr${idAttribute(row.id)}>${cells(row)}</tr>`).join("\n");
    const table = `<table><thead><tr>${head}</tr></thead>\n<tbody>${body}</tbody></table>`;
    return renderScrollable(table, "table options");
  }

  const renderInline = (markdown: string) => renderText(markdown).replace(/^<p>(.*)<\/p>\n$/s, "$1");

  const renderOperations = ({ operations }: Operations) =>
    `<ul class="operations" role="list">${operations
      .map(({ method, title, address: href, completeness, caution }) => {
        const warning = caution ? `<strong class="caution">${escapeHtml(caution)}</strong>` : "";
        return `<li>${renderMethod(method)}<a href="${address(href)}">${renderInlineCode(title)}</a><small>${completeness}</small>${warning}</li>`;
      })
      .join("\n")}</ul>`;

  return (block) => {
    switch (block.kind) {
      case "text":
        return renderText(block.markdown);
      case "heading":
        return renderHeading(block);
      case "unknowns":
        return renderUnknowns(block.unknowns);
      case "fields":
        return renderFields(block.fields);
      case "table":
        return renderFieldTable(block.fields);
      case "code":
        return renderCode(block);
      case "operations":
        return renderOperations(block);
    }
  };
}

const idAttribute = (id: string | undefined) => (id ? ` id="${escapeHtml(id)}"` : "");

const renderHeading = ({ level, title, id }: Heading) =>
  `<h${level}${idAttribute(id)}>${renderInlineCode(title)}</h${level}>\n`;

/** Renders a method: a long one is shortened, and an unspecified one is `?`. */
export const renderMethod = (method: string): string =>
  `<span class="method ${method.toLowerCase()}">${shortMethods[method] ?? escapeHtml(method)}</span>`;

const shortMethods: Record<string, string> = { DELETE: "DEL", unspecified: "?" };

/** Splits an option's description from its default, which a sentence names. */
function splitDefault(text: string): { description: string; value: string } {
  const [sentence = "", value = ""] = /(?:^|(?<=[.)] ))Default(?:: | (?=[\d`]))(.+?)\.(?=$| [A-Z`])/.exec(text) ?? [];
  return { description: text.replace(sentence, "").trim(), value };
}

/** Renders samples as tabs, which work without a script. Searching in the page opens them. */
function renderCode({ title, samples, languages }: Code): string {
  const tabs = samples.map(({ label, language, code }) => ({ label, html: renderCodeBlock(language, code, "") }));
  return renderTabs(title, tabs, languages ? " data-languages" : "");
}

/** Renders tabs: the labels of all, above the content of the open one. */
export function renderTabs(title: string, tabs: { label: string; html: string }[], attributes = ""): string {
  const name = `tabs-${title.toLowerCase().replaceAll(/\W+/g, "-")}`;
  const details = tabs.map(
    ({ label, html }, index) =>
      `<details name="${name}"${index === 0 ? " open" : ""}><summary>${escapeHtml(label)}</summary>${html}</details>`,
  );
  return `<section class="tabs box"${attributes} aria-label="${escapeHtml(title)}"><h2>${escapeHtml(title)}</h2><div>${details.join("\n")}</div></section>`;
}
