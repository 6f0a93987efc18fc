import { element } from "../dom.ts";
import { type Row, wordsOf } from "./engine.ts";

/** The address of the reference, which the addresses of rows are relative to. */
const root = (document.currentScript as HTMLScriptElement).src;

/** Creates a result, a link and an option of the list, with the words marked that matched. */
export function createResult({ title, page, text, address, terms = [] }: Row, number: number): HTMLElement {
  const attributes = { role: "option", id: `option-${number}`, href: new URL(address, root).href, tabindex: "-1" };
  const pageLabel = page === title ? [] : [" ", element("small", {}, page)];
  const excerpt = text ? [element("div", {}, ...excerptOf(text, terms))] : [];
  return element("a", attributes, element("strong", {}, ...markWords(title, terms)), ...pageLabel, ...excerpt);
}

/** Returns the part of a text around the first matching word. */
function excerptOf(text: string, words: string[]): (Node | string)[] {
  const pieces = markWords(text, words);
  const start = Math.max(0, pieces.findIndex((piece) => typeof piece !== "string") - 12);
  const isCut = start + 52 < pieces.length;
  return [start > 0 ? "… " : "", ...pieces.slice(start, start + 52), isCut ? " …" : ""];
}

/** Splits a text between its words, and marks those that match. */
const markWords = (text: string, words: string[]): (Node | string)[] =>
  text
    .split(/([\p{L}\p{N}]+)/u)
    .map((piece) => (wordsOf(piece).some((word) => words.includes(word)) ? element("mark", {}, piece) : piece));
