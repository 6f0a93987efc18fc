import { expect, test } from "vitest";
import { indexedOperations } from "../../scripts/contract/operations.ts";
import { renderNotFound } from "../../scripts/docs/html/content.ts";
import { createFrame, type Frame, type PageOptions, renderPage } from "../../scripts/docs/html/frame.ts";
import { createPage, type Page } from "../../scripts/docs/model/page.ts";
import { contractWith } from "../scripts/contract-copy.ts";

const contract = contractWith((copy) => {
  copy.info.title = "Example API";
  copy.tags = ["Agents", "Rooms"].map((name) => ({ name, description: "" }));
  copy.paths = {};
  copy["x-operation-index"] = {
    Agents: [{ method: "DELETE", name: "Delete an agent" }],
    Rooms: [{ method: "unspecified", name: "List rooms" }],
  };
});
const [agent = expect.unreachable(), room = expect.unreachable()] = indexedOperations(contract);
const home = createPage("home", "index.html", "Home", "", []);
const guide = createPage("guide", "guides/get-started.html", "Get started", "", []);
const agentPage = { ...createPage("operation", "operations/delete.html", agent.name, "", []), entry: agent };
const roomPage = { ...createPage("operation", "operations/list.html", room.name, "", []), entry: room };
const pages = [home, guide, agentPage, roomPage];
const frameWith = (options: PageOptions = {}, listedPages: Page[] = pages): Frame =>
  createFrame(contract, listedPages, options, "", "page.js");
const render = (page: Page, options?: PageOptions) => renderPage(frameWith(options), page, "");
const part = (html: string, pattern: RegExp) => pattern.exec(html)?.[0] ?? "";
const neighborsOf = (page: Page) =>
  [...render(page).matchAll(/href="([^"]+)" rel="(\w+)"/g)].map(([, href, rel]) => `${rel} ${href}`);

test("the title of a page precedes that of the API, which is the whole title of the first page", () => {
  expect([home, guide].map((page) => part(render(page), /<title>.*<\/title>/))).toEqual([
    "<title>Example API</title>",
    "<title>Get started · Example API</title>",
  ]);
});

test("a page has links to the pages before and after it; the first page and that of an unknown address have none", () => {
  expect(pages.map(neighborsOf)).toEqual([
    [],
    ["prev ../index.html", "next ../operations/delete.html"],
    ["prev ../guides/get-started.html", "next ../operations/list.html"],
    ["prev ../operations/delete.html"],
  ]);
  expect(renderNotFound(frameWith())).not.toContain('class="neighbors');
});

test("only the area of a page lists its operations, with their methods, and only the page itself is current", () => {
  const sidebar = part(render(agentPage), /<nav class="sidebar".*?<\/nav>/s);
  expect(sidebar).toContain(
    '<a href="../operations/delete.html" aria-current="page"><span>Delete an agent</span> <span class="method delete">DEL</span></a>',
  );
  expect(sidebar.match(/aria-current/g)).toHaveLength(1);
  expect(sidebar).toContain('<a href="../all-operations.html#rooms">Rooms</a></li>');
  expect(part(render(roomPage), /<nav class="sidebar".*?<\/nav>/s)).toContain(
    '<span class="method unspecified">?</span>',
  );
});

test("the navigation has no heading of a kind without pages", () => {
  const headingsIn = (listedPages: Page[]) =>
    renderPage(frameWith({}, listedPages), guide, "").match(/(?<=<h2>)\w+(?=<\/h2>\n<ul role="list">)/g);
  expect(headingsIn(pages)).toEqual(["Guides", "Operations"]);
  expect(headingsIn([createPage("webhook", "webhooks/a.html", "A", "", [])])).toEqual(["Webhooks", "Operations"]);
});

test("a page has the address of its Markdown, and if it's published, its own; that of an unknown address has neither", () => {
  const alternate = 'type="text/markdown" title="This page as Markdown" href="../guides/get-started.md"';
  const site = new URL("https://docs.example.com/api/");
  expect(render(guide)).toContain(alternate);
  expect(render(guide)).not.toContain("canonical");
  expect(render(guide, { site })).toContain(alternate);
  expect(render(guide, { site })).toContain(
    '<link rel="canonical" href="https://docs.example.com/api/guides/get-started.html">',
  );
  expect(render(home, { site })).toContain('<link rel="canonical" href="https://docs.example.com/api/">');
  expect(renderNotFound(frameWith({ site }))).not.toMatch(/text\/markdown|canonical/);
});

test("the bar has the pages for newcomers and the repository, and the footer also the form for errors", () => {
  const repository = new URL("https://git.example.com/api");
  const bar = part(render(home, { repository }), /<nav aria-label="Main">.*?<\/nav>/s);
  expect([...bar.matchAll(/<a [^>]*>([^<]*)/g)].map(([, words]) => words)).toEqual(["Get started", "Repository"]);
  expect(part(render(home, { repository }), /<footer>.*<\/footer>/s)).toContain("/issues/new/choose");
  expect(render(home)).not.toMatch(/Repository|issues/);
});
