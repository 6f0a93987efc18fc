import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { contractFile, readContract } from "../scripts/contract/document.ts";
import { markdownOf } from "../scripts/docs/markdown.ts";
import { createGuidePages } from "../scripts/docs/model/guides.ts";
import { markdownFileOf } from "../scripts/docs/model/page.ts";
import { createPages } from "../scripts/docs/model/pages.ts";
import { root } from "../scripts/tools/run.ts";
import { runMcp } from "../src/commands/mcp.ts";
import { runMock } from "../src/commands/mock.ts";
import { runVerify } from "../src/commands/verify.ts";
import { createPhoneAgentClient } from "../src/index.ts";
import { createTestServer } from "../src/testing/index.ts";
import { runHere } from "./command.ts";

const readme = readFileSync(join(root, "README.md"), "utf8");
const blocks = [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(
  ([, language = "", code = ""]) => ({
    language,
    code,
  }),
);
const blockOf = (language: string) =>
  blocks.find((block) => block.language === language)?.code ?? expect.unreachable();
const [generatedType = expect.unreachable()] = blocks.flatMap(({ code }) =>
  /^ {2}\/\*\*/.test(code) ? code : [],
);
const samples = ["test/samples", "test/consumers/recipes"]
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile())
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8"));

test.each(
  blocks.filter(({ language, code }) => language === "ts" && !generatedType.includes(code)),
)("the $language sample is part of a tested sample file: $code", ({ code }) => {
  expect(samples.filter((sample) => sample.includes(code))).toHaveLength(1);
});

/** Expects a text to contain a part. If it doesn't, the failure is the first line that differs. */
function expectPart(text: string, part: string): void {
  const lines = part.split("\n");
  const isMissing = (_: string, index: number) =>
    !text.includes(lines.slice(0, index + 1).join("\n"));
  expect(lines.find(isMissing)).toBeUndefined();
}

test("the first screen shows a fact and an unknown of the contract, and what they become", async () => {
  const indented = blockOf("yaml").replaceAll(/^(?=.)/gm, "    ");
  for (const part of indented.split(/^ *# …\n/m))
    expectPart(readFileSync(contractFile, "utf8"), part);
  expectPart(readFileSync(join(root, "generated/models.ts"), "utf8"), generatedType);
  const page = createPages(readContract()).find(
    ({ file }) => file === "operations/getWebhookRelay.html",
  );
  expectPart(
    markdownOf(page ?? expect.unreachable(), (href) => href),
    blockOf("md"),
  );
  const { fetch } = createTestServer();
  const options = { baseUrl: "https://service.example.com", token: "demo-token-not-secret", fetch };
  const { config } = await createPhoneAgentClient(options).getWebhookRelay("RELAY_TYPE");
  const body = JSON.stringify({ config }, null, 2);
  expectPart(body, blockOf("json").replaceAll(/^(?=.)/gm, "  "));
});

const commands = { mock: runMock, verify: runVerify, mcp: runMcp };

test.each(
  blocks.filter(({ language, code }) => language === "sh" && code.includes("phone-agent-api ")),
)("the commands have the options that the README passes: $code", async ({ code }) => {
  for (const [, name = "", args = ""] of code.matchAll(
    /phone-agent-api (mock|verify|mcp)([^#\n]*)/g,
  )) {
    const { output } = await runHere(commands[name as keyof typeof commands], ["--help"]);
    for (const [option] of args.matchAll(/--[\w-]+/g)) expect(output).toContain(option);
  }
});

test("every npm script that the README names exists", () => {
  const scripts = [
    ...readme.matchAll(/npm (?:run )?(start|test|[a-z]+:[a-z]+|(?<=run )[a-z]+)/g),
  ].map(([, name]) => name ?? "");
  expect(scripts.length).toBeGreaterThan(3);
  expect(scripts.filter((name) => !(name in manifest.scripts))).toEqual([]);
});

test("every file that the README links to exists, and each guide has its title", () => {
  const links = [...readme.matchAll(/\[([^\]]+)\]\((?!#|https?:)([^)]+)\)/g)];
  const guides = Object.fromEntries(
    createGuidePages(readContract()).map(({ title, file }) => [markdownFileOf(file), title]),
  );
  const wrong = links.filter(([, title, file = ""]) =>
    file.startsWith("dist/")
      ? guides[file.slice("dist/".length)] !== title
      : !existsSync(join(root, file)),
  );
  expect(links.length).toBeGreaterThan(5);
  expect(wrong.map(([link]) => link)).toEqual([]);
});
