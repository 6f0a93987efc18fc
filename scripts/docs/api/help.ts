import type { Row } from "../model/blocks.ts";
import type { Declaration } from "./declarations.ts";
import { syntax } from "./typescript.ts";

/** The options of a command as rows, from its `help`: `  --name VALUE   what it does`, and lines that go on below. */
export function optionRows({ node }: Declaration): Row[] {
  const text = syntax.isVariableDeclaration(node) && node.initializer ? node.initializer.getText() : "";
  const rows: { option: string; words: string[] }[] = [];
  for (const line of text.split("\n")) {
    const [, option, words] = /^ {2}((?:-\w, )?--[\w-]+(?: [A-Z=]+)?) {2,}(.+)$/.exec(line) ?? [];
    const [, more] = /^ {20,}(.+)$/.exec(line) ?? [];
    if (option && words) rows.push({ option, words: [words] });
    else if (more) rows.at(-1)?.words.push(more);
  }
  return rows.map(({ option, words }) => ({ name: option, meaning: sentence(words.join("; ")) }));
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
