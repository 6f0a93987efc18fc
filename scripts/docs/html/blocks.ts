import { Html, html } from "../../tools/escape.ts";
import { factAddress, type Link } from "../links.ts";
import { linkUnknowns } from "../markdown.ts";
import type { Block, Code, Field, Heading, Operations, PageUnknown } from "../model/blocks.ts";
import { renderCodeBlock, renderInlineCode, textRenderer } from "./text.ts";

export function blockRenderer(link: Link): (block: Block) => Html {
  const renderText = textRenderer(link);

  function renderNote({ words, name, id }: PageUnknown): Html {
    const share = html`<a href="#${name}" title="Link to this unknown">${name}</a>`;
    const ask = html`<a href="${link(factAddress({ unknown: name }))}">Know it?</a>`;
    return html`<p class="unknown"${idAttribute(id)}><b>Unknown:</b> ${renderInlineCode(words)}. ${share}&nbsp;· ${ask}</p>`;
  }

  function renderUnknowns(unknowns: PageUnknown[] = []): Html[] {
    const links = linkUnknowns(unknowns, link);
    const notes = unknowns.filter((note) => !note.address).map(renderNote);
    return links ? [...notes, html`<p class="unknown"><b>Unknown:</b> ${renderInline(links)}.</p>`] : notes;
  }

  function renderField({ name, isNameUnknown, type, presence, id, ...field }: Field): Html {
    const parents = /^(.*[.\]])?/.exec(name)?.[0] ?? "";
    const parentPath = parents.endsWith("]") ? "" : parents;
    const words = isNameUnknown
      ? html`<strong>${renderInlineCode(name)}</strong> name unknown,`
      : html`<code>${parentPath !== "" && html`<span>${parentPath}</span>`}${name.slice(parentPath.length)}</code>`;
    const details = [type, presence].filter(Boolean).join(", ");
    const examples = field.examples?.map(
      ({ value, summary }) => html`<p>Example: <code>${value}</code>.${summary !== undefined && ` ${summary}.`}</p>`,
    );
    return html`<li${idAttribute(id)}${parents.includes(".") && html` class="nested"`}><div class="field">${words} <span>${details}</span></div>${renderText(field.description)}${examples}${renderUnknowns(field.unknowns)}${renderFields(field.fields)}</li>`;
  }

  const renderFields = (fields: Field[] = []) =>
    fields.length > 0 && html`<ul class="fields" role="list">${fields.map(renderField)}</ul>`;

  const renderInline = (markdown: string) => new Html(renderText(markdown).source.replace(/^<p>(.*)<\/p>\n$/s, "$1"));

  const renderOperations = ({ operations }: Operations) =>
    html`<ul class="operations" role="list">${operations.map(
      ({ method, title, address, completeness, caution }) =>
        html`<li>${renderMethod(method)}<a href="${link(address)}">${renderInlineCode(title)}</a><small>${completeness}</small>${caution !== undefined && html`<strong class="caution">${caution}</strong>`}</li>`,
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

const idAttribute = (id: string | undefined) => id !== undefined && html` id="${id}"`;

/** The level of a heading is a number of ours. */
const renderHeading = ({ level, title, id }: Heading) =>
  html`<h${level}${idAttribute(id)}>${renderInlineCode(title)}</h${level}>`;

/** Renders a method; one that is unspecified is `?`. */
export const renderMethod = (method: string): Html =>
  html`<span class="method ${method.toLowerCase()}">${method === "unspecified" ? "?" : method}</span>`;

const renderCode = ({ title, group, samples, languages }: Code): Html =>
  renderTabs(
    title,
    group ?? title,
    samples.map(({ label, language, code }) => {
      return { label, content: renderCodeBlock(language, code, language === "bash" ? language : "") };
    }),
    languages,
  );

/** Renders tabs, which work without a script: the labels of all, above the content of the one that is chosen. */
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
