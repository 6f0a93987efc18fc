/** Writes a doc comment. Each text begins a new line, and is broken between words. */
export function writeComment(texts: (string | undefined)[], indent = ""): string {
  const lines = texts.flatMap((text) => wrap(text ?? ""));
  if (lines.length === 0) return "";
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join("")}${indent} */\n`;
}

function wrap(text: string): string[] {
  const line = /(\S{110,}|\S.{0,110})(?:\s+|$)/g;
  return [...text.replaceAll(/\s+/g, " ").replaceAll("*/", "*\\/").matchAll(line)].map(
    ([, words]) => words ?? "",
  );
}
