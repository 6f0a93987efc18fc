import { expect, test } from "vitest";
import { describe, describeInline, pageHtml, unknownText } from "../../scripts/docs/markdown.ts";

const unknown = unknownText("relay-timeout-unit", "Unit of `timeout`");
const asWritten = (href: string) => href;

test("an unknown has the word before it, in Markdown and in HTML", () => {
  expect(unknown).toBe("**Unknown** (`relay-timeout-unit`): Unit of `timeout`.");
  expect(describeInline(unknown)).toBe(
    '<span class="unknown" data-unknown="relay-timeout-unit"><b>Unknown:</b> Unit of <code>timeout</code>.</span>',
  );
});

test("the first mark of an unknown on a page has its address", () => {
  const page = pageHtml(`${unknown}\n\n${unknown}`, [], asWritten);
  expect(page.match(/id="unknown=relay-timeout-unit"/g)).toHaveLength(1);
  expect(page.match(/data-unknown="relay-timeout-unit"/g)).toHaveLength(2);
});

test("a link leads where the page says", () => {
  const link = pageHtml("[`x`](#/tasks)", [], (href) => `other.html${href}`);
  expect(link).toContain('<a href="other.html#/tasks"><code>x</code></a>');
});

test("a heading has the address of its title, once", () => {
  const page = pageHtml("# Errors & retries\n\n## Errors & retries", [["Errors & retries", "#/errors"]], asWritten);
  expect(page).toBe('<h1 id="/errors">Errors &amp; retries</h1>\n<h2>Errors &amp; retries</h2>\n');
});

test("two headings of the same title have the two addresses, in their order", () => {
  const addresses = [
    ["SIP registration", "#/sip/get"],
    ["SIP registration", "#/sip/delete"],
  ] as const;
  const page = pageHtml("# SIP registration\n\n# SIP registration", [...addresses], asWritten);
  expect(page).toBe('<h1 id="/sip/get">SIP registration</h1>\n<h1 id="/sip/delete">SIP registration</h1>\n');
});

test("Redoc gets tables and code as Markdown", () => {
  const table = "| a | b |\n| - | - |\n| 1 | 2 |";
  expect(describe(table)).toBe(table);
  expect(describe("```sh\n# x\n```")).toContain("\n\n```sh\n# x\n```\n\n");
});
