import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { stringify } from "yaml";
import { type Contract, contractFile, readContract } from "../../scripts/contract/document.ts";
import { indexedOperations, pathOperations } from "../../scripts/contract/operations.ts";
import { describeObserved } from "../../scripts/contract/unknowns.ts";
import { buildFiles } from "../../scripts/docs/build.ts";
import { createLink } from "../../scripts/docs/links.ts";
import { markdownOf } from "../../scripts/docs/markdown.ts";
import { unknownPages } from "../../scripts/docs/model/addresses.ts";
import { createFieldReader } from "../../scripts/docs/model/fields.ts";
import { createGuidePages } from "../../scripts/docs/model/guides.ts";
import { createPages } from "../../scripts/docs/model/pages.ts";
import { describeContract } from "../../scripts/docs/redocly.ts";
import { buildReference, docsCommand } from "../../scripts/docs.ts";
import { root } from "../../scripts/tools/run.ts";
import { unknowns, unknownsAt } from "../../src/openapi/unknowns.ts";
import { runHere } from "../command.ts";
import { listFieldUnknowns } from "../field-unknown.ts";
import { initialContract } from "../learn/contract.ts";
import { addToIndex, contractWith } from "../scripts/contract-copy.ts";
import { contractOf, readPart } from "../shapes/contract.ts";

const folder = mkdtempSync(join(tmpdir(), "build-"));
const contract = readContract();
const read = (file: string, folderName = "out") => readFileSync(join(folder, folderName, file), "utf8");
const address = "https://docs.example.com/api/";
let files: string[];
/** The files of a build without an address, and with a repository. */
let linkedFiles: string[];

beforeAll(async () => {
  files = await buildReference({ out: join(folder, "out"), site: "https://docs.example.com/api", redoc: "" });
  const repository = "https://git.example.com/api";
  linkedFiles = await buildReference({ out: join(folder, "linked"), repository, redoc: "" });
});

const docs = (...args: string[]) => runHere(docsCommand, args);

test("the published contract is the contract, as YAML and as JSON", () => {
  expect(read("openapi.yaml")).toBe(readFileSync(contractFile, "utf8"));
  expect(JSON.parse(read("openapi.json"))).toEqual(describeObserved(contract));
});

