import { expect, test } from "vitest";
import {
  describe,
  describeInline,
  type PageRendering,
  pageMarkdown,
  unknownText,
} from "../../scripts/docs/markdown.ts";

const unknown = unknownText("relay-timeout-unit", "Unit of `timeout`");

test("an unknown has the word before it, in Markdown and in HTML", () => {
  expect(unknown).toBe("**Unknown** (`relay-timeout-unit`): Unit of `timeout`.");
  expect(describeInline(unknown)).toBe(
    '<span class="unknown" data-unknown="relay-timeout-unit"><b>Unknown:</b> Unit of <code>timeout</code>.</span>',
  );
});

const html = (markdown: string, rendering: Partial<PageRendering> = {}) =>
  pageMarkdown({ link: (href) => href, ...rendering }).parse(markdown, { async: false });

test("the first mark of an unknown on a page has its address", () => {
  const page = html(`${unknown}\n\n${unknown}`);
  expect(page.match(/id="relay-timeout-unit"/g)).toHaveLength(1);
  expect(page.match(/data-unknown="relay-timeout-unit"/g)).toHaveLength(2);
});

test("a link leads where the page says", () => {
  const link = html("[`x`](#/tasks)", { link: (href) => `other.html${href}` });
  expect(link).toContain('<a href="other.html#/tasks"><code>x</code></a>');
});

test("a heading has the id that the page gives it, once", () => {
  const page = html("# Errors & retries\n\n## Errors & retries", { heading: () => "errors" });
  expect(page).toBe('<h1 id="errors">Errors &amp; retries</h1>\n<h2>Errors &amp; retries</h2>\n');
});

test("code is shown as it is, and HTML in a language's name stays text", () => {
  expect(html('```"><b>\na < b && c\n```')).toContain("<code>a &lt; b &amp;&amp; c</code>");
  expect(html('```"><b>\nx\n```')).not.toContain("<b>");
});

test("Redoc gets tables and code as Markdown", () => {
  const table = "| a | b |\n| - | - |\n| 1 | 2 |";
  expect(describe(table)).toBe(table);
  expect(describe("```sh\n# x\n```")).toContain("\n\n```sh\n# x\n```\n\n");
});
