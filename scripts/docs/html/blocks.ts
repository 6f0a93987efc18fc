import hljs from "highlight.js/lib/common";
import powershell from "highlight.js/lib/languages/powershell";
import { Marked, Renderer } from "marked";
import { escapeMarkup } from "../../../src/openapi/markup.ts";
import { Html, html } from "../../tools/html.ts";
import { factAddress, type Link } from "../links.ts";
import { linkUnknowns } from "../markdown.ts";
import type { Block, Code, Field, Heading, Operations } from "../model/page.ts";
import type { PageUnknown } from "../model/site-map.ts";

/** @param types The addresses of types that the type of a field may name. */
export function blockRenderer(
  link: Link,
  types: ReadonlyMap<string, string> = new Map(),
): (block: Block) => Html {
  const { renderText, renderInline } = createRenderer(link);

  function renderNote({ words, name, id }: PageUnknown): Html {
    const share = html`<a href="#${name}" title="Link to this unknown">${name}</a>`;
    const ask = html`<a href="${link(factAddress({ unknown: name }))}">Know it?${hidden(name)}</a>`;
    return html`<p class="unknown"${idAttribute(id)}><b>Unknown:</b> ${renderInlineCode(words)}. ${share} ${ask}</p>`;
  }

  function renderUnknowns(unknowns: PageUnknown[] = []): Html[] {
    const links = linkUnknowns(unknowns, link);
    const notes = unknowns.filter((note) => !note.address).map(renderNote);
    return links
      ? [...notes, html`<p class="unknown"><b>Unknown:</b> ${renderInline(links)}.</p>`]
      : notes;
  }

  const renderType = (type: string) =>
    type.split(/\b([A-Z]\w+)/).map((part) => {
      const address = types.get(part);
      return address ? html`<a href="${link(address)}">${part}</a>` : part;
    });

  function renderField({ name, isNameUnknown, type, presence, id, ...field }: Field): Html {
    const parents = /^(.*[.\]])?/.exec(name)?.[0] ?? "";
    const parentPath = parents.endsWith("]") ? "" : parents;
    const words = isNameUnknown
      ? html`<strong>${renderInlineCode(name)}</strong> name unknown,`
      : html`<code>${parentPath !== "" && html`<span>${parentPath}</span>`}${name.slice(parentPath.length)}</code>`;
    const details = html`${type && html`<code>${renderType(type)}</code>`}${type && presence && ", "}${presence}`;
    const examples = field.examples?.map(
      ({ value, summary }) =>
        html`<p>Example: <code>${value}</code>.${summary !== undefined && ` ${summary}.`}</p>`,
    );
    return html`<li${idAttribute(id)}${parents.includes(".") && html` class="nested"`}><div class="field">${anchor(id, words)}${details.source !== "" && html` <span>${details}</span>`}</div>${renderText(field.description)}${examples}${renderUnknowns(field.unknowns)}${renderFields(field.fields)}</li>`;
  }

  const renderFields = (fields: Field[] = []) =>
    fields.length > 0 && html`<ul class="fields" role="list">${fields.map(renderField)}</ul>`;

  const renderOperations = ({ operations }: Operations) =>
    html`<ul class="operations" role="list">${operations.map(
      ({ method, title, address, completeness, caution }) =>
        html`<li>${renderMethod(method, caution !== undefined)}<a href="${link(address)}">${renderInlineCode(title)}</a><small>${completeness}</small>${caution !== undefined && html`<strong class="caution">${caution}</strong>`}</li>`,
    )}</ul>`;

  return (block) => {
    switch (block.kind) {
      case "text":
        return renderText(block.markdown);
      case "heading":
        return renderHeading(block);
      case "unknowns":
        return html`${renderUnknowns(block.unknowns)}`;
      case "fields":
        return html`${renderFields(block.fields)}`;
      case "code":
        return renderCode(block);
      case "operations":
        return renderOperations(block);
    }
  };
}

/** Words for those who only hear a link or a button, of which a page has several. */
const hidden = (words: string) => html`<span class="hidden"> ${words}</span>`;

/** Makes what names a place a link to it. */
const anchor = (id: string | undefined, words: Html) =>
  id === undefined ? words : html`<a href="#${id}">${words}</a>`;

