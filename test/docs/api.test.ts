import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readContract } from "../../scripts/contract/document.ts";
import { markdownOf } from "../../scripts/docs/markdown.ts";
import { createApiPages } from "../../scripts/docs/model/package.ts";
import { root } from "../../scripts/tools/run.ts";
import { runMock } from "../../src/mock/command.ts";
import { runHere } from "../command.ts";

const contract = readContract();
const markdownPages = (project = root) =>
  createApiPages(contract, project).map((page) => ({ title: page.title, text: markdownOf(page, (href) => href) }));
const pages = markdownPages();
const text = pages.map((page) => page.text).join("\n\n");
const copy = mkdtempSync(join(tmpdir(), "phone-agent-api-"));
afterAll(() => rmSync(copy, { recursive: true }));

/** Returns the text of the pages of a copy of the source with an edited file. */
function pagesAfter(file: string, edit: (source: string) => string): string {
  for (const folder of ["src", "generated"]) cpSync(join(root, folder), join(copy, folder), { recursive: true });
  const source = readFileSync(join(root, file), "utf8");
  const edited = edit(source);
  expect(edited).not.toBe(source);
  writeFileSync(join(copy, file), edited);
  return markdownPages(copy)
    .map((page) => page.text)
    .join("\n\n");
}

test("the summary of a page is its first sentence", () => {
  expect(createApiPages(contract).map(({ summary }) => summary)).toEqual([
    "The TypeScript client runs on Node 20.19 and later, in browsers and at the edge.",
    "It responds from the contract's examples in the process of your test: no port, no dependency.",
    "It serves the contract over HTTP, for code in any language.",
  ]);
});

test("every export of the package is on a page", () => {
  // Modules that the entries share come last.
  const [report = ""] = readFileSync(join(root, "release/api.d.ts"), "utf8").split("// shared-", 1);
  const exported = [...report.matchAll(/^export (?:type )?\{ (.+) \}/gm)].flatMap(([, names = ""]) =>
    names.split(", "),
  );
  expect(exported.length).toBeGreaterThan(40);
  // An export can also be in the text of a page, such as a schema in a signature.
  expect(exported.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
});

test("each method of the client is below its heading once", () => {
  for (const name of ["pages", "items", "request"]) {
    const sections = pages[0]?.text.split(/^#+ /m).filter((section) => section.startsWith(`\`${name}\`\n`)) ?? [];
    expect(sections).toEqual([expect.stringMatching(new RegExp(`\n${name}[<(]`))]);
  }
});

test("every member of an exported type is on a page", () => {
  const report = readFileSync(join(root, "release/api.d.ts"), "utf8");
  for (const name of [
    "PhoneAgentClient",
    "JunkInbox",
    "PhoneAgentClientOptions",
    "CallOptions",
    "TestServer",
    "CommonSteps",
    "MockOptions",
    "Mock",
    "Preferences",
    "CallRecord",
  ]) {
    const [, body = ""] = new RegExp(`^interface ${name}\\b[^\\n]*\\{\\n(.*?)^\\}`, "ms").exec(report) ?? [];
    const members = [...body.matchAll(/^ {4}(?:readonly )?(\w+)[?(:<]/gm)].map(([, member]) => member);
    expect(members.length, name).toBeGreaterThan(2);
    for (const member of members) expect(text, `${name}.${member}`).toMatch(new RegExp(`[\`.]${member}\``));
  }
});

test("every function of PhoneAgentError is on a page", () => {
  const report = readFileSync(join(root, "release/api.d.ts"), "utf8");
  const [, body = ""] = /^declare const PhoneAgentError: \{\n(.*?)^\}/ms.exec(report) ?? [];
  const names = [...body.matchAll(/^ {4}(\w+)\(/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(1);
  for (const name of names) expect(text).toContain(`\`PhoneAgentError.${name}(`);
});

test("an added option is on the page of the client, and so is an export that no template names", () => {
  const option = pagesAfter("src/client/options.ts", (source) =>
    source.replace(
      "export interface PhoneAgentClientOptions extends Hooks {",
      "$&\n  /** The longest pause, in milliseconds. Default 7. */\n  pauseMs?: number | undefined;",
    ),
  );
  expect(option).toContain("- `pauseMs` (`number`, optional): The longest pause, in milliseconds. Default 7.\n");
  const addedExport = pagesAfter(
    "src/index.ts",
    (source) => `${source}\n/** A new thing. */\nexport interface NewThing {}\n`,
  );
  expect(addedExport).toContain("## Other types\n\n");
  expect(addedExport).toContain("- `NewThing`: A new thing.");
});

test("a declaration has the members of a type that its type names", () => {
  expect(text).toContain("It also has the members of `PhoneAgentError`.");
});

test("a template that names a removed declaration fails", () => {
  expect(() =>
    pagesAfter("src/client/options.ts", (source) => source.replaceAll("RetryOptions", "RepeatOptions")),
  ).toThrow("names RetryOptions, which the source doesn't declare");
});

test("each row of a page has a meaning", () => {
  expect(text.match(/^ *- `[^`\n]+` \([^\n]*\)$/gm) ?? []).toEqual([]);
  expect(text).not.toContain("<!--");
});

test("each option has its default, and each time its unit", () => {
  for (const page of pages) {
    const options = [...page.text.matchAll(/^- `(\w+)` \(.*, optional\): (.*)$/gm)];
    expect(options.length, page.title).toBeGreaterThan(1);
    for (const [, name = "", meaning = ""] of options) {
      if (name.endsWith("Ms")) expect(meaning, name).toContain("milliseconds");
      if (!/^(paginate|pageNumber|pageSize|unreadOnly|body|headers)$/.test(name))
        expect(meaning, name).toMatch(/Default/);
    }
  }
});

test("the mock's page has each control path and each option of its command line", async () => {
  const mock = pages.find(({ title }) => title === "Mock server")?.text ?? "";
  const [, paths = ""] = /const paths = `([^`]+)`/.exec(readFileSync(join(root, "src/mock/control.ts"), "utf8")) ?? [];
  const controlPaths = paths.match(/(GET|PUT|POST|DELETE) \/__mock\/[\w/]+/g) ?? [];
  expect(controlPaths.length).toBeGreaterThan(6);
  for (const path of controlPaths) expect(mock).toContain(`- \`${path}\` (`);
  const { output } = await runHere(runMock, ["--help"]);
  const names = [...output.matchAll(/^ {2}(--[\w-]+(?: [A-Z=]+)?) {2,}/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) expect(mock).toContain(`- \`${name}\``);
  // Lines of the help are joined by semicolons.
  expect(mock).not.toMatch(/ (a|an|and|as|of|or|such as|that|the|to|with); /);
});
