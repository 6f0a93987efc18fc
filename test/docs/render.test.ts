import { expect, test } from "vitest";
import { blockRenderer } from "../../scripts/docs/html/blocks.ts";
import { createLink } from "../../scripts/docs/links.ts";
import { writeBlock } from "../../scripts/docs/markdown.ts";
import { type BlockSource, createBlocks, type Field, type PageUnknown } from "../../scripts/docs/model/blocks.ts";

const link = createLink("guides/errors.html");
const html = (...parts: BlockSource[]) => createBlocks(parts).map(blockRenderer(link)).join("\n");
const markdown = (...parts: BlockSource[]) =>
  createBlocks(parts)
    .map((block) => writeBlock(block, link))
    .join("\n\n");
const unknownsOf = (...unknowns: PageUnknown[]): BlockSource => ({ kind: "unknowns", unknowns });
const fieldsOf = (...fields: Field[]): BlockSource => ({ kind: "fields", fields });
const tableOf = (...fields: Field[]): BlockSource => ({ kind: "table", fields });
const unknown = { name: "timeout-unit", words: "Unit of `timeout`" };
const linkedUnknown = { name: "error-codes", words: "Error codes", address: "/index.html#error-codes" };

test("an unknown begins with the word and has links to share it and to contribute", () => {
  expect(markdown(unknownsOf(unknown))).toBe("**Unknown:** Unit of `timeout` (`timeout-unit`).");
  expect(html(unknownsOf(unknown))).toBe(
    '<p class="unknown" id="timeout-unit"><b>Unknown:</b> Unit of <code>timeout</code>. ' +
      '<a href="#timeout-unit" title="Link to this unknown">timeout-unit</a>&nbsp;· ' +
      '<a href="../guides/contribute-a-fact.html">Know it?</a></p>',
  );
});

test("several unknowns ask the reader once", () => {
  const text = html(fieldsOf({ name: "a", description: "", unknowns: [unknown, { ...unknown, name: "other" }] }));
  expect(text.match(/contribute-a-fact/g)).toHaveLength(1);
  expect(text).toMatch(/>timeout-unit<\/a><\/p>.*>other<\/a>&nbsp;· <a [^>]*>Know one\?<\/a><\/p>/s);
});

test("the first of several notes of an unknown has its id", () => {
  expect(html(unknownsOf(unknown), unknownsOf(unknown)).match(/ id="timeout-unit"/g)).toHaveLength(1);
});

test("unknowns that other pages show in full are links on one line", () => {
  const secondUnknown = { ...linkedUnknown, words: "Shape of errors", address: "/index.html#error-shape" };
  const notes = unknownsOf(linkedUnknown, secondUnknown);
  expect(markdown(notes)).toBe(
    "**Unknown:** [Error codes](../index.html#error-codes); [Shape of errors](../index.html#error-shape).",
  );
  expect(html(notes)).toContain('<a href="../index.html#error-codes">Error codes</a>');
});

test("more than two lines of unknowns are folded, and two aren't", () => {
  const notes = ["one", "two", "three"].map((name) => ({ name, words: "A fact" }));
  expect(html(unknownsOf(...notes))).toContain('<details class="unknowns"><summary>3 unknowns</summary>');
  expect(html(unknownsOf(...notes.slice(1)))).not.toContain("<details");
});

test("a field's id is made of its section and its path", () => {
  const field = { name: "rooms[].id", type: "integer", description: "The id." };
  const page = html("## Response 200", fieldsOf(field));
  expect(page).toContain('<li id="response-200.rooms.id" class="depth-1">');
  expect(page).toContain("<code><span>rooms[].</span>id</code>");
});

test("an option is a row with its name, type, default and meaning, and its id ends in its name", () => {
  const field = {
    name: "timeoutMs",
    type: "number",
    presence: "optional",
    description: "The time, in milliseconds. Default 7.",
  };
  const page = html("## Options", tableOf(field));
  expect(page).toContain(
    '<tr id="options.timeoutMs"><td><code>timeoutMs</code></td><td><code>number</code></td><td data-default>7</td><td>The time, in milliseconds.</td></tr>',
  );
  expect(markdown(tableOf(field))).toBe("- `timeoutMs` (`number`, optional): The time, in milliseconds. Default 7.");
});

