import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { ledgerOperations, ledgerUnknowns } from "../../generated/ledger.ts";
import { contractFile, documentedOperations, readContract } from "../../scripts/contract.ts";
import { fieldsOf } from "../../scripts/docs/fields.ts";
import { readGuides } from "../../scripts/docs/guides.ts";
import { htmlFiles } from "../../scripts/docs/html.ts";
import { placeOf, tagAddress } from "../../scripts/docs/places.ts";
import { presentation } from "../../scripts/docs/presentation.ts";
import { aboutText, operationText } from "../../scripts/docs/text.ts";
import { buildReference } from "../../scripts/docs.ts";
import { root, run } from "../../scripts/run.ts";
import { contractOf, readPart } from "../shapes/contract.ts";

const folder = mkdtempSync(join(tmpdir(), "build-"));
const contract = readContract();
const read = (file: string, out = "out") => readFileSync(join(folder, out, file), "utf8");
let files: string[];

beforeAll(async () => {
  files = await buildReference({ out: join(folder, "out"), site: "https://docs.example.com/api" });
});

const docs = (...args: string[]) => run(process.execPath, ["--import", "tsx", "scripts/docs.ts", ...args]);

test("the published contract is the contract, as YAML and as JSON", () => {
  expect(read("openapi.yaml")).toBe(readFileSync(contractFile, "utf8"));
  expect(JSON.parse(read("openapi.json"))).toEqual(contract);
});

test("each documented operation has a text with every field, example and unknown of its own", () => {
  for (const located of documentedOperations(contract)) {
    const { operationId } = located.operation;
    const text = read(`operations/${operationId}.md`);
    const media = located.success?.media;
    for (const { name } of media ? fieldsOf(contract, media.schema) : []) expect(text).toContain(`- \`${name}\` (`);
    for (const { value } of Object.values(media?.examples ?? {})) {
      expect(text).toContain(JSON.stringify(value, null, 2));
    }
    for (const { id, pointer } of ledgerUnknowns) {
      const own = placeOf(contract, pointer).subject === located.operation.summary;
      if (own) expect(text, id).toContain(`**Unknown** (\`${id}\`)`);
    }
  }
});

test("an input whose name is unknown is printed without one", () => {
  const search = contractOf([readPart("free-form-inputs")]);
  const [located] = documentedOperations(search).filter(({ operation }) => operation.operationId === "searchShapes");
  const text = located && operationText(search, located);
  expect(text).toContain("- **Largest distance**, name unknown (`integer`, optional)");
  expect(text).not.toContain("`Largest distance`");
});

test("the token is called required where that is known, and nowhere else", () => {
  const [located] = documentedOperations(contract);
  const about = (known: "documented" | "path") => located && aboutText({ ...located, known });
  expect(about("documented")).toContain("It requires the API token");
  expect(about("path")).toContain("whether it is required is unknown");
  expect(about("path")).not.toContain("It requires");
});

test("each failure names its unknowns, in the page and in its text", () => {
  const { paths } = presentation(contract, [], []) as Pick<typeof contract, "paths">;
  const failures = Object.values(paths).flatMap((item) =>
    Object.values(item).map(({ responses }) => responses["default"]),
  );
  for (const id of ["error-shape", "error-codes", "failure-status-codes"]) {
    for (const failure of failures) expect(failure?.description).toContain(`data-unknown="${id}"`);
    for (const { operation } of documentedOperations(contract)) {
      expect(read(`operations/${operation.operationId}.md`).split("## Response default")[1]).toContain(`(\`${id}\`)`);
    }
  }
});

test("no media type is made up for an unknown body", () => {
  expect(JSON.stringify(presentation(contract, [], []))).not.toContain("*/*");
});

test("Redoc gets an address without a variable, which it would take for a path on its own host", () => {
  const { servers } = presentation(contract, [], []) as { servers: { url: string; description: string }[] };
  expect(servers.map(({ url }) => url)).toEqual(["http://127.0.0.1:4010"]);
  expect(servers[0]?.description).toContain("Unknown: Base URL of the service.");
});

