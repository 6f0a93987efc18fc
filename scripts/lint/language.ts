import { readFileSync } from "node:fs";
import { join } from "node:path";
import { listProjectFiles } from "../tools/file.ts";
import { type Outcome, root } from "../tools/run.ts";
import { phrases } from "./phrases.ts";

/** The places of prose, by the file. All of a file of code is read; of a test, its comments and titles. */
const prosePatterns: [file: RegExp, prose: RegExp][] = [
  [/^(generated\/|release\/api|scripts\/lint\/phrases)/, /(?!)/g],
  [/^test\/.*\.ts$/, /\/\*.*?\*\/|\/\/[^\n]*|(?:\b(?:test|it|describe)|\))\(\s*(?:"[^"\n]*"|`[^`]*`)/gs],
  [/\.ts$|^(openapi|test\/shapes)\/.*\.yaml$|\.md$/, /.+/gs],
];

/** Checks the prose of code, Markdown and the contract. A plugin of Biome, `names.grit`, checks the names in code. */
export function lintLanguage(): Outcome {
  const findings = listProjectFiles().flatMap((file) => findPhrases(file, readFileSync(join(root, file), "utf8")));
  return { ok: findings.length === 0, output: findings.join("\n") };
}

/** Finds the phrases in a file's prose that have a better one. A word in backticks is code, as is a block of code. */
export function findPhrases(file: string, source: string): string[] {
  const prose = prosePatterns.find(([pattern]) => pattern.test(file))?.[1];
  if (!prose) return [];
  const withoutCode = source.replace(/^```.*?^```|`[^`\s]+`/gms, (code) => code.replace(/[^\n]/g, " "));
  const lineOf = (start: number) => source.slice(0, start).split("\n").length;
  return [...withoutCode.matchAll(prose)].flatMap(({ 0: text, index: start }) =>
    phrases.flatMap(([phrase, write]) =>
      [...text.matchAll(new RegExp(phrase, `g${phrase.flags}`))].map(
        ({ 0: match, index }) => `${file}:${lineOf(start + index)}  "${match.replace(/\s+/g, " ")}": write ${write}.`,
      ),
    ),
  );
}
