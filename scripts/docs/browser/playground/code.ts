import hljs from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import json from "highlight.js/lib/languages/json";
import python from "highlight.js/lib/languages/python";
import typescript from "highlight.js/lib/languages/typescript";
import { element } from "../dom.ts";

for (const [name, language] of Object.entries({ bash, json, python, typescript }))
  hljs.registerLanguage(name, language);

/** Shows code, in colors if its language is known. The library escapes what it marks. */
export function showCode(target: Element, text: string, language?: string): void {
  if (language) target.innerHTML = hljs.highlight(text, { language }).value;
  else target.textContent = text;
}

/** Creates a code block with a button that copies it. */
export function createCode(text: string, name: string, language?: string): HTMLElement {
  const pre = element("pre");
  showCode(pre, text, language);
  const button = element(
    "button",
    { type: "button", class: "copy", "aria-label": `Copy ${name}` },
    "Copy",
  );
  return element("div", { class: "code" }, pre, button);
}
