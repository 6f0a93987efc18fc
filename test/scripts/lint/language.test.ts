import { expect, test } from "vitest";
import { findCodeProblems, findMarkdownProblems } from "../../../scripts/lint/language.ts";

const messages = (source: string, file = "src/example.ts") =>
  findCodeProblems(file, source).map(({ message }) => message);

test.each([
  ["a variable", "const found = 1;"],
  ["a parameter", "const read = (own: string) => own;"],
  ["a parameter of a type", "type Read = (given: string) => void;"],
  ["a property that is destructured", "const { path: at } = place;"],
  ["an item that is destructured", "const [, each = 1, ...others] = list;"],
  ["a function", "function told() {}"],
])("%s that is no noun is found", (_, source) => {
  expect(messages(source)).toContainEqual(expect.stringMatching(/^The name `\w+` is an? /));
});

test("names of the domain, properties and imports pass", () => {
  const source = 'import { once } from "./once.ts";\nconst { left } = { left: 1, at: 2 };';
  expect(messages("const match = { found: 1 }.found;\nexport function mergeSteps(step: number) {}")).toEqual([]);
  expect(messages(source)).toEqual(["The name `left` is a participle alone: add its noun."]);
});

test.each([
  ["a doc comment", "/** What a reader needs. */\nconst a = 1;"],
  ["a comment", "// It does not matter.\nconst a = 1;"],
  ["a message", 'throw new Error("The contract tells nothing.");'],
  ["a part of a template", "const text = `The mock stands $" + "{place}.`;"],
])("%s with a phrase that has a better one is found", (_, source) => {
  expect(messages(source)).toHaveLength(1);
});

test.each(["test", "test.each([])", "describe", "test.skipIf(true)"])(
  "the title of %s is read, and no other text of a test",
  (callee) => {
    const source = `${callee}("a row beside another", () => { use("a row beside another"); });`;
    expect(messages(source, "test/example.test.ts")).toEqual(['"beside": write after, next to.']);
  },
);

test("the table of tests isn't read as a title", () => {
  expect(messages('test.each([["it cannot stand"]])("%s passes", () => {});', "test/example.test.ts")).toEqual([]);
});

test("code in comments and Markdown is no prose", () => {
  expect(messages("// `held` is the name of a field.\nconst a = 1;")).toEqual([]);
  expect(findMarkdownProblems("`told` is code.\n\n```\nit cannot stand\n```\n")).toEqual([]);
  expect(findMarkdownProblems("It cannot be.")).toEqual([{ start: 3, message: '"cannot": write a contraction.' }]);
});

test("a problem has the position of its name", () => {
  expect(findCodeProblems("a.ts", "const a = 1;\nconst found = 2;")[0]?.start).toBe(19);
});
