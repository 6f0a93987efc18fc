import { beforeAll, describe, expect, test } from "vitest";
import { type Contract, readContract } from "../../scripts/contract/document.ts";
import { renderContent } from "../../scripts/docs/html/content.ts";
import { createPages } from "../../scripts/docs/model/pages.ts";
import { readData } from "../data.ts";
import { build, contractOf, input, type Operations, responding, writePages } from "./contract.ts";

interface Row {
  title: string;
  file: string;
  has?: string[];
  hasNot?: string;
}

const data = readData("docs/reference.yaml");
const rows: Row[] = data.files;
const options = {
  site: "https://docs.example.com/api/",
  repository: "https://git.example.com/api",
};
const contract = contractOf(data.operations, (copy) => {
  Object.assign(copy, data.contract);
  Object.assign(copy.info, data.info);
  Object.assign(copy.components, { schemas: data.schemas });
  copy.servers.push(...data.servers);
});
let files: Record<string, string>;
const read = (file: string) => files[file] ?? expect.unreachable(file);
beforeAll(async () => {
  files = await build(contract, options);
});

test.each(rows)("$file has $title", ({ file, has = [], hasNot }) => {
  for (const text of has) expect(read(file)).toContain(text);
  if (hasNot) expect(read(file)).not.toMatch(new RegExp(hasNot));
});

test("the page of unknowns has each by its area and subject: an operation, an area, or the API, which several areas share", () => {
  const text = read("what-is-not-known.md")
    .replaceAll(/Fact \S+ \(\[`(.*)`\](.*)\)/g, "$1 $2")
    .replaceAll(/\.md#[\w-]+/g, ".md");
  expect(text.split(/(?=^## )/m).slice(1)).toEqual([
    expect.stringMatching(
      /^## The API as a whole\n\n- of-the-api \(index\.md\)\n(- .*\n)*- of-areas \(index\.md\)\n/,
    ),
    `## Tasks

- of-tasks (all-operations.md)
- Summary of list: list-one (operations/list.md)
- Summary of list: list-two (operations/list.md)
- Summary of observed: observed-one (operations/observed.md)
- Summary of one: shared (operations/one.md)

`,
    `## Rooms & more

- Delete documents: of-name (operations/delete-documents.md)
- Guess: the-method (operations/guess.md)
`,
  ]);
});

test("the operation of an upload links to its recipe", () => {
  const upload = writePages(readContract())["operations/create-multiple-tasks-via-csv-upload.md"];
  expect(upload).toContain("[Upload a file](../guides/recipes.md#upload-a-file)");
});

test("an operation whose summary isn't its name in the description says what that calls it", () => {
  expect(writePages(readContract())["operations/listJunkInbox.md"]).toContain(
    '\nNamed "List Junk Inbox" in the service\'s description.\n',
  );
});

const part = (file: string, pattern: RegExp) => pattern.exec(read(file))?.[0] ?? "";
const linksIn = (html: string) =>
  [...html.matchAll(/href="([^"]+)"( aria-current="page")?/g)].map(
    ([, href, mark]) => `${href}${mark ?? ""}`,
  );

describe("the frame of a page", () => {
  test("lists the operations of its own area, with their methods, and marks itself", () => {
    const sidebar = part("operations/guess.html", /<nav class="sidebar".*?<\/nav>/s);
    expect(sidebar.match(/(?<=<h2>)[^<]+/g)).toEqual([
      "Guides",
      "Reference",
      "Webhooks",
      "Operations",
    ]);
    expect(linksIn(sidebar).filter((link) => /operations/.test(link))).toEqual([
      "../all-operations.html",
      "../operations/remove.html",
      "../operations/delete-documents.html",
      "../operations/delete-a-room.html",
      "../operations/get-rename.html",
      "../operations/post-rename.html",
      '../operations/guess.html aria-current="page"',
    ]);
    expect(sidebar).toContain('<span>Guess</span> <span class="method unspecified">?</span>');
    expect(sidebar).toContain('href="../areas/rooms-and-more.html">Rooms &amp; more</a>');
  });

  test("of an unknown address links from the root of the site", () => {
    expect(linksIn(part("404.html", /<article.*<\/article>/s))).toEqual([
      "/api/index.html",
      "/api/all-operations.html",
    ]);
  });

  test("has the pages for newcomers and the repository above, and the form for errors below", () => {
    expect(linksIn(part("index.html", /<nav aria-label="Main">.*?<\/nav>/s))).toEqual([
      "guides/get-started.html",
      "client.html",
      "all-operations.html",
      "what-is-not-known.html",
      "https://git.example.com/api",
    ]);
    expect(part("index.html", /<footer>.*<\/footer>/s)).toContain(
      'href="https://git.example.com/api/issues/new/choose"',
    );
  });
});

test.each([
  [
    "operations/list.html",
    "operation",
    "#/tasks/list",
    "<code>/<wbr>api/<wbr>v2/<wbr>list<wbr></code>",
    4,
  ],
  ["operations/guess.html", "operation", undefined, "<small>path unknown</small>", 2],
  ["webhooks/ended.html", "operation", undefined, undefined, 0],
  ["guides/errors.html", "text columns", undefined, undefined, 0],
  ["guides/junk-inbox-pagination.html", "text", undefined, undefined, 0],
])(
  "%s has the parts of its kind: %s, its link to Redoc %s, its path %s and %i facts",
  (file, layout, redoc, path, facts) => {
    const article = part(file, /<article.*<\/article>/s);
    expect(/^<article class="([^"]+)/.exec(article)?.[1]).toBe(layout);
    expect(/redoc\.html(#[^"]+)/.exec(article)?.[1]).toBe(redoc);
    expect(
      /<div class="endpoint[^>]*><span[^>]*>[\w?]+<\/span>(.*?>)(?=<button|<\/div>)/.exec(
        article,
      )?.[1],
    ).toBe(path);
    expect(article.match(/(?<=<ul class="facts row".*)<li>/g)?.length ?? 0).toBe(facts);
    expect(article).toMatch(/<a class="button" href="\.\.\/[\w/-]+\.md">View as Markdown<\/a>/);
    const isCallable = path?.startsWith("<code>") ?? false;
    expect(article.includes('<section class="playground columns"')).toBe(isCallable);
  },
);

