import type { Contract } from "../contract/document.ts";
import { knownServersOf } from "./model/addresses.ts";
import { markdownFileOf, type Page } from "./model/page.ts";

/**
 * Writes `llms.txt`: a title, a summary and links (llmstxt.org).
 * @param addressOf Returns the address of a page's Markdown; `undefined` if only its words are published.
 * @param files The titles of other files, and their addresses.
 */
export function writeIndex(
  contract: Contract,
  pages: Page[],
  addressOf: (markdownFile: string) => string | undefined,
  files: [title: string, address: string][],
): string {
  const writePage = ({ title, file, summary, entry }: Page) => {
    const address = addressOf(markdownFileOf(file));
    const { method, path } = entry?.pathOperation ?? {};
    return `- ${address ? `[${title}](${address})` : title}: ${method ? `\`${method} ${path}\`. ` : ""}${summary}`;
  };
  const { info } = contract;
  const servers = knownServersOf(contract).map(
    ({ url, description }) => `- ${url}${description ? `: ${description}` : ""}`,
  );
  return [
    `# ${info.title}`,
    `> ${info.summary}`,
    "The service is known in part. Unknowns are marked as `x-not-shown` in the contract, and nothing is guessed.",
    ...(servers.length > 0 ? ["## Servers", servers.join("\n")] : []),
    "## Pages",
    pages.map(writePage).join("\n"),
    "## Files",
    `${files.map(([title, address]) => `- [${title}](${address})`).join("\n")}\n`,
  ].join("\n\n");
}
