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
 * Markdown file; its first part tells what the operation does and shows how to call it, the others request and responses.
 */
export function operationHtml(markdown: string, marked: Marked): { head: string; parts: string } {
  const [first, ...parts] = partsOf(marked.lexer(markdown));
  if (!first) return { head: "", parts: "" };
  // How to call it stands beside what it does, in whichever part the text has it.
  const calls = parts.flatMap(({ samples }) => samples.filter(isCall));
  const html = (part: Part, samples: Sample[]) =>
    `<div class="row"><div class="left">${marked.parser(part.text)}</div><div class="right">${samplesHtml(part.title, samples)}`;
  return {
    head: html(first, [...first.samples, ...calls]),
    parts: parts
      .map((part) => ({ ...part, samples: part.samples.filter((sample) => !isCall(sample)) }))
      .filter(({ text, samples }) => text.length > 1 || samples.length > 0)
      .map((part) => `${html(part, part.samples)}</div></div>`)
      .join("\n"),
  };
}

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

/** One after the other without a style or a script; with them, a choice of which to show. Searching the page opens any. */
function samplesHtml(title: string, samples: Sample[]): string {
  if (samples.length === 0) return "";
  const name = `sample-${title.toLowerCase().replaceAll(/\W+/g, "-")}`;
  const each = samples.map(
    ({ label, language, code }, at) =>
      `<details name="${escapeHtml(name)}"${at === 0 ? " open" : ""}><summary>${escapeHtml(label || language)}</summary>${codeBlock(language, code, "")}</details>`,
  );
  return `<div class="samples">${each.join("\n")}</div>`;
}
