import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, test } from "vitest";
import { contractFile, readContract } from "../../scripts/contract/document.ts";
import { toHeadingSlug } from "../../scripts/docs/model/site-map.ts";
import { describeContract } from "../../scripts/docs/redocly.ts";
import { buildReference, createFiles, docsCommand, writeReference } from "../../scripts/docs.ts";
import { root } from "../../scripts/tools/run.ts";
import { indexedOperations } from "../../src/openapi/operation-index.ts";
import { unknowns } from "../../src/openapi/unknowns.ts";
import { runHere } from "../command.ts";
import { contractOf, input, responding } from "./contract.ts";

const folder = mkdtempSync(join(tmpdir(), "build-"));
const contract = readContract();
const site = "https://docs.example.com/api";
const read = (file: string) => readFileSync(join(folder, file), "utf8");
let files: string[];
/** The pages, except Redoc's. */
let pages: string[];
beforeAll(async () => {
  files = await buildReference({ out: folder, site, redoc: "" });
  pages = files.filter((name) => name.endsWith(".html") && !/^(404|redoc)\.html$/.test(name));
});

test("the published contract is the contract, as YAML and as JSON", () => {
  expect(read("openapi.yaml")).toBe(readFileSync(contractFile, "utf8"));
  expect(JSON.parse(read("openapi.json"))).toEqual(contract);
});

test("the address of the mock is that of samples and of the default server, and no text that looks like it changes", async () => {
  const mockUrl = "http://127.0.0.1:4601";
  const text = readFileSync(contractFile, "utf8");
  const contractCopy = join(folder, "contract.yaml");
  writeFileSync(contractCopy, text.replaceAll("Example message", "At 127.0.0.1:4010"));
  const copy = await createFiles({ contract: contractCopy, mockUrl, redoc: "" });
  expect(copy["operations/listTokens.html"]).toContain("At 127.0.0.1:4010");
  expect(copy["operations/listTokens.html"]).toContain(`BASE_URL:-${mockUrl}`);
  expect(copy["index.html"]).toContain(`BASE_URL:-${mockUrl}`);
  expect(copy["index.html"]).toContain(`The default is <code>${mockUrl}</code>`);
  expect(copy["guides/get-started.md"]?.split(mockUrl)).toHaveLength(5);
  expect(copy["guides/recipes.md"]).toContain("mock --port 4010");
  const mocksOfTheirOwn = copy["guides/recipes.md"]?.match(/127\.0\.0\.1:4010/g);
  expect(mocksOfTheirOwn).toHaveLength(3);
  expect(JSON.parse(copy["openapi.json"] ?? "").servers[0].variables.base_url.default).toBe(
    mockUrl,
  );
});