test("the examples of a webhook are beside its fields, and the sections of a text in its contents", () => {
  expect(read("webhooks/ended.html")).toMatch(
    /<section class="columns"><h2 id="body">.*<div><section[^>]*>.*A call/s,
  );
  const contents = part("guides/errors.html", /<nav class="on-this-page.*?<\/nav>/s);
  expect(linksIn(contents)).toEqual(
    read("guides/errors.html")
      .match(/(?<=<h[23] id=")(?!on-this-page)[\w-]+(?=">)/g)
      ?.map((id) => `#${id}`),
  );
});

describe("the form of an operation", () => {
  const formOf = (parts: object) => {
    const [page = expect.unreachable()] = createPages(contractOf({ call: parts })).filter(
      ({ call }) => call,
    );
    return renderContent(page).source;
  };
  const examplesOf = (...names: string[]) => {
    const examples = Object.fromEntries(names.map((name) => [name, { summary: "A", value: 1 }]));
    return { content: { "application/json": { examples } } };
  };
  const optionsOf = (responses: object) =>
    [...formOf({ responses }).matchAll(/<optgroup label="(\w+).*?<\/optgroup>/g)].map(
      ([group, name]) => {
        const values = [...group.matchAll(/value="([^"]*)"/g)].map(([, value]) =>
          value?.replaceAll("&quot;", '"'),
        );
        return [name, ...values].join(" | ");
      },
    );
  const faults = "Faults | fault=reset | fault=stall | fault=truncate | fault=garbage";

  test.each<[responses: object, groups: string[]]>([
    [
      { "200": examplesOf("one", "two words"), "404": examplesOf("none"), "5XX": {} },
      [
        'Examples | example=one | example="two words" | code=404, example=none',
        "Documented | code=404",
        "Status | code=500 | code=503",
      ],
    ],
    [{ "2XX": examplesOf("a") }, ["Examples | example=a"]],
    [
      { "5XX": examplesOf("a") },
      ["Examples | code=500, example=a", "Status | code=500 | code=503"],
    ],
    [{ "302": examplesOf("a") }, ["Examples | code=302, example=a", "Documented | code=302"]],
    [
      { default: examplesOf("a"), "400": {} },
      [
        "Examples | code=500, example=a",
        "Documented | code=400",
        "Status | code=401 | code=403 | code=404 | code=409 | code=422 | code=429 | code=500 | code=503",
      ],
    ],
  ])("offers for %j the responses %j, and faults", (responses, groups) => {
    expect(optionsOf(responses)).toEqual([...groups, faults]);
  });

  test("has the values that the samples send, none for an input without a name, and a body as a person writes it", () => {
    const value = { examples: { one: { summary: "", value: { a: '"b"' } } } };
    const parameters = [
      input("id", { in: "path", required: true, ...value }),
      input("list", { schema: { type: "array", examples: [[1]] }, required: true }),
      input("q"),
      input("any", { schema: { type: "object" } }),
    ];
    const requestBody = { content: { "application/json": value } };
    const form = formOf({ path: "/{id}", method: "post", parameters, requestBody });
    expect(form.match(/(?<=<input name="value" )\S+/g)).toEqual([
      'value=""',
      'value="[1]"',
      'value=""',
      'placeholder="a=1&amp;b=true"',
    ]);
    expect(form).toContain(">{\n  &quot;a&quot;: &quot;\\&quot;b\\&quot;&quot;\n}</textarea>");
    expect(form).toContain("<label><code>id</code> <small>path</small>");
    expect(
      formOf({ method: "post", requestBody: { content: { "text/csv": { example: "a,b" } } } }),
    ).toContain(">a,b</textarea>");
  });
});

test("a build without an address and a repository links to neither, and has no sitemap", async () => {
  const plain = await build(contract);
  expect(plain["guides/errors.html"]).not.toMatch(/canonical|Repository|issues/);
  const noRepository = "This build of the reference names no repository";
  expect(plain["guides/contribute-a-fact.html"]).toContain(noRepository);
  expect(read("guides/contribute-a-fact.html")).not.toContain(noRepository);
  expect(Object.keys(plain)).not.toContain("sitemap.xml");
});

test("unknowns are a file of JSON, too", () => {
  expect(JSON.parse(read("unknowns.json"))).toContainEqual({
    id: "the-method",
    description: "Fact the-method",
    area: "Rooms & more",
    subject: "Guess",
    page: "operations/guess.html#the-method",
    pointer: "/x-operation-index/Rooms & more/5",
  });
});

test("pages lead to the one before and after, and an operation that a text names is a link", () => {
  const sequenceOf = (file: string) => linksIn(part(file, /<nav class="sequence".*?<\/nav>/s));
  expect(sequenceOf("index.html")).toEqual(["guides/get-started.html"]);
  expect(sequenceOf("guides/get-started.html")).toEqual([
    "../index.html",
    "../guides/authentication.html",
  ]);
  expect(sequenceOf("operations/get-rename.html")).toEqual([
    "../operations/delete-a-room.html",
    "../operations/post-rename.html",
  ]);
  const description = 'See "Summary of other" or "Nothing".';
  const pages = writePages(contractOf({ call: { description }, other: {} }));
  expect(pages["operations/call.md"]).toContain(
    'See [Summary of other](../operations/other.md) or "Nothing".',
  );
});

test("a link to Redoc has no fragment if Redoc may write its area in another way", () => {
  for (const [area, fragment] of [
    ["In/Out", ""],
    ["Gespräche", ""],
    ["Phone numbers", "#/phone-numbers/call"],
  ] as const) {
    const contract = contractOf({ call: { tags: [area] } });
    const page = createPages(contract).find(({ call }) => call) ?? expect.unreachable();
    expect(renderContent(page).source).toContain(`redoc.html${fragment}"`);
  }
});

test("two pages of one name are refused", () => {
  expect(() => writePages(contractOf({ list: {}, List: {} }))).toThrow(
    "Two pages would be operations/List.html. Rename",
  );
});

describe("the first page", () => {
  const homeOf = (operations: Operations, edit?: (copy: Contract) => void) =>
    writePages(contractOf(operations, edit))["index.md"] ?? "";
  const example = responding({}, "application/json", {
    examples: { one: { summary: "One", value: { a: 1 } } },
  });

  test("lists the first eight operations with a path, and no others", () => {
    const listIn = (text: string) =>
      /## Operations you can call today\n\n((?:- .*\n)+)/.exec(text)?.[1]?.match(/(?<=\[)[^\]]+/g);
    expect(listIn(read("index.md"))).toEqual(
      ["list", "one", "two", "observed", "path", "remove"].map((name) => `Summary of ${name}`),
    );
    const reads = Array.from({ length: 9 }, (_, number) => [`read${number}`, {}]);
    expect(listIn(homeOf(Object.fromEntries(reads)))).toHaveLength(8);
    expect(homeOf({})).not.toContain("call today");
  });

  test("has the first call that reads, takes no path value and has an example, with the demo token", () => {
    const parameters = [input("q", { required: true, example: "b&c" })];
    const id = input("id", { in: "path", required: true });
    const [change, find] = [
      { method: "post", ...example },
      { path: "/found/{id}", parameters: [id], ...example },
    ];
    const operations = { change, find, guess: responding({}), list: { ...example, parameters } };
    const text = homeOf(operations);
    expect(text).toMatch(
      /127\.0\.0\.1:4010.*demo-token-not-secret.*token@-.*\/api\/v2\/list\?q=b%26c/s,
    );
    expect(text).toContain('**One**\n\n```json\n{\n  "a": 1\n}');
    const withHeader = homeOf(operations, (copy) => {
      copy.components.securitySchemes = { key: { type: "http", scheme: "bearer" } };
      copy.security = [{ key: [] }];
    });
    expect(withHeader).toMatch(/authorization: Bearer %s.*demo-token-not-secret/);
    expect(homeOf({ guess: responding({}) })).not.toContain("Your first call");
  });

  test("has a cell for each operation in its map", () => {
    const map = read("coverage.svg").replace(/^.*<\/style>/s, "");
    const cellsOf = (kind: string) =>
      [...map.matchAll(new RegExp(`"${kind}" d="([^"]+)"`, "g"))].at(-1)?.[1]?.match(/h15/g);
    expect(["documented", "observed", "path", "name"].map((kind) => cellsOf(kind)?.length)).toEqual(
      [4, 1, 1, 5],
    );
  });
});