const idAttribute = (id: string | undefined) => id !== undefined && html` id="${id}"`;

/** The level of a heading is a number of ours. */
export const renderHeading = ({ level, title, id }: Heading) =>
  html`<h${level}${idAttribute(id)}>${anchor(id, renderInlineCode(title))}</h${level}>`;

/** Renders a method; one that is unspecified is `?`. */
export const renderMethod = (method: string, isRisky = false): Html =>
  html`<span class="method ${isRisky ? "caution" : method.toLowerCase()}">${method === "unspecified" ? "?" : method}</span>`;

const renderCode = ({ title, group, samples, languages }: Code): Html =>
  renderTabs(
    title,
    group ?? title,
    samples.map(({ label, language, code }) => ({
      label,
      content: renderCodeBlock(language, code, "", `${title}, ${label}`),
    })),
    languages,
  );

/**
 * Renders tabs, which work without a script: the labels of all, above the content of the one that
 * is chosen.
 */
export function renderTabs(
  title: string,
  group: string,
  tabs: { label: string; content: Html }[],
  areLanguages = false,
): Html {
  const parts = tabs.map(
    ({ label, content }, index) =>
      html`<label><input type="radio" name="${group}" value="${label}"${index === 0 && html` checked`}>${label}</label><div>${content}</div>`,
  );
  return html`<section class="tabs box"${areLanguages && html` data-languages`} aria-label="${title}"><h3>${title}</h3><div>${parts}</div></section>`;
}

/**
 * Creates the functions that render Markdown, as text and within a line. Of HTML, pictures and links
 * without a target in it, only words stay.
 */
export function createRenderer(link: Link) {
  const converter = new Marked({
    renderer: {
      html: () => "",
      link({ href, tokens }) {
        const words = this.parser.parseInline(tokens);
        const target = link(href);
        return target === undefined
          ? words
          : html`<a href="${target}">${new Html(words)}</a>`.source;
      },
      // Another picture would be loaded from another host.
      image: ({ href, text }) =>
        href === "coverage.svg"
          ? html`<img src="${href}" alt="${text}" loading="lazy">`.source
          : escapeMarkup(text),
      code: ({ lang = "", text }) => renderCodeBlock(lang, text).source,
      table(table) {
        const source = new Html(Renderer.prototype.table.call(this, table));
        // A table that is wider than the screen scrolls by itself.
        return html`<div class="table" role="group" aria-label="Table" tabindex="0">${source}</div>`
          .source;
      },
    },
  });
  return {
    renderText: (text: string) => new Html(converter.parse(text, { async: false })),
    renderInline: (text: string) => new Html(converter.parseInline(text, { async: false })),
  };
}

export const renderInlineCode = (words: string): Html =>
  new Html(escapeMarkup(words).replaceAll(/`([^`]*)`/g, "<code>$1</code>"));

hljs.registerLanguage("powershell", powershell);

/**
 * Renders code that scrolls by itself, with a label above it and a copy button.
 * @param name What the button copies. Default: the label.
 */
export const renderCodeBlock = (
  language: string,
  code: string,
  label = hljs.getLanguage(language)?.name ?? language,
  name = label,
): Html =>
  html`<div class="code box">${label !== "" && html`<small>${label}</small>`}<pre><code>${highlight(code, language)}</code></pre>${copyButton(name || "code")}</div>`;

export const copyButton = (name: string): Html =>
  html`<button type="button" class="copy">Copy${hidden(name)}</button>`;

/** Marks the parts of a name-only call that the reader replaces. */
const markGaps = (source: string) => source.replaceAll(/\{(?:path|method)\}/g, "<mark>$&</mark>");

/** Removes the marks of words that the theme doesn't color. */
const removePlainMarks = (source: string) =>
  source.replaceAll(
    /<span class="hljs-(?!attr|built_in|comment|keyword|literal|number|string)[^"]*">([^<]*)<\/span>/g,
    "$1",
  );

const highlight = (code: string, language: string): Html | string =>
  hljs.getLanguage(language)
    ? new Html(markGaps(removePlainMarks(hljs.highlight(code, { language }).value)))
    : code;
