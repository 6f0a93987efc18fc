import { readdirSync, readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { mockExitCodes } from "../../../src/commands/mock-options.ts";
import { verifyExitCodes } from "../../../src/commands/verify-options.ts";
import { operationsById } from "../../../src/openapi/operations.ts";
import type { Contract } from "../../contract/document.ts";
import { root } from "../../tools/run.ts";
import type { PageOptions } from "../html/frame.ts";
import { mockAddress } from "../samples/call.ts";
import { createPage, type Page, summaryOf, writeFence } from "./page.ts";
import { toSlug } from "./site-map.ts";

const guides = join(import.meta.dirname, "../guides");
const samples = join(root, "test/samples");
const exitCodes: Record<string, Record<number, string>> = {
  mock: mockExitCodes,
  verify: verifyExitCodes,
};

export const createGuidePages = (
  contract: Contract,
  { repository, mockUrl = mockAddress }: PageOptions = {},
): Page[] =>
  readdirSync(guides)
    .sort((first, second) => first.localeCompare(second, "en", { numeric: true }))
    .map((name) => {
      const { title, text } = readTitledText(join(guides, name));
      const content = text
        .split(/(^```.*?^```)/ms)
        // Code that starts a mock does so on its usual port.
        .map((part) =>
          /^```.*phone-agent-api\W+mock/s.test(part) ? part : part.replaceAll(mockAddress, mockUrl),
        )
        .join("")
        .replaceAll(/<!-- response: (\w+) -->/g, (_, id) => writeFirstExample(contract, id))
        .replaceAll(/<!-- without a repository: (.*) -->/g, repository ? "" : "$1");
      return createPage("guide", `guides/${toSlug(title)}.html`, title, summaryOf(text), [content]);
    });

/** Writes the first example of a successful response. */
function writeFirstExample(contract: Contract, id: string): string {
  const [example] =
    operationsById(contract)[id]?.responses[0]?.contents[0]?.examples.values() ?? [];
  return example ? writeFence("json", JSON.stringify(example.value, null, 2)) : "";
}

/** Reads a text: the title in its first line, and its Markdown with its samples. */
export function readTitledText(file: string): { title: string; text: string } {
  const [first = "", ...lines] = readFileSync(file, "utf8").split("\n");
  const [, title] = /^# ([\w &-]+)$/.exec(first) ?? [];
  if (!title)
    throw new Error(
      `${basename(file)}: its first line must be "# ", then words without quotation marks.`,
    );
  return { title, text: withSamples(lines.join("\n")).trim() };
}

/** Inserts samples and exit codes into a text. Removes comments for tests: unknowns, places of credentials. */
const withSamples = (text: string): string =>
  text
    .replaceAll(/ ?<!-- (?:unknown: [^>]*|credential: \w+) -->/g, "")
    .replaceAll(/<!-- sample: (\S+) -->/g, (_, file: string) =>
      writeFence(extname(file).replace(/^\.[cm]?/, ""), readSample(file)),
    )
    .replaceAll(/<!-- exit codes: (\w+) -->/g, (_, command) =>
      [["Exit code", "Meaning"], ["---", "---"], ...Object.entries(exitCodes[command] ?? {})]
        .map((row) => `| ${row.join(" | ")} |`)
        .join("\n"),
    );

const readSample = (file: string): string =>
  readFileSync(join(samples, file), "utf8")
    .replace(/^export \{\};$/m, "")
    .trim();