test("each script has all that it needs, and no file has a path of the machine or a placeholder", () => {
  expect(files.filter((file) => file.endsWith(".js"))).toHaveLength(5);
  for (const file of files) {
    if (file.endsWith(".js"))
      expect(read(file), file).not.toMatch(/\bimport\b[^(]*"\.|\brequire\("\./);
    expect(read(file), file).not.toContain(root);
    if (file.endsWith(".html")) expect(read(file), file).not.toContain("OWNER");
  }
});

test("a page loads few kilobytes, compressed", () => {
  const scriptBytes = gzipSync(read("page.js")).length;
  for (const file of pages) {
    expect(read(file).match(/<script .*?>/g)).toEqual([
      expect.stringMatching(/src="[./]*page\.js"/),
    ]);
    expect(gzipSync(read(file)).length + scriptBytes, file).toBeLessThan(16_000);
  }
});

test("the whole text names all operations and all unknowns", () => {
  const text = read("llms-full.txt");
  for (const { name } of indexedOperations(contract)) expect(text).toContain(name);
  for (const { id, description } of unknowns(contract))
    for (const words of [id, description]) expect(text).toContain(words);
});

/** Lists the links of files that lead to no file, or to no place in it. */
function findBroken(
  names: string[],
  idsIn: (text: string) => string[],
  linksIn: (text: string) => string[],
): string[] {
  const ids = new Map(names.map((file) => [file, new Set(idsIn(read(file)))]));
  return names.flatMap((file) => {
    const broken = linksIn(read(file)).filter((link) => {
      const [path = "", id] = link.replace(`${site}/`, "").split("#");
      if (/^[a-z]+:/.test(path) || path.endsWith("redoc.html")) return false;
      const target = path ? posix.join(posix.dirname(file), path) : file;
      return !files.includes(target) || (id && !ids.get(target)?.has(id));
    });
    return broken.map((link) => `${file}: ${link}`);
  });
}

test("each link in a text is to a written file, and to a heading in it", () => {
  const broken = findBroken(
    files.filter((name) => /\.(md|txt)$/.test(name)),
    (text) =>
      [...text.matchAll(/^##+ (.+)$|<a id="([^"]+)">/gm)].map(
        ([, heading = "", id]) => id ?? toHeadingSlug(heading),
      ),
    // Code also contains brackets.
    (text) =>
      text
        .replaceAll(/^```.*?^```$/gms, "")
        .replaceAll(/`[^`]*`(?!\])/g, "")
        .match(/(?<=\]\()[^)]+/g) ?? [],
  );
  expect(broken).toEqual([]);
  for (const file of files.filter((name) => name.endsWith(".md")))
    expect(read("llms.txt")).toContain(`(${site}/${file})`);
});

const idsOf = (page: string) => page.match(/(?<= id=")[^"]+/g) ?? [];

test("each link in a page is to a written file, and to an id in it", () => {
  const broken = findBroken(pages, idsOf, (page) => page.match(/(?<=<a [^>]*href=")[^"]*/g) ?? []);
  expect(new Set(broken)).toEqual(new Set());
});

test("no page has an id twice, no two pages have one title, and each is in the sitemap", () => {
  for (const file of pages)
    expect(new Set(idsOf(read(file))).size, file).toBe(idsOf(read(file)).length);
  expect(
    new Set(pages.flatMap((file) => /<title>(\w[^<]+)/.exec(read(file))?.[1] ?? [])).size,
  ).toBe(pages.length);
  expect(read("sitemap.xml").match(/(?<=<loc>)[^<]+/g)).toEqual(
    pages.map((file) => `${site}/${file}`.replace("/index.html", "/")),
  );
});

test("each page has a policy that allows nothing but the reference's own files", () => {
  for (const file of pages) {
    const [, policy = ""] = /Content-Security-Policy" content="([^"]+)"/.exec(read(file)) ?? [];
    expect(policy, file).toContain("default-src 'none'");
    expect(policy, file).not.toMatch(/unsafe|https?:/);
    expect(read(file), file).not.toMatch(/ style="| on[a-z]+="/);
  }
});

test("a build removes the files that only the previous build wrote, and no others", () => {
  const out = join(folder, "built");
  writeReference({ "a/kept.md": "", "a/gone.md": "" }, { out });
  writeFileSync(join(out, "a/mine.md"), "");
  writeReference({ "a/kept.md": "" }, { out });
  expect(readdirSync(join(out, "a"))).toEqual(["kept.md", "mine.md"]);
});

test("Redoc gets unknowns as descriptions, and required fields of responses once their presence is known", () => {
  const requiredIn = (marks: object) => {
    const schema = { type: "object", required: ["id"], properties: {} };
    const request = {
      content: { "application/json": { schema: { ...schema, required: ["name"] } } },
    };
    const parameters = [input("page", { required: true })];
    const call = { method: "post", parameters, requestBody: request, ...responding(schema) };
    const document = contractOf({ call }, (copy) => Object.assign(copy, { "x-not-shown": marks }));
    return JSON.stringify(describeContract(document).paths).match(/"required":(?:\["\w+"\]|true)/g);
  };
  const ofRequest = ['"required":true', '"required":["name"]'];
  expect(requiredIn({})).toEqual(['"required":["id"]', ...ofRequest]);
  expect(requiredIn({ "field-presence": "Presence of fields" })).toEqual(ofRequest);
  const text = JSON.stringify(describeContract(contract));
  for (const { description } of unknowns(contract))
    expect(text).toContain(`**Unknown:** ${description}.`);
});

test.each([
  [["--contract", "missing.yaml"], 2, /missing\.yaml: no such file/],
  [
    ["--site", "docs"],
    2,
    /^--site takes an address such as https:\/\/docs\.example\.com\/, not "docs"\.$/,
  ],
  [
    ["--repository", "ftp://a.example.com"],
    2,
    /^--repository takes an address .* not "ftp:\/\/a\.example\.com"\.$/,
  ],
])(
  "npm run docs with %j exits with %i, and prints a sentence without a stack",
  async (args, code, sentence) => {
    const { exitCode, output } = await runHere(docsCommand, args);
    expect([exitCode, output]).toEqual([code, expect.stringMatching(sentence)]);
    expect(output).not.toContain("    at ");
  },
);
