import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { readContract } from "../../scripts/contract/document.ts";
import { renderContent } from "../../scripts/docs/html/content.ts";
import { markdownOf } from "../../scripts/docs/markdown.ts";
import { readDeclarations } from "../../scripts/docs/model/declarations.ts";
import { createApiPages } from "../../scripts/docs/model/package.ts";
import { root } from "../../scripts/tools/run.ts";
import { startMock } from "../../src/mock/index.ts";
import { readData } from "../data.ts";
import { writePages } from "./contract.ts";

/** Declarations, and what is shown of them. */
const rows = readData("docs/api.yaml");
const pages = createApiPages(readContract(), readDeclarations(root)).map((page) => ({
  ...page,
  text: markdownOf(page, (href) => href),
}));
const text = pages.map((page) => page.text).join("\n\n");
const report = readFileSync(join(root, "release/api.d.ts"), "utf8");

test("every export of the package is on a page, with each of its members", () => {
  const entries = report
    .split(/^\/\/ (?=.*\.d\.ts$)/m)
    .filter((entry) => !entry.startsWith("shared-"));
  const lists = entries.flatMap((entry) => [...entry.matchAll(/^export (?:type )?\{ (.+) \}/gm)]);
  const exported = lists.flatMap(([, names = ""]) => names.split(", "));
  expect(exported.length).toBeGreaterThan(40);
  expect(exported.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  const types =
    "PhoneAgentClient JunkInbox PhoneAgentClientOptions CallOptions TestServer CommonSteps MockOptions Mock Preferences CallRecord";
  for (const name of types.split(" ")) {
    const [, body = ""] =
      new RegExp(`^interface ${name}\\b[^\\n]*\\{\\n(.*?)^\\}`, "ms").exec(report) ?? [];
    const members = [...body.matchAll(/^ {4}(?:readonly )?(\w+)[?(:<]/gm)].map(
      ([, member]) => member,
    );
    expect(members.length, name).toBeGreaterThan(name === "JunkInbox" ? 0 : 2);
    for (const member of members)
      expect(text, `${name}.${member}`).toMatch(new RegExp(`[\`.]${member}\``));
  }
  const [, functions = ""] = /^declare const PhoneAgentError: \{\n(.*?)^\}/ms.exec(report) ?? [];
  expect(functions).toMatch(/^ {4}\w+\(/m);
  for (const [, name] of functions.matchAll(/^ {4}(\w+)\(/gm))
    expect(text).toContain(`\`PhoneAgentError.${name}(`);
});

test("a page has its first sentence, its methods and operations, and what types it shares members with", () => {
  expect(pages.map(({ summary }) => summary)).toContain(
    "The mock server serves the contract over HTTP, for code in any language.",
  );
  expect(text.match(/^#+ `request`\n\n```ts\nrequest\(/gm)).toHaveLength(1);
  expect(text).toContain(
    "- `getWebhookRelay(type, options?)`: [Get a webhook relay configuration](/operations/getWebhookRelay.html)",
  );
  expect(text).toContain("It also has the members of `PhoneAgentError`.");
  expect(text).toContain("The type `PhoneAgentClientOptions`:");
  expect(text).not.toContain("<!--");
  // The type of the address follows from the contract.
  const [client = expect.unreachable()] = createApiPages(readContract());
  expect(renderContent(client, pages).source).toContain(
    '<code>false | <a href="#retryoptions">RetryOptions</a></code>',
  );
  expect(markdownOf(client, (href) => href)).toContain("`baseUrl` (`string`, optional)");
});

test("each row of a page has a meaning, each option its default, and each time its unit", () => {
  expect(text.match(/^ *- `[^`\n]+` \([^\n]*\)$/gm) ?? []).toEqual([]);
  const options = [...text.matchAll(/^- `(\w+)` \(.*, optional\): (.*)$/gm)];
  expect(options.length).toBeGreaterThan(30);
  for (const [, name = "", meaning = ""] of options) {
    if (name.endsWith("Ms")) expect(meaning, name).toContain("milliseconds");
    const isRequest = /^(paginate|pageNumber|pageSize|unreadOnly|body|headers)$/.test(name);
    if (!isRequest) expect(meaning, name).toMatch(/Default/);
  }
});

test("the mock's page has each control path that the mock itself names", async () => {
  const mock = await startMock({ port: 0 });
  const usage = await (await fetch(mock.url)).text();
  await mock.close();
  const paths = usage.match(/(GET|PUT|POST|DELETE) \/__mock\/[\w/]+/g) ?? [];
  expect(paths.length).toBeGreaterThan(6);
  for (const path of paths) expect(text).toContain(`- \`${path}\` (`);
});

test.each(["mock-server.md", "guides/verify-the-service.md"])(
  "%s has the command's exit codes",
  (file) => {
    expect(writePages(readContract())[file]).toMatch(/\| Exit code \| Meaning \|\n.*\n\| 0 \| \w/);
  },
);

describe("a declaration", () => {
  const project = mkdtempSync(join(tmpdir(), "declarations-"));
  afterAll(() => rmSync(project, { recursive: true }));
  for (const folder of ["src", "generated"]) mkdirSync(join(project, folder));
  for (const name of ["models", "operations", "service"])
    writeFileSync(join(project, `generated/${name}.ts`), "");

  /** Reads the declarations of a project with one file. */
  function read(source: string) {
    writeFileSync(join(project, "src/a.ts"), source);
    return readDeclarations(project);
  }

  test.each<[comment: string, description: string]>(rows.comments)(
    "has the comment %j as %j",
    (comment, description) => {
      expect(read(`${comment}\nexport const call: string = "";`).find("call", [])?.comment).toBe(
        description,
      );
    },
  );

  test.each<[source: string, signature?: string]>(rows.signatures)(
    "has of %j the signature %j",
    (source, signature) => {
      expect(read(`export ${source}`).find("call", [])?.signature).toBe(signature);
    },
  );

  test("has its members, and those of its bases that aren't exported", () => {
    const { find } = read(`
interface Inherited { inherited: string }
interface Base extends Inherited { base: string }
export interface Shown { shown: string }
interface Call extends Base, Shown, Pick<Base, "base"> {
  text?: string | undefined;
  readonly constant?: string;
  "quoted-name": string;
  [Symbol.iterator](): Iterator<string>;
  mixed: Base & { inner: string };
  literal: { ignored: string };
  new (): Call;
}
type Alias = Base & { added: string };`);
    const listMembers = (name: string) => {
      const { members, bases } = find(name, ["Shown"]) ?? expect.unreachable();
      const lines = members.map(({ name, type, optional, signature, members }) => {
        const text = signature ?? `${name}${optional ? "?" : ""}: ${type}`;
        return [text, ...members.map((member) => member.name)].join(" with ");
      });
      return [...lines, ...bases.map((base) => `all of ${base}`)];
    };
    expect(listMembers("Call")).toEqual([
      "inherited: string",
      "base: string",
      "text?: string",
      "constant: string",
      "quoted-name: string",
      "[Symbol.iterator](): Iterator<string>",
      "mixed: Base & { inner: string } with inner",
      "literal: { ignored: string }",
      "all of Shown",
    ]);
    expect(listMembers("Alias")).toEqual(["inherited: string", "base: string", "added: string"]);
  });

  test("is the one of its name, and is exported by each file that exports all of another", () => {
    writeFileSync(join(project, "src/b.ts"), "export const twice = 2;\nexport const one = 1;");
    const { find, exportsOf } = read('export const twice = 2;\nexport * from "./b.ts";');
    expect(() => find("twice", [])).toThrow("Several files declare twice.");
    expect(find("none", [])).toBeUndefined();
    expect(() => createApiPages(readContract(), read(""))).toThrow(
      "names createPhoneAgentClient, which the source doesn't declare",
    );
    expect(exportsOf("src/a.ts")).toEqual(["twice", "twice", "one"]);
  });

  test("of an exported name is the contract's, and else is the source's", () => {
    writeFileSync(
      join(project, "generated/models.ts"),
      "export interface Call { fromContract: 1 }",
    );
    const { find } = read("interface Call { internal: 1 }");
    const memberOf = (exported: string[]) => find("Call", exported)?.members[0]?.name;
    expect([memberOf(["Call"]), memberOf([])]).toEqual(["fromContract", "internal"]);
    writeFileSync(join(project, "generated/models.ts"), "");
  });
});