test("each script has all that it needs", () => {
  const scripts = files.filter((file) => file.endsWith(".js"));
  expect(scripts).toHaveLength(4);
  for (const script of scripts) expect(read(script), script).not.toMatch(/\bimport\b[^(]*"\.|\brequire\("\./);
});

test("the text of each documented operation has all of its fields, examples and unknowns", () => {
  for (const pathOperation of pathOperations(contract)) {
    const { operationId } = pathOperation.operation;
    const text = read(`operations/${operationId}.md`);
    const media = pathOperation.successes[0]?.media;
    for (const { name } of media ? createFieldReader(contract, "").readFields(media.schema, "writeOnly") : [])
      expect(text).toContain(`- \`${name}\` (`);
    for (const { value } of Object.values(media?.examples ?? {})) {
      expect(text).toContain(typeof value === "string" ? value : JSON.stringify(value, null, 2));
    }
    for (const { id, subject } of unknownPages(contract)) {
      if (subject === pathOperation.operation.summary)
        expect(text, id).toMatch(new RegExp(`\\*\\*Unknown:\\*\\* .+ \\(\`${id}\`\\)`));
    }
  }
});

test("an unknown of a parameter that a path's operations share is on the page of the first", () => {
  const changedContract = contractWith((copy) => {
    const item = copy.paths["/api/v2/webhookRelay/{type}"] as unknown as { [key: string]: object[] };
    const { parameters, ...get } = item["get"] as unknown as { parameters: object[] };
    const [parameter] = parameters;
    item["parameters"] = [{ ...parameter, "x-not-shown": { "relay-type-form": "Form of a type" } }];
    Object.assign(item, { get, put: { ...get, operationId: "changeRelay", summary: "Change it" } });
  });
  expect(unknownPages(changedContract).find(({ id }) => id === "relay-type-form")?.file).toBe(
    "operations/getWebhookRelay.html",
  );
});

test("an input whose name is unknown appears by its title", () => {
  const [page] = createPages(contractOf([readPart("free-form-inputs")])).filter(({ file }) =>
    /searchShapes/.test(file),
  );
  const text = page ? markdownOf(page, createLink(page.file)) : "";
  expect(text).toContain("- **Largest distance**, name unknown (`integer`, optional)");
  expect(text).not.toContain("`Largest distance`");
});

test("each failure links its unknowns, which concern the whole API", () => {
  const failureUnknowns = unknownsAt(contract.components.responses["Failure"]);
  for (const { operation } of pathOperations(contract)) {
    const [, failure] = read(`operations/${operation.operationId}.md`).split("## Response default");
    for (const [id] of failureUnknowns) expect(failure).toMatch(new RegExp(`\\*\\*Unknown:\\*\\* .*#${id}\\)`));
  }
});

const forRedoc = describeContract(contract);

test("Redoc gets every unknown in a description", () => {
  const text = JSON.stringify(forRedoc);
  for (const { description } of unknowns(contract)) expect(text).toContain(`**Unknown:** ${description}.`);
});

test("Redoc gets no field of a response as required while presence is unknown", () => {
  const initial = initialContract();
  expect(initial["x-not-shown"]).toHaveProperty("field-presence");
  expect(JSON.stringify(describeContract(initial).components.schemas)).not.toContain('"required":[');
});

test("each link in a text is to a written file", () => {
  for (const file of files.filter((name) => /\.(md|txt)$/.test(name) && name !== "changelog.md")) {
    // Code also contains brackets.
    const text = read(file)
      .replaceAll(/^```.*?^```$/gms, "")
      .replaceAll(/`[^`]*`(?!\])/g, "");
    const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = ""]) =>
      (link.split("#")[0] ?? "").replace(address, ""),
    );
    for (const link of links) expect(files, `${file}: ${link}`).toContain(posix.join(posix.dirname(file), link));
  }
  expect(read("guides/get-started.md")).toContain("](../what-is-not-known.md)");
  for (const { id } of listFieldUnknowns().slice(-1))
    expect(read("what-is-not-known.md")).toMatch(new RegExp(`\\]\\(operations/\\w+\\.md#${id}\\)`));
});

const idsOf = (page: string) => [...page.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? "");
/** Lists the pages, except Redoc's, which has another test. */
const pages = () => files.filter((name) => name.endsWith(".html") && !/^(404|redoc)\.html$/.test(name));

test("each link in a page is to a written file, and to an id in it", () => {
  const ids = new Map(pages().map((file) => [file, new Set(idsOf(read(file)))]));
  const broken = pages().flatMap((file) =>
    [...read(file).matchAll(/<a [^>]*href="([^"]*)"/g)].flatMap(([, href = ""]) => {
      const [path = "", place] = href.split("#");
      if (/^[a-z]+:/.test(path) || path.endsWith("redoc.html")) return [];
      const target = path ? posix.join(posix.dirname(file), path) : file;
      const isThere = files.includes(target) && (!place || ids.get(target)?.has(place));
      return isThere ? [] : [`${file}: ${href}`];
    }),
  );
  expect(new Set(broken)).toEqual(new Set());
});

test("no page has an id twice, and no two pages have one title", () => {
  for (const file of pages()) expect(new Set(idsOf(read(file))).size, file).toBe(idsOf(read(file)).length);
  const titles = pages().map((file) => /<title>([^<]+)/.exec(read(file))?.[1]);
  expect(new Set(titles).size).toBe(titles.length);
});