test("each link in a text leads to a file that was written, and none to an address of the page", () => {
  for (const file of files.filter((name) => /\.(md|txt)$/.test(name))) {
    // Code holds brackets as well.
    const text = read(file)
      .replaceAll(/^```.*?^```$/gms, "")
      .replaceAll(/`[^`]*`(?!\])/g, "");
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = ""]) => link.split("#")[0] ?? "");
    for (const link of links) expect(files, `${file}: ${link}`).toContain(posix.join(posix.dirname(file), link));
  }
  expect(read("guides/get-started.md")).toContain("](../what-is-not-known.md)");
  expect(read("what-is-not-known.md")).toContain("](operations/getWebhookRelay.md)");
});

test("without a script each link of the text leads to a place in it, or in the whole text", () => {
  const ids = (page: string) => [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  const [first = "", whole = ""] = ["index.html", "whole.html"].map(
    (file) => read(file).split('<div class="text">')[1],
  );
  for (const page of [first, whole]) expect(new Set(ids(page)).size).toBe(ids(page).length);
  const linked = (page: string, to: string) =>
    [...page.matchAll(/href="([^"#]*)#([^"]+)"/g)].flatMap(([, file, id]) => (file === to ? [id] : []));
  expect(linked(whole, "").length).toBeGreaterThan(ledgerUnknowns.length);
  expect(ids(whole)).toEqual(expect.arrayContaining([...linked(whole, ""), ...linked(first, "whole.html")]));
  expect(ids(first)).toEqual(expect.arrayContaining(linked(first, "")));
});

test("the first page does not grow with the API", async () => {
  const grown = structuredClone(contract);
  const [item] = Object.values(grown.paths).splice(0, 1);
  for (let number = 0; number < 50; number++) {
    const operation = { ...Object.values(item ?? {})[0], operationId: `grown${number}`, summary: `Grown ${number}` };
    Object.assign(grown.paths, { [`/api/v2/grown${number}`]: { get: operation } });
  }
  const pages = await htmlFiles(grown, [], [], "");
  expect(pages["index.html"]?.length).toBe((await htmlFiles(contract, [], [], ""))["index.html"]?.length);
});

test("a GET that deletes by its name has a caution", () => {
  expect(read("all-operations.md")).toContain("Caution: by its name, this GET deletes.");
  expect(read("guides/errors.md")).toContain('by its name, the GET "Delete multiple documents" deletes');
});

test("who gets started is told where to run it, how to get the package, and what to export", () => {
  const text = read("guides/get-started.md");
  for (const told of [
    "In a clone of this project",
    "npm ci && npm start",
    "npm pack",
    "npm install ../phone-agent-api/",
  ]) {
    expect(text).toContain(told);
  }
  expect(text).toContain("export PHONE_AGENT_BASE_URL=http://127.0.0.1:4010 PHONE_AGENT_TOKEN=demo-token-not-secret\n");
});

test("the page for an unknown address leads back", () => {
  expect(read("404.html")).toContain('href="/api/"');
  expect(read("sitemap.xml")).not.toContain("404");
});

test("the fields of the junk inbox are found down to the innermost", () => {
  const page = contract.components.schemas["JunkInboxPage"] ?? {};
  expect(fieldsOf(contract, page).map(({ name }) => name)).toContain("rooms[].destinationInboxType");
});

test("the text for machines names all operations and all unknowns", () => {
  const text = read("llms-full.txt");
  for (const { name } of ledgerOperations) expect(text).toContain(name);
  for (const { id, description } of ledgerUnknowns) {
    expect(text).toContain(id);
    expect(text).toContain(description);
  }
});

test("llms.txt and the sitemap lead to files that were written, and to each text", () => {
  const linked = [...read("llms.txt").matchAll(/\]\(([^)]+)\)/g)].map(([, file]) => file);
  for (const file of linked) expect(files).toContain(file);
  expect(linked).toEqual(expect.arrayContaining(files.filter((file) => file.endsWith(".md"))));
  const addresses = [...read("sitemap.xml").matchAll(/<loc>(.+?)<\/loc>/g)].map(([, address]) => address);
  expect(addresses).toContain("https://docs.example.com/api/");
  expect(addresses).toContain("https://docs.example.com/api/operations/listTokens.md");
});

test("an unknown that the contract gains is in the page, at its place and in the list, by itself", async () => {
  const changed = structuredClone(contract);
  Object.assign(changed.paths["/api/v2/tokens"]?.["get"] ?? {}, {
    "x-not-shown": { "token-colour": "Colour of a token" },
  });
  writeFileSync(join(folder, "changed.yaml"), stringify(changed));
  await buildReference({ contract: join(folder, "changed.yaml"), out: join(folder, "changed") });
  expect(read("operations/listTokens.md", "changed")).toContain("(`token-colour`): Colour of a token.");
  expect(read("what-is-not-known.md", "changed")).toContain(`${ledgerUnknowns.length + 1} unknowns`);
  const definition = readdirSync(join(folder, "changed")).find((file) => file.startsWith("definition-")) ?? "";
  expect(read(definition, "changed")).toContain('data-unknown=\\"token-colour\\"');
});

test("nothing that is built knows the machine it was built on", () => {
  for (const file of files) expect(read(file), file).not.toContain(root);
});

test("a text whose operation or guide is gone is removed, and nothing else", async () => {
  const at = (file: string) => join(folder, "out", file);
  for (const file of ["operations/gone.md", "guides/gone.md", "operations/mine.md"]) writeFileSync(at(file), "");
  appendFileSync(at("llms.txt"), "- [Gone](operations/gone.md)\n- [Gone](guides/gone.md)\n");
  await buildReference({ out: join(folder, "out"), site: "https://docs.example.com/api" });
  const own = documentedOperations(contract).map(({ operation }) => `${operation.operationId}.md`);
  expect(readdirSync(at("operations")).sort()).toEqual([...own, "mine.md"].sort());
  expect(readdirSync(at("guides"))).not.toContain("gone.md");
  rmSync(at("operations/mine.md"));
});

test("a heading of a guide is one outside of its code alone", () => {
  const guide = { title: "Guide", text: "## Steps\n\n```sh\n## a comment\n```\n" };
  const { tags } = presentation(contract, [guide], []) as Pick<typeof contract, "tags">;
  expect(tags[0]?.description).toContain("<h3>Steps</h3>");
  expect(tags[0]?.description).toContain("```sh\n## a comment\n```");
});

test("a title with an & has the address that Redoc gives it, without a script as well", async () => {
  const guide = { title: "Errors & retries", text: "A text." };
  expect(tagAddress(guide.title)).toBe("#/errors-and-retries");
  const pages = await htmlFiles(contract, [guide], [], `# ${guide.title}\n`);
  expect(pages["whole.html"]).toContain('<h1 id="/errors-and-retries">');
});

test("a guide that Redoc would drop is rejected", () => {
  mkdirSync(join(folder, "guides"));
  writeFileSync(join(folder, "guides/1-next.md"), "# What's next\n");
  expect(() => readGuides(join(folder, "guides"))).toThrow('1-next.md: its first line must be "# ", then words');
});

test("a contract that is not there is one sentence and no stack", async () => {
  const { ok, output } = await docs("--contract", "missing.yaml");
  expect(ok).toBe(false);
  expect(output).toMatch(/no such file.*missing\.yaml/);
  expect(output).not.toContain("    at ");
});

test("an option that does not exist is named, without a stack", async () => {
  const { ok, output } = await docs("--colour");
  expect(ok).toBe(false);
  expect(output).toContain("--colour");
  expect(output).not.toContain("    at ");
});

test("an invalid address is rejected before anything is built", async () => {
  const { ok, output } = await docs("--site", "docs");
  expect(ok).toBe(false);
  expect(output).toBe('--site takes an address such as https://docs.example.com/, not "docs".');
});

test("the help names every option", async () => {
  const { ok, output } = await docs("--help");
  expect(ok).toBe(true);
  for (const option of ["--out", "--contract", "--site"]) expect(output).toContain(option);
});