test("the column of defaults contains no other word after Default", () => {
  const field = { name: "prefer", description: "Default preferences, of each request. Default: none." };
  expect(html(tableOf(field))).toContain("<td data-default>none</td><td>Default preferences, of each request.</td>");
});

test("headings of a text have ids, numbered if their words repeat", () => {
  const page = html("## Errors & retries\n\nOne.\n\n## Errors & retries\n\n```sh\n## no heading\n```");
  expect(page).toContain('<h2 id="errors-and-retries">Errors &amp; retries</h2>');
  expect(page.match(/<h2/g)).toHaveLength(2);
  expect(page).toContain('<h2 id="errors-and-retries-2">');
});

test.each([
  "A <b>bold</b> <img src=x onerror=alert(1)> word",
  "<script>alert(1)</script>",
  "[word](javascript:alert(1))",
  "[word](JaVaScRiPt:alert(1))",
  "[word](data:text/html,<script>alert(1)</script>)",
  "[word](//example.com/x)",
  "![word](https://example.com/x.png)",
  "<javascript:alert(1)>",
])("%j renders as text without active content", (description) => {
  for (const page of [html(description), html(fieldsOf({ name: "x", type: "string", description }))]) {
    expect(page).not.toMatch(/<(b|img|script)\b|href=/i);
  }
});

test("plain words of a contract stay words: titles, summaries, unknowns, types and examples", () => {
  const words = "</code><script>alert(1)</script>";
  const field = { name: words, type: words, description: "", examples: [words] };
  const page = html(
    `## ${words}`,
    fieldsOf({ ...field, unknowns: [{ name: "an-id", words }] }),
    { kind: "code", title: words, samples: [{ label: words, language: words, code: words }] },
    {
      kind: "operations",
      operations: [{ method: "GET", title: words, address: "/x.html", completeness: "name only" }],
    },
  );
  expect(page).not.toContain("<script");
});

test("a link to a page is relative to the file, and without that page only its words stay", () => {
  expect(html("[Words](/client.html#options)")).toContain('<a href="../client.html#options">Words</a>');
  const packaged = createLink("guides/x.md", (page) => (page === "client.html" ? "guides/client.md" : undefined));
  const block = {
    kind: "text" as const,
    markdown: "[Client](/client.html#x) and [all](/all-operations.html), `[](/x)`",
  };
  expect(writeBlock(block, packaged)).toBe("[Client](../guides/client.md#x) and all, `[](/x)`");
});

test("code is highlighted if its language is known, and escaped", () => {
  const page = html('```typescript\nconst a = 1;\n```\n\n```"><b>\na < b\n```');
  expect(page).toContain('<span class="hljs-keyword">const</span>');
  expect(page).toContain("a &lt; b");
  expect(page).not.toContain("<b>");
});

test("a table has the columns that one of its rows fills in", () => {
  const columnsOf = (...fields: Field[]) =>
    [...html(tableOf(...fields)).matchAll(/<th scope="col">(\w+)/g)].map(([, title]) => title);
  const field = { name: "a", description: "" };
  expect(columnsOf(field)).toEqual(["Name"]);
  expect(columnsOf({ ...field, description: "A text." })).toEqual(["Name", "Meaning"]);
  expect(columnsOf(field, { ...field, type: "string", description: "Default 7." })).toEqual([
    "Name",
    "Type",
    "Default",
  ]);
  expect(html(tableOf(field, { ...field, type: "string" }))).toContain("<td><code>a</code></td><td></td>");
});

test("a list of operations has the short form of each method, and a caution only if there is one", () => {
  const row = { title: "Delete `all`", address: "/a.html", completeness: "name only" };
  const block: BlockSource = {
    kind: "operations",
    operations: [
      { ...row, method: "DELETE" },
      { ...row, method: "unspecified", caution: "Caution." },
      { ...row, method: "GET" },
    ],
  };
  const start = '<a href="../a.html">Delete <code>all</code></a><small>name only</small>';
  expect(html(block).match(/(?<=<li>).*(?=<\/li>)/g)).toEqual([
    `<span class="method delete">DEL</span>${start}`,
    `<span class="method unspecified">?</span>${start}<strong class="caution">Caution.</strong>`,
    `<span class="method get">GET</span>${start}`,
  ]);
  expect(markdown(block).split("\n")).toEqual([
    "- `DELETE` [Delete `all`](../a.html), name only",
    "- `unspecified` [Delete `all`](../a.html), name only. **Caution.**",
    "- `GET` [Delete `all`](../a.html), name only",
  ]);
});

