import { readFileSync } from "node:fs";
import type { Field } from "../model/blocks.ts";

/** Reads a command's options from its `help`: `  --name VALUE   meaning`, and lines that continue the meaning. */
export function readOptions(command: string): Field[] {
  const [, text = ""] = /help = `([^`]+)`/.exec(readFileSync(command, "utf8")) ?? [];
  const rows: { option: string; words: string[] }[] = [];
  for (const line of text.split("\n")) {
    const [, option, words] = /^ {2}((?:-\w, )?--[\w-]+(?: [A-Z=]+)?) {2,}(.+)$/.exec(line) ?? [];
    const [, continuation] = /^ {20,}(.+)$/.exec(line) ?? [];
    if (option && words) rows.push({ option, words: [words] });
    else if (continuation) rows.at(-1)?.words.push(continuation);
  }
  return rows.map(({ option, words }) => ({ name: option, description: toSentence(words.join("; ")) }));
}

const toSentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
