import { expect, test } from "vitest";
import { blockRenderer } from "../../scripts/docs/html/blocks.ts";
import { createLink } from "../../scripts/docs/links.ts";
import { markdownOf } from "../../scripts/docs/markdown.ts";
import { type BlockSource, createBlocks, createPage } from "../../scripts/docs/model/page.ts";
import { readData } from "../data.ts";

const html = (...parts: BlockSource[]) =>
  createBlocks(parts)
    .map(blockRenderer(createLink("guides/errors.html")))
    .map(({ source }) => source)
    .join("\n");
/** Parts of a page, and what they are in HTML. */
const rows: { title: string; parts: BlockSource[]; html: string }[] = readData("docs/html.yaml");

for (const { title, parts, html: expected } of rows)
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
  for (const page of [
    html(description),
    html({ kind: "fields", fields: [{ name: "a", description }] }),
  ]) {
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
