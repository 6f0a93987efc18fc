import { expect, test } from "vitest";
import { blockRenderer } from "../../scripts/docs/html/blocks.ts";
import { createLink } from "../../scripts/docs/links.ts";
import { markdownOf } from "../../scripts/docs/markdown.ts";
import {
  type BlockSource,
  createBlocks,
  type Field,
  type PageUnknown,
} from "../../scripts/docs/model/blocks.ts";
import { createPage } from "../../scripts/docs/model/page.ts";

const html = (...parts: BlockSource[]) =>
  createBlocks(parts)
    .map(blockRenderer(createLink("guides/errors.html")))
    .map(({ source }) => source)
    .join("\n");
const unknowns = (...notes: PageUnknown[]): BlockSource => ({ kind: "unknowns", unknowns: notes });
const fields = (...list: Partial<Field>[]): BlockSource => ({
  kind: "fields",
  fields: list.map((field) => ({ name: "a", description: "", ...field })),
});
const unit = { name: "unit", words: "Its `unit`" };
const linkedUnknown = { name: "codes", words: "Error codes", address: "/index.html#codes" };
const samples = ["One", "Two"].map((label) => ({ label, language: "", code: label }));

/** Parts of a page, and what they are in HTML, which begins and ends with it. */
const rows: [title: string, parts: BlockSource[], html: string][] = [
  [
    "an unknown, with links to share it and to contribute",
    [unknowns(unit)],
    '<p class="unknown" id="unit"><b>Unknown:</b> Its <code>unit</code>. <a href="#unit" title="Link to this unknown">' +
      'unit</a> <span>· <a href="../guides/contribute-a-fact.html">Know it?<span class="hidden"> unit</span></a></span></p>',
  ],
  [
    "more than two unknowns, none of which is folded",
    [unknowns(unit, { ...unit, name: "b" }, linkedUnknown)],
    '<p class="unknown" id="unit">…Know it?…</p><p class="unknown" id="b">…Know it?…</p><p class="unknown"><b>…</p>',
  ],
  [
    "unknowns of other pages, as links on one line",
    [unknowns(linkedUnknown, linkedUnknown)],
    '<p class="unknown"><b>Unknown:</b> <a href="../index.html#codes">Error codes</a>; <a …>Error codes</a>.</p>',
  ],
  [
    "one id of an unknown that is noted twice",
    [unknowns(unit), unknowns(unit)],
    '<p class="unknown" id="unit">…\n<p class="unknown">…',
  ],
  [
    "a field, whose id has its section and its path",
    [
      "## Response 200",
      fields({ name: "rooms[].id", type: "integer", presence: "optional", description: "The id." }),
    ],
    '…<ul class="fields" role="list"><li id="response-200.rooms.id" class="nested"><div class="field">' +
      '<a class="anchor" href="#response-200.rooms.id"><code><span>rooms[].</span>id</code></a> ' +
      "<span><code>integer</code>, optional</span></div><p>The id.</p>\n</li></ul>",
  ],
  [
    "a field without a name, and its examples",
    [
      fields({
        name: "Largest `size`",
        isNameUnknown: true,
        examples: [{ value: "1" }, { value: "a<b", summary: "b<c" }],
      }),
    ],
    '…<li><div class="field"><strong>Largest <code>size</code></strong> name unknown, <span></span></div>' +
      "<p>Example: <code>1</code>.</p><p>Example: <code>a&lt;b</code>. b&lt;c.</p></li></ul>",
  ],
  ["one id of two fields", [fields({}, {})], '<ul …<li id="a">…<li><div …'],
  [
    "the path of a field",
    [fields({ name: "a.b" })],
    '…<li id="a.b" class="nested">…<code><span>a.</span>b</code>…',
  ],
  [
    "a deeper field",
    [fields({ name: "a[].b.c" })],
    '…<li id="a.b.c" class="nested">…<span>a[].b.</span>c</code>…',
  ],
  [
    "a list of lists",
    [fields({ name: "a[]" })],
    '…<li id="a"><div class="field"><a …><code>a[]</code></a>…',
  ],
  [
    "options as fields, with those within them",
    [
      "## Options",
      fields({
        name: "retry",
        description: "Or `false`.",
        fields: [{ name: "b", description: "" }],
      }),
    ],
    '…<ul class="fields" role="list"><li id="options.retry">…<p>Or <code>false</code>.</p>\n<ul class="fields" role="list"><li id="options.b">…',
  ],
  [
    "headings with ids, numbered if their words repeat",
    ["## `a` & *b*\n\n## (A & b)\n\n### A and b\n\n#### Deep\n\n```sh\n## none\n```"],
    '<h2 id="a-and-b"><a class="anchor" href="#a-and-b"><code>a</code> &amp; *b*</a></h2>…' +
      '<h2 id="a-and-b-2">…<h3 id="a-and-b-3"><a …>A and b</a></h3>…<h4>Deep…',
  ],
  [
    "code with its language, a copy button and marked gaps",
    ['```ts\ncall("{method}", "/{path}/{id}") < 1;\n```'],
    '<div class="code box"><small>TypeScript</small><pre><code>…<mark>{method}</mark>…<mark>{path}</mark>/{id}…&lt; …' +
      '</code></pre><button type="button" class="copy">Copy<span class="hidden"> TypeScript</span></button></div>',
  ],
  [
    "code of no language",
    ['```\na < "b\n```\n\n```"><b>\n1\n```'],
    '<div class="code box"><pre><code>a &lt; &quot;b</code></pre>…<small>&quot;&gt;&lt;b&gt;</small>…',
  ],
  [
    "a table of a text",
    ["| A |\n| - |\n| 1 |"],
    '<div class="table" role="group" aria-label="Table" tabindex="0"><table>…',
  ],
  [
    "samples as choices, the first of which is chosen",
    ["## Response 200", { kind: "code", title: "Examples", samples }],
    '…<section class="tabs box" aria-label="Examples"><h3>Examples</h3><div><label><input type="radio" ' +
      'name="response-200-examples" value="One" checked>One</label><div>…<label><input type="radio" ' +
      'name="response-200-examples" value="Two">Two</label><div>…</section>',
  ],
  [
    "samples in languages",
    [{ kind: "code", title: "Samples", samples, languages: true }],
    '<section class="tabs box" data-languages aria-label="Samples">…',
  ],
  [
    "nothing of what is empty",
    ["", false, undefined, unknowns(), fields(), { kind: "code", title: "A", samples: [] }],
    "",
  ],
];