test("the list of unknowns links to each unknown", () => {
  const linked = [...read("what-is-not-known.html").matchAll(/href="[^"#]*#([^"]+)"/g)].map(([, id]) => id);
  for (const { id } of unknowns(contract)) expect(linked).toContain(id);
});

test("the pages don't grow with the number of operations in other areas", async () => {
  const grown = structuredClone(contract);
  for (let number = 0; number < 50; number++) {
    addToIndex(grown, "Tasks", { method: "GET", name: `Grown ${number}` });
  }
  const sizeIn = async (document: Contract) =>
    (await buildFiles(document, contractFile, {}))["operations/listTokens.html"]?.length;
  expect(await sizeIn(grown)).toBe(await sizeIn(contract));
});

test("a GET that deletes by its name has a caution", () => {
  expect(read("all-operations.md")).toContain("Caution: by its name, this GET deletes.");
  expect(read("guides/errors.md")).toContain('by its name, the GET "Delete multiple documents" deletes');
});

test("the guide for newcomers shows the folder, the installation and the environment variables", () => {
  const text = read("guides/get-started.md");
  for (const instruction of [
    "In a clone of this project",
    "npm ci && npm start",
    "npm pack",
    "npm install ../phone-agent-api/",
  ]) {
    expect(text).toContain(instruction);
  }
  expect(text).toContain("export PHONE_AGENT_BASE_URL=http://127.0.0.1:4010 PHONE_AGENT_TOKEN=demo-token-not-secret\n");
});

test("the page for an unknown address links to the first page, and isn't in the sitemap", () => {
  expect(read("404.html")).toContain('href="/api/index.html"');
  expect(read("sitemap.xml")).not.toContain("404");
});

test("the junk inbox has its nested fields, down to the innermost", () => {
  const page = contract.components.schemas["JunkInboxPage"] ?? {};
  expect(
    createFieldReader(contract, "")
      .readFields(page, "writeOnly")
      .map(({ name }) => name),
  ).toContain("rooms[].destinationInboxType");
});

test("the text for machines names all operations and all unknowns", () => {
  const text = read("llms-full.txt");
  for (const { name } of indexedOperations(contract)) expect(text).toContain(name);
  for (const { id, description } of unknowns(contract)) {
    expect(text).toContain(id);
    expect(text).toContain(description);
  }
});

test("the text for machines shows the use of the client, the test server and the mock without their types", () => {
  const text = read("llms-full.txt");
  for (const line of [
    "- `timeoutMs` (`number`, optional): The time of one attempt",
    "- `deadlineMs` (`number`, optional): The time of one call",
    "- `baseDelayMs` (`number`, optional)",
    "- `onError` (`{ readonly error: PhoneAgentError",
    'phone.request("POST", "/api/v2/example"',
    "server.on.listTokens.replyWith(",
    'server.on.listTokens.fail("reset", 1).fail(503, 1)',
    "phone.getWebhookRelay(type, options?): Promise<WebhookRelay>",
  ]) {
    expect(text).toContain(line);
  }
});

test("each topic with a usual name has a page or a section that uses the name", () => {
  const places = {
    "guides/junk-inbox-pagination.html": "pagination",
    "guides/authentication.html#without-a-token": "401",
    "guides/errors.html#retries": "retries",
    "guides/errors.html#rate-limits": "rate",
    "guides/webhook-deliveries.html#signatures": "signature",
  };
  for (const [place, word] of Object.entries(places)) {
    const [file = "", id = ""] = place.split("#");
    const page = read(file);
    expect(page.slice(id ? page.indexOf(` id="${id}"`) : 0), place).toContain(word);
    if (id) expect(page).toContain(` id="${id}"`);
  }
});

test("llms.txt links to each text, and the sitemap lists the pages", () => {
  const linked = [...read("llms.txt").matchAll(/\]\(([^)]+)\)/g)].map(([, file]) => file);
  const linkedFiles = linked.map((link) => link?.replace(address, ""));
  for (const file of linkedFiles) expect(files).toContain(file);
  expect(linkedFiles).toEqual(expect.arrayContaining(files.filter((file) => file.endsWith(".md"))));
  const addresses = [...read("sitemap.xml").matchAll(/<loc>(.+?)<\/loc>/g)].map(([, address]) => address);
  expect(addresses).toContain("https://docs.example.com/api/");
  expect(addresses).toContain("https://docs.example.com/api/operations/listTokens.html");
});

