import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findPhrases } from "../../../scripts/lint/language.ts";
import { runBin } from "../../../scripts/tools/run.ts";

/** Returns the line of each name that the plugin of Biome finds, with the finding. */
async function findNames(source: string): Promise<[line: number, message: string][]> {
  const file = join(mkdtempSync(join(tmpdir(), "names-")), "example.ts");
  writeFileSync(file, source);
  const { output } = await runBin("biome", "lint", "--vcs-enabled=false", "--config-path=.", "--reporter=github", file);
  return [...output.matchAll(/title=plugin,.*?,line=(\d+).*::(.*)/g)]
    .map(([, line, message]): [number, string] => [Number(line), `${message}`])
    .sort(([line], [otherLine]) => line - otherLine);
}

test("names that are no nouns are found, whatever declares them, and no names of properties or imports", async () => {
  const source = `const found = 1;
const read = (own: string) => own;
type Read = (given: string) => void;
const { path: at } = place;
const [, each = 1, ...others] = list;
function told() {}
for (const where of places) {}
import { left } from "./left.ts";
const { left: side } = { left: 1, at: 2 };
const match = { found: 1 }.found;
export function mergeSteps(step: number) {}
`;
  const pronoun = "This name is a pronoun or a determiner: name the thing.";
  const participle = "This name is a participle alone: add its noun.";
  expect(await findNames(source)).toEqual([
    [1, participle],
    [2, pronoun],
    [3, participle],
    [4, "This name is a preposition: name the position, the limit or the time."],
    [5, pronoun],
    [5, pronoun],
    [6, participle],
    [7, "This name is an adverb or a conjunction: name the thing."],
  ]);
});

test.each([
  ["a doc comment", "/*", "* What a reader needs. */\nconst a = 1;"],
  ["a comment", "/", "/ It does", " not matter.\nconst a = 1;"],
  ["a message", 'throw new Error("The contract tells nothing.");'],
  ["a part of a template", "const text = `The mock stands $" + "{place}.`;"],
])("%s with a phrase that has a better one is found", (_, ...parts) => {
  expect(findPhrases("src/example.ts", parts.join(""))).toHaveLength(1);
});

test.each(["test", "test.each([])", "describe", "test.skipIf(true)"])(
  "the title of %s is read, and no other text of a test",
  (callee) => {
    const source = `${callee}("a row beside another", () => { use("a row beside another"); });`;
    expect(findPhrases("test/example.test.ts", source)).toEqual([
      'test/example.test.ts:1  "beside": write after, next to.',
    ]);
  },
);

test("the table of tests isn't read as a title", () => {
  expect(findPhrases("test/example.test.ts", 'test.each([["it cannot stand"]])("%s passes", () => {});')).toEqual([]);
});

test("code in comments and Markdown is no prose", () => {
  expect(findPhrases("src/example.ts", "// `held` is the name of a field.\nconst a = 1;")).toEqual([]);
  expect(findPhrases("README.md", "`told` is code.\n\n```\nit cannot stand\n```\n")).toEqual([]);
});

test("a finding has the line of its phrase", () => {
  expect(findPhrases("README.md", "It\ncannot be.")).toEqual(['README.md:2  "cannot": write a contraction.']);
});
