import { expect, test } from "vitest";
import { type Json, parseYaml } from "../../scripts/contract/document.ts";
import { editYaml } from "../../scripts/contract/edit.ts";

// A value of YAML, whatever it is.
// biome-ignore lint/suspicious/noExplicitAny: each row edits its own.
type Change = (value: any) => unknown;

/** Edits a text, and returns the lines that went with `-` before them, and those that came with `+`. */
function diff(text: string, change: Change): string[] {
  const value = structuredClone(parseYaml(text)) as Record<string, Json>;
  change(value);
  const result = editYaml(text, value);
  expect(parseYaml(result)).toEqual(value);
  const [before, after] = [text.split("\n"), result.split("\n")];
  const lengthOf = (list: string[], other: string[]) => {
    const length = list.findIndex((line, index) => line !== other[index]);
    return length < 0 ? list.length : length;
  };
  const start = lengthOf(before, after);
  const end = lengthOf(before.slice(start).reverse(), after.slice(start).reverse());
  const removed = before.slice(start, before.length - end);
  const added = after.slice(start, after.length - end);
  return [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)];
}

const long = `["${"a long list in one line ".repeat(8)}", ${"another item, ".repeat(8)}last]`;
const odd = `# A contract of somebody else
info:   { title: API,   description: "${"Long. ".repeat(40)}" }   # in a line


list: ${long}
folded: >-
    Folded by hand,
    and indented by four.
text: plain, but
  over two lines
rows:
    - {method: GET, name: "Read"}   # read
    - {method: POST, name: Write}

nested:
    first: {a: 1, b: [x, y]}

    second:
        - 'one'
        - two # the second
    empty: {}
`;

test.each<[string, Change, string[]]>([
  ["nothing", () => {}, []],
  ["a key at the end", (value) => (value.last = { a: 1 }), ["+last:", "+  a: 1", "+"]],
  [
    "a key between others",
    (value) =>
      (value.nested = {
        first: value.nested.first,
        between: "b",
        second: value.nested.second,
        empty: {},
      }),
    ["+    between: b", "+"],
  ],
  [
    "a row",
    (value) => value.rows.push({ method: "PUT", name: "a, b" }),
    ['+    - {method: PUT, name: "a, b"}'],
  ],
  [
    "a key of a row",
    (value) => (value.rows[0].id = "read"),
    [
      '-    - {method: GET, name: "Read"}   # read',
      '+    - {method: GET, name: "Read", id: read}   # read',
    ],
  ],
  [
    "an item of a list in a line",
    (value) => value.list.push("new"),
    [`-list: ${long}`, `+list: ${long.replace(/]$/, ", new]")}`],
  ],
  [
    "an item of a list of lines",
    (value) => value.nested.second.push("three"),
    ["+        - three"],
  ],
  ["the first item", (value) => value.nested.second.unshift("zero"), ["+        - zero"]],
  ["one item less", (value) => value.nested.second.shift(), ["-        - 'one'"]],
  [
    "another text",
    (value) => (value.nested.second[0] = "1"),
    ["-        - 'one'", '+        - "1"'],
  ],
  [
    "a list in a new key",
    (value) => (value.nested.empty.list = ["a", "b"]),
    ["-    empty: {}", "+    empty:", "+      list: [a, b]"],
  ],
  ["the last key less", (value) => delete value.nested.empty, ["-    empty: {}"]],
  [
    "a key of a map in a line less",
    (value) => delete value.nested.first.a,
    ["-    first: {a: 1, b: [x, y]}", "+    first: {b: [x, y]}"],
  ],
  [
    "an empty list",
    (value) => (value.nested.first.b = []),
    ["-    first: {a: 1, b: [x, y]}", "+    first: {a: 1, b: []}"],
  ],
  [
    "another folded text",
    (value) => (value.folded = "Other."),
    ["-folded: >-", "-    Folded by hand,", "-    and indented by four.", "+folded: Other."],
  ],
])("%s changes no line but its own", (_, change, lines) => {
  expect(diff(odd, change)).toEqual(lines);
});

test("a text that can't have a value by changing its own lines is an error, and stays", () => {
  const edit = () => editYaml("kept: |+\n  text\n\nlast: 1\n", { kept: "text\n\n" });
  expect(edit).toThrow("The contract's YAML can't be edited in place here.");
});
