import type { Marked, Token, Tokens } from "marked";
import { escapeHtml } from "./escape.ts";
import { codeBlock } from "./markdown.ts";

interface Sample {
  label: string;
  language: string;
  code: string;
}

interface Part {
  title: string;
  text: Token[];
  samples: Sample[];
}

/**
 * The text of an operation in two columns: what it says on the left, code on the right. It is the same text as in its
 * Markdown file: first what the operation does and how to call it, then what goes in and what comes out.
 */
export function operationHtml(markdown: string, marked: Marked) {
  const [first, ...parts] = partsOf(marked.lexer(markdown));
  // How to call it stands beside what it does, in whichever part the text has it.
  const calls = [first, ...parts].flatMap((part) => part?.samples.filter(isCall) ?? []);
  const examples = parts.map(({ title, samples }) => ({ title, samples: samples.filter((each) => !isCall(each)) }));
  return {
    introduction: marked.parser(first?.text ?? []),
    calls: samplesHtml("Samples", calls, " data-languages"),
    definition: parts
      .filter(({ text }, at) => says(text) || (examples[at]?.samples.length ?? 0) > 0)
      .map(({ text }) => `<section>${withFields(marked.parser(text))}</section>`)
      .join("\n"),
    examples: examples.map(({ title, samples }) => samplesHtml(title, samples)).join("\n"),
  };
}

/** Whether there is more than a heading. */
const says = (text: Token[]) => text.filter(({ type }) => type !== "space").length > 1;

/** The name and the type of a field stand above what it means. What it is within stands before its name, and sets how far it is indented. */
const withFields = (html: string): string =>
  html.replaceAll(
    /<li([^>]*)>(<p>)?<code>([^<]*?)([^<.]+)<\/code> \(<code>([^<]+)<\/code>([^<)]*)\): ?/g,
    (_, attributes, p = "", within: string, name, type, presence) =>
      `<li${attributes} style="--depth:${within.split(".").length - 1}">${p}<span class="field"><code><span>${within}</span>${name}</code> <small>${type}${presence}</small></span> `,
  );

/** Code in a language to call it with; examples of bodies are JSON, or have no language. */
const isCall = ({ language }: Sample) => language !== "" && language !== "json";

/** The text by its headings of the second level, each with the code that it holds and the line that names it. */
function partsOf(tokens: Token[]): Part[] {
  const parts: Part[] = [{ title: "", text: [], samples: [] }];
  for (const token of tokens) {
    const part = parts.at(-1) as Part;
    if (token.type === "heading" && token["depth"] === 2) {
      parts.push({ title: token["text"], text: [token], samples: [] });
    } else if (token.type === "code") {
      const label = labelBefore(part.text);
      part.samples.push({ label, language: (token as Tokens.Code).lang ?? "", code: (token as Tokens.Code).text });
    } else part.text.push(token);
  }
  return parts;
}

/** Takes the line that names the code below it: `**curl**`, or `Example NAME: …`. */
function labelBefore(text: Token[]): string {
  while (text.at(-1)?.type === "space") text.pop();
  const [, name = ""] =
    /^(?:\*\*([^*]+)\*\*|Example `[^`]+`: (.+))$/.exec(text.at(-1)?.raw.trim() ?? "")?.filter(Boolean) ?? [];
  if (name) text.pop();
  return name;
}

/** A choice of which to show, without a script. Searching the page opens any. */
function samplesHtml(title: string, samples: Sample[], attributes = ""): string {
  if (samples.length === 0) return "";
  const name = `samples-${title.toLowerCase().replaceAll(/\W+/g, "-")}`;
  const each = samples.map(
    ({ label, language, code }, at) =>
      `<details name="${escapeHtml(name)}"${at === 0 ? " open" : ""}><summary>${escapeHtml(label || language)}</summary>${codeBlock(language, code, "")}</details>`,
  );
  return `<section class="samples"${attributes} aria-label="${escapeHtml(title)}"><h2>${escapeHtml(title)}</h2><div>${each.join("\n")}</div></section>`;
}