test("the first of several samples is open, and a reader's choice of a language concerns no examples", () => {
  const samples = ["One", "Two"].map((label) => ({ label, language: "", code: label }));
  const examples = html({ kind: "code", title: "Response 200", samples });
  expect(examples.match(/<details name="tabs-response-200"( open)?><summary>\w+/g)).toEqual([
    '<details name="tabs-response-200" open><summary>One',
    '<details name="tabs-response-200"><summary>Two',
  ]);
  expect(examples).not.toContain("data-languages");
  expect(html({ kind: "code", title: "Samples", samples, languages: true })).toContain("data-languages");
  expect(markdown({ kind: "code", title: "", samples })).toMatch(/^\*\*One\*\*\n\n```\nOne\n```\n\n\*\*Two\*\*/);
});

test.each([
  ["a", "", "<code>a</code>"],
  ["a.b", ' class="depth-1"', "<code><span>a.</span>b</code>"],
  ["a[].b.c", ' class="depth-2"', "<code><span>a[].b.</span>c</code>"],
  ["a.b.c.d.e", ' class="depth-3"', "<code><span>a.b.c.d.</span>e</code>"],
  ["a[]", "", "<code>a[]</code>"],
])("the field %s is indented by its depth, at most three times", (name, depth, words) => {
  expect(html(fieldsOf({ name, description: "" }))).toMatch(new RegExp(`<li id="[^"]+"${depth}><div class="field">`));
  expect(html(fieldsOf({ name, description: "" }))).toContain(words);
});

test("a field has its type, its presence and its examples, each only if it's known", () => {
  const words = (parts: Partial<Field>) => {
    const field = fieldsOf({ name: "a", description: "", ...parts });
    return [html(field).replace(/.*<\/code> <span>(.*)<\/span><\/div>(.*)<\/li>.*/s, "$1|$2"), markdown(field)];
  };
  expect(words({})).toEqual(["|", "- `a`"]);
  expect(words({ type: "string" })).toEqual(["string|", "- `a` (`string`)"]);
  expect(words({ presence: "optional" })).toEqual(["optional|", "- `a` (optional)"]);
  expect(words({ type: "string", presence: "optional", examples: ["1", "2"] })).toEqual([
    "string, optional|<p>Example: <code>1</code>, <code>2</code></p>",
    "- `a` (`string`, optional): Example: `1`, `2`.",
  ]);
});

test("a heading of the second or third level is a block, and what follows it up to the next one is a text", () => {
  expect(
    createBlocks(["\nOne.\n\nTwo.\n\n## Part\n\n### Section\n\n#### Deep\n\nThree.", "", false, undefined]),
  ).toEqual([
    { kind: "text", markdown: "One.\n\nTwo.\n\n" },
    { kind: "heading", level: 2, title: "Part", id: "part" },
    { kind: "heading", level: 3, title: "Section", id: "section" },
    { kind: "text", markdown: "#### Deep\n\nThree." },
  ]);
  expect(createBlocks([unknownsOf(), fieldsOf(), { kind: "code", title: "A", samples: [] }])).toEqual([]);
});

test("neither an input without a name nor an unknown of another page has an id, and no two fields have one id", () => {
  const field = { name: "a", description: "" };
  const page = html(
    fieldsOf(field, field, { ...field, name: "Largest distance", isNameUnknown: true, unknowns: [linkedUnknown] }),
    tableOf({ ...field, name: "b", fields: [{ ...field, name: "c" }] }),
  );
  expect(page.match(/ id="[^"]+"/g)).toEqual([' id="a"', ' id="b"', ' id="c"']);
  expect(html("## A", "## A", "## A").match(/ id="[^"]+"/g)).toEqual([' id="a"', ' id="a-2"', ' id="a-3"']);
});

test("code has its language as a label, and the gaps of a call are marked", () => {
  expect(html("```ts\nconst a = 1;\n```")).toContain('<div class="code box"><small>ts</small>');
  expect(html("```\na\n```")).toContain('<div class="code box"><pre');
  expect(html('```ts\ncall("{method}", "/{path}/{id}");\n```').match(/<mark>[^<]*/g)).toEqual([
    "<mark>{method}",
    "<mark>{path}",
  ]);
});