for (const [title, parts, expected] of rows)
  test(`HTML has ${title}`, () => {
    const pattern = expected
      .split("…")
      .map((text) => text.replaceAll(/[()[\]{}|$^.*+?\\]/g, "\\$&"))
      .join("[^]*");
    expect(html(...parts)).toMatch(new RegExp(`^${pattern}$`));
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
  for (const page of [html(description), html(fields({ description }))]) {
    expect(page).not.toMatch(/<(b|img|script)\b|href=(?!"#a")/i);
    expect(page).toContain(description.startsWith("<") ? "" : "word");
  }
});

test.each([
  ["/guides/errors.html#part", "#part"],
  ["/guides/errors.html", undefined],
  ["/guides/a.html", "../guides/a.html"],
  ["/b.html#part", "../b.html#part"],
  ["https://example.com/", "https://example.com/"],
  ["mailto:a@example.com", "mailto:a@example.com"],
  ["b.html#part", "b.html#part"],
  ["ftp://example.com/", undefined],
  ["/b.html?c", undefined],
])("the link %s of a guide goes to %s", (href, target) => {
  expect(createLink("guides/errors.html")(href)).toBe(target);
  expect(createLink("/api/404.html")("/a.html")).toBe("/api/a.html");
});

test("in Markdown, a link to a page that isn't published is its words, and code keeps what looks like a link", () => {
  const link = createLink("guides/x.md", (page) =>
    page === "client.html" ? "guides/client.md" : undefined,
  );
  const text =
    "[Client](/client.html#x) and [all](/all-operations.html), `[](/x)`\n\n```md\n[all](/all.html)\n```";
  const sample = { label: "A", name: "`a`", language: "md", code: "```\n" };
  const code: BlockSource = { kind: "code", title: "A", samples: [sample] };
  expect(markdownOf(createPage("guide", "guides/x.html", "X", "", [text, code]), link)).toBe(
    "# X\n\n[Client](../guides/client.md#x) and all, `[](/x)`\n\n```md\n[all](/all.html)\n```\n\n" +
      "Example `` `a` ``: A\n\n````md\n```\n\n````\n",
  );
});
