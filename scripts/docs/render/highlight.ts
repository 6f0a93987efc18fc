import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import python from "highlight.js/lib/languages/python";
import typescript from "highlight.js/lib/languages/typescript";
import yaml from "highlight.js/lib/languages/yaml";
import { escapeHtml } from "./escape.ts";

for (const [name, language] of Object.entries({ bash, javascript, json, python, typescript, yaml }))
  hljs.registerLanguage(name, language);

/** Marks the parts of a name-only call that the reader replaces. */
const markGaps = (html: string) => html.replaceAll(/\{(?:path|method)\}/g, "<mark>$&</mark>");

const htmlByCode = new Map<string, string>();

/** Highlights code with classes that the theme colors, if the language is known. Cached, since pages repeat code. */
export function highlight(code: string, language: string): string {
  if (!hljs.getLanguage(language)) return escapeHtml(code);
  const key = `${language}\n${code}`;
  const html = htmlByCode.get(key) ?? markGaps(hljs.highlight(code, { language }).value);
  htmlByCode.set(key, html);
  return html;
}
