import { expect, test } from "vitest";
import { contentsHtml } from "../../scripts/docs/contents.ts";
import { foldedText, type PageRendering, pageMarkdown, unknownText } from "../../scripts/docs/markdown.ts";

const unknown = unknownText("relay-timeout-unit", "Unit of `timeout`");
const html = (markdown: string, rendering: Partial<PageRendering> = {}) =>
  pageMarkdown({ link: (href) => href, ...rendering }).parse(markdown, { async: false });

test("an unknown begins with the word, in Markdown and in HTML, and has a link to share and one to contribute", () => {
  expect(unknown).toBe("**Unknown:** Unit of `timeout` (`relay-timeout-unit`).");
  expect(html(unknown)).toBe(
    '<p><span class="unknown" data-unknown="relay-timeout-unit" id="relay-timeout-unit"><b>Unknown:</b> Unit of <code>timeout</code>. ' +
      '<a class="share" href="#relay-timeout-unit" title="Link to this unknown">relay-timeout-unit</a> ' +
      '<a class="contribute" href="#/contribute-a-fact">Know it?</a></span></p>\n',
  );
});

test("the first mark of an unknown on a page has its id", () => {
  const page = html(`${unknown}\n\n${unknown}`);
  expect(page.match(/ id="relay-timeout-unit"/g)).toHaveLength(1);
  expect(page.match(/data-unknown="relay-timeout-unit"/g)).toHaveLength(2);
});

test("unknowns that are told elsewhere are one line without an id", () => {
  const page = html("**Unknown:** [Error codes](#/?unknown=error-codes).");
  expect(page).toBe(
    '<p><span class="unknown"><b>Unknown:</b> <a href="#/?unknown=error-codes">Error codes</a>.</span></p>\n',
  );
});

test("more than two unknowns fold into their number, as a list in Markdown", () => {
  const lines = ["a-one", "a-two", "a-three"].map((id) => unknownText(id, "A fact"));
  expect(foldedText(lines.slice(1))).toBe(lines.slice(1).join("\n\n"));
  const folded = foldedText(lines);
  expect(folded.split("\n")).toEqual(["* **3 unknowns**", ...lines.map((line) => `  - ${line}`)]);
  expect(html(folded)).toMatch(/<details class="unknowns"><summary><strong> ?3 unknowns<\/strong><\/summary><ul>/);
});

test("folded unknowns and the list below them are two lists", () => {
  const folded = foldedText(["a-one", "a-two", "a-three"].map((id) => unknownText(id, "A fact")));
  expect(html(`${folded}\n\n- \`GET\` **A link**`)).toContain("</ul>\n<ul>\n<li><code>GET</code> <strong>");
});

test("a field or an option is reached by the name that its row begins with", () => {
  const text = "## Response 200\n\n- `rooms[].id` (`integer`): The id.\n- `GET` **A link**";
  const page = html(text, { heading: () => "response-200" });
  expect(page).toContain('<li id="response-200.rooms.id"><code>rooms[].id</code>');
  expect(page).toContain("<li><code>GET</code>");
  expect(html("- `token` (`string`): The token.")).toContain('<li id="token">');
});

test("a page with more than three sections has contents, and no other", () => {
  const text = "# Title\n\n## One\n\n## `two`\n\n## Three";
  const marked = pageMarkdown({ link: (href) => href });
  const id = (title: string) => `to-${title}`;
  expect(contentsHtml(text, marked, id)).toBe("");
  expect(contentsHtml(`${text}\n\n## Four`, marked, id)).toContain('<li><a href="#to-One">One</a></li>');
  expect(contentsHtml(`${text}\n\n## Four`, marked, id)).toContain("<code>two</code></a></li>");
});

test("code is highlighted where its language is known, and escaped where it isn't", () => {
  const page = html("```typescript\nconst a = 1;\n```\n\n```\na < b\n```");
  expect(page).toContain('<span class="hljs-keyword">const</span>');
  expect(page).toContain("a &lt; b");
});

test("a link leads where the page says", () => {
  const link = html("[`x`](#/tasks)", { link: (href) => `other.html${href}` });
  expect(link).toContain('<a href="other.html#/tasks"><code>x</code></a>');
});

test("a heading has the id that the page gives it, once", () => {
  const page = html("# Errors & retries\n\n## Errors & retries", { heading: () => "errors" });
  expect(page).toBe('<h1 id="errors">Errors &amp; retries</h1>\n<h2>Errors &amp; retries</h2>\n');
});

test("HTML in a language's name stays text", () => {
  expect(html('```"><b>\nx\n```')).not.toContain("<b>");
});
