import type { Link } from "../links.ts";
import type { Block, Code, Field, Heading, Operations, Row, UnknownNote } from "../model/blocks.ts";
import { escapeHtml } from "./escape.ts";
import { lowerCase } from "./markdown.ts";
import { codeBlock, inlineCode, table, textRenderer } from "./text.ts";

/** Creates the function that renders the blocks of a page as HTML. */
export function blockRenderer(link: Link): (block: Block) => string {
  const textHtml = textRenderer(link);
  const address = (href: string) => escapeHtml(link(href) ?? "");

  function noteHtml({ words, name, id }: UnknownNote): string {
    const share = `<a class="share" href="#${name}" title="Link to this unknown">${name}</a>`;
    return `<p class="unknown"${idAttribute(id)}><b>Unknown:</b> ${inlineCode(words)}. ${share} <a class="contribute" href="${address("/guides/contribute-a-fact.html")}">Know it?</a></p>`;
  }

  /** More than two lines are folded. */
  function unknownsHtml(unknowns: UnknownNote[]): string {
    const others = unknowns.flatMap(({ words, address: href }) => (href ? [{ words, href }] : []));
    const links = others.map(
      ({ words, href }, index) => `<a href="${address(href)}">${inlineCode(index > 0 ? lowerCase(words) : words)}</a>`,
    );
    const lines = [
      ...unknowns.filter((note) => !note.address).map(noteHtml),
      ...(links.length > 0 ? [`<p class="unknown"><b>Unknown:</b> ${links.join(", ")}.</p>`] : []),
    ];
    if (lines.length <= 2) return lines.join("\n");
    return `<details class="unknowns"><summary>${lines.length} unknowns</summary>${lines.join("\n")}</details>`;
  }

  function fieldHtml({ name, named, type, presence, description, examples, unknowns, id }: Field): string {
    const parents = /^(.*[.\]])?/.exec(name)?.[0] ?? "";
    const depth = Math.min(parents.split(".").length - 1, 4);
    const within = parents.endsWith("]") ? "" : parents;
    const words = named
      ? `<code>${within ? `<span>${escapeHtml(within)}</span>` : ""}${escapeHtml(name.slice(within.length))}</code>`
      : `<strong>${inlineCode(name)}</strong> name unknown,`;
    const example =
      examples.length > 0
        ? `<p>Example: ${examples.map((value) => `<code>${escapeHtml(value)}</code>`).join(", ")}</p>`
        : "";
    return `<li${idAttribute(id)} class="depth-${depth}"><p class="field">${words} <span>${escapeHtml([type, presence].filter(Boolean).join(", "))}</span></p>${textHtml(description)}${example}${unknownsHtml(unknowns)}</li>`;
  }

  function rowsHtml(rows: Row[]): string {
    const defaults = rows.map(({ meaning }) => withoutDefault(meaning));
    const hasTypes = rows.some(({ type }) => type);
    const hasDefaults = defaults.some(({ value }) => value);
    const cells = (row: Row, index: number) => {
      const { meaning, value } = defaults[index] ?? { meaning: row.meaning, value: "" };
      const inner = row.rows ? `<ul class="fields">${row.rows.map(innerRow).join("\n")}</ul>` : "";
      return [
        `<td><code>${escapeHtml(row.name)}</code></td>`,
        ...(hasTypes ? [`<td><code>${escapeHtml(row.type ?? "")}</code></td>`] : []),
        ...(hasDefaults ? [`<td data-default>${inline(value)}</td>`] : []),
        `<td>${inline(meaning)}${inner}</td>`,
      ].join("");
    };
    const names = ["Name", ...(hasTypes ? ["Type"] : []), ...(hasDefaults ? ["Default"] : []), "Meaning"];
    return table(
      `<tr>${names.map((name) => `<th scope="col">${name}</th>`).join("")}</tr>`,
      rows.map((row, index) => `<tr${idAttribute(row.id)}>${cells(row, index)}</tr>`).join("\n"),
    ).replace('class="table"', 'class="table options"');
  }

  const innerRow = ({ name, type, meaning, id }: Row) =>
    `<li${idAttribute(id)}><p class="field"><code>${escapeHtml(name)}</code> <span>${escapeHtml(type ?? "")}</span></p>${textHtml(meaning)}</li>`;
  const inline = (markdown: string) => textHtml(markdown).replace(/^<p>(.*)<\/p>\n$/s, "$1");

  const operationsHtml = ({ operations }: Operations) =>
    `<ul class="operations">${operations
      .map(({ method, title, address: href, completeness, caution }) => {
        const warning = caution ? `<strong class="caution">${escapeHtml(caution)}</strong>` : "";
        return `<li>${methodHtml(method)}<a href="${address(href)}">${inlineCode(title)}</a><span class="known">${completeness}</span>${warning}</li>`;
      })
      .join("\n")}</ul>`;

  return (block) => {
    switch (block.kind) {
      case "text":
        return textHtml(block.markdown);
      case "heading":
        return headingHtml(block);
      case "unknowns":
        return unknownsHtml(block.unknowns);
      case "fields":
        return `<ul class="fields">${block.fields.map(fieldHtml).join("\n")}</ul>`;
      case "rows":
        return rowsHtml(block.rows);
      case "code":
        return codeHtml(block);
      case "operations":
        return operationsHtml(block);
    }
  };
}

const idAttribute = (id: string | undefined) => (id ? ` id="${escapeHtml(id)}"` : "");

const headingHtml = ({ level, title, id }: Heading) =>
  `<h${level}${idAttribute(id)}>${inlineCode(title)}</h${level}>\n`;

/** A method, as wide as the longest. */
export const methodHtml = (method: string): string =>
  `<span class="method ${method.toLowerCase()}">${shortMethods[method] ?? escapeHtml(method)}</span>`;

const shortMethods: Record<string, string> = { DELETE: "DEL", unspecified: "?" };

/** Splits the sentence that names the default from what an option means. */
function withoutDefault(meaning: string): { meaning: string; value: string } {
  const [sentence = "", value = ""] = /(?:^|(?<=[.)] ))Default:? (.+?)\.(?=$| [A-Z`])/.exec(meaning) ?? [];
  return { meaning: meaning.replace(sentence, "").trim(), value };
}

/** A choice of code, which works without a script. Searching the page opens any. */
function codeHtml({ title, samples, languages }: Code): string {
  const tabs = samples.map(({ label, language, code }) => ({ label, html: codeBlock(language, code, "") }));
  return tabsHtml(title, tabs, languages ? " data-languages" : "");
}

/** Tabs: one is shown, and the labels of all are above it. */
export function tabsHtml(title: string, tabs: { label: string; html: string }[], attributes = ""): string {
  const name = `tabs-${title.toLowerCase().replaceAll(/\W+/g, "-")}`;
  const details = tabs.map(
    ({ label, html }, index) =>
      `<details name="${name}"${index === 0 ? " open" : ""}><summary>${escapeHtml(label)}</summary>${html}</details>`,
  );
  return `<section class="tabs"${attributes} aria-label="${escapeHtml(title)}"><h2>${escapeHtml(title)}</h2><div>${details.join("\n")}</div></section>`;
}