test("an unknown that is added to the contract is on its page and in the list", async () => {
  const changedContract = structuredClone(contract);
  Object.assign(changedContract.paths["/api/v2/tokens"]?.["get"] ?? {}, {
    "x-not-shown": { "token-color": "Color of a token" },
  });
  writeFileSync(join(folder, "changed.yaml"), stringify(changedContract));
  await buildReference({ contract: join(folder, "changed.yaml"), out: join(folder, "changed"), redoc: "" });
  expect(read("operations/listTokens.md", "changed")).toContain("**Unknown:** Color of a token (`token-color`).");
  expect(read("what-is-not-known.md", "changed")).toContain(`${unknowns(contract).length + 1} unknowns`);
  expect(read("operations/listTokens.html", "changed")).toContain('class="unknown" id="token-color"');
});

test("the build writes no compressed files, and no sitemap without an address", () => {
  expect(linkedFiles.filter((name) => /\.(br|gz)$|^(sitemap\.xml|whole\.html)$/.test(name))).toEqual([]);
  expect(read("for-machines.md", "linked")).not.toContain("sitemap");
});

test("the pages link to a repository only if its address is an option or isn't a placeholder", () => {
  const page = read("index.html", "linked");
  expect(page).toContain('href="https://git.example.com/api"');
  expect(page).toContain('href="https://git.example.com/api/issues/new/choose"');
  expect(read("index.html")).not.toMatch(/OWNER|Report an error/);
});

test("each page has a policy that allows nothing but the reference's own files", () => {
  for (const file of pages()) {
    const [, policy = ""] = /Content-Security-Policy" content="([^"]+)"/.exec(read(file)) ?? [];
    expect(policy, file).toContain("default-src 'none'");
    expect(policy, file).not.toMatch(/unsafe|https?:/);
    expect(read(file), file).not.toMatch(/ style="| on[a-z]+="/);
  }
});

test("no file contains a path of the machine that built it", () => {
  for (const file of files) expect(read(file), file).not.toContain(root);
});

test("a build removes the files that only the previous build wrote, and no others", async () => {
  const pathOf = (file: string) => join(folder, "out", file);
  for (const file of ["operations/gone.md", "guides/gone.html", "operations/mine.md"]) writeFileSync(pathOf(file), "");
  appendFileSync(pathOf(".files"), "\noperations/gone.md\nguides/gone.html");
  await buildReference({ out: join(folder, "out"), site: "https://docs.example.com/api", redoc: "" });
  expect(
    ["operations/gone.md", "guides/gone.html", "operations/mine.md"].map((file) => existsSync(pathOf(file))),
  ).toEqual([false, false, true]);
  rmSync(pathOf("operations/mine.md"));
});

test("a guide without a title is rejected", () => {
  mkdirSync(join(folder, "guides"));
  writeFileSync(join(folder, "guides/1-next.md"), "# What's next\n");
  expect(() => createGuidePages(join(folder, "guides"))).toThrow('1-next.md: its first line must be "# ", then words');
});

test("a missing contract is reported in a sentence, without a stack", async () => {
  const { exitCode, output } = await docs("--contract", "missing.yaml");
  expect(exitCode).toBe(2);
  expect(output).toMatch(/missing\.yaml: no such file/);
  expect(output).not.toContain("    at ");
});

test("an unknown option is named, without a stack", async () => {
  const { exitCode, output } = await docs("--color");
  expect(exitCode).toBe(2);
  expect(output).toContain("--color");
  expect(output).not.toContain("    at ");
});

test("an invalid address is rejected before anything is built", async () => {
  const { exitCode, output } = await docs("--site", "docs");
  expect(exitCode).toBe(2);
  expect(output).toBe('--site takes an address such as https://docs.example.com/, not "docs".');
});

test("the help names every option", async () => {
  const { exitCode, output } = await docs("--help");
  expect(exitCode).toBe(0);
  for (const option of ["--out", "--contract", "--site"]) expect(output).toContain(option);
});
